import Testing

@testable import Simulator

struct MailboxTests {
    private let simulation = Simulation(seed: 1, Variant())
    private let journal = Journal()
    private let node: Node
    private let mailbox: Mailbox<Int>

    init() {
        node = simulation.addNode("node")
        mailbox = Mailbox("inbox", on: node)
    }

    private func spawnReceiver(_ name: String, timeout: Int? = nil) -> SpawnedTask {
        node.spawn(name) { [journal, mailbox, node] in
            await journal.record(name, at: node) {
                if let timeout {
                    let message = try await mailbox.receive(timeout: .milliseconds(timeout))
                    journal.note("\(name) got \(message.map(String.init) ?? "nothing")")
                } else {
                    journal.note("\(name) got \(try await mailbox.receive())")
                }
            }
        }
    }

    @Test func `messages come in the order of their arrival`() {
        mailbox.send(3, after: .milliseconds(3))
        mailbox.send(1, after: .milliseconds(1))
        mailbox.send(4, after: .milliseconds(3))
        mailbox.put(0)
        node.spawn("reader") { [journal, mailbox, node] in
            for _ in 0..<4 { journal.note("\(try await mailbox.receive())", at: node) }
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["0@0", "1@1", "3@3", "4@3"])
    }

    @Test func `who came first gets the first message`() {
        for name in ["a", "b", "c"] { _ = spawnReceiver(name) }
        node.spawn("sender") { [mailbox, node] in
            try await node.nap(1)
            for number in 1...3 { mailbox.put(number) }
        }
        _ = simulation.run()
        #expect(journal.entries.filter { $0.contains("got") } == ["a got 1", "b got 2", "c got 3"])
    }

    @Test func `a message promised to a waiter is not taken by who comes later`() {
        _ = spawnReceiver("early")
        node.spawn("thief") { [journal, mailbox, node] in
            try await node.nap(1)
            mailbox.put(1)
            let late = try await mailbox.receive(timeout: .milliseconds(5))
            journal.note("thief got \(late.map(String.init) ?? "nothing")")
        }
        _ = simulation.run()
        #expect(journal.entries == ["early got 1", "early done@1", "thief got nothing"])
    }

    @Test func `who waits gets the first message though another puts two and takes one`() {
        _ = spawnReceiver("first")
        node.spawn("second") { [journal, mailbox, node] in
            try await node.nap(1)
            mailbox.put(1)
            mailbox.put(2)
            journal.note("second got \(try await mailbox.receive())")
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries.sorted() == ["first done@1", "first got 1", "second got 2"])
    }

    @Test(arguments: Variant.all, 1...20 as ClosedRange<UInt64>)
    func `who came first gets the first message, whoever runs first`(
        _ variant: Variant,
        _ seed: UInt64
    ) {
        let simulation = Simulation(seed: seed, variant)
        let node = simulation.addNode("node")
        let mailbox = Mailbox<Int>("inbox", on: node)
        let journal = Journal()
        for number in 0..<4 {
            node.spawn("reader") {
                try await node.nap(number)
                journal.note("\(number) got \(try await mailbox.receive())")
            }
        }
        node.spawn("writer") {
            try await node.nap(10)
            for number in 0..<4 { mailbox.put(number) }
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries.sorted() == (0..<4).map { "\($0) got \($0)" })
        #expect(mailbox.count == 0)
    }

    @Test func `a message handed to a task that crashes with its node is lost, its place is free`()
    {
        let other = simulation.addNode("other")
        let small = Mailbox<Int>("small", on: node, capacity: 1)
        other.spawn("reader") { _ = try await small.receive() }
        node.spawn("main") { [node] in
            try await node.nap(1)
            #expect(small.put(1) && small.count == 1 && !small.put(2))
            other.crash()
            try await node.nap(1)
            #expect(small.count == 0 && small.put(3))
            #expect(try await small.receive() == 3)
        }
        #expect(simulation.run().ending == .quiescent)
    }

    @Test func `a cancelled receiver is no waiter any more and loses no message`() {
        let first = spawnReceiver("first")
        _ = spawnReceiver("second")
        node.spawn("main") { [mailbox, node] in
            try await node.nap(1)
            first.cancel()
            mailbox.put(7)
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(
            journal.entries.sorted() == [
                "first the task was cancelled@1", "second done@1", "second got 7",
            ]
        )
        #expect(mailbox.count == 0)
    }

    @Test func `a receiver woken for a message gets it though it is cancelled`() {
        let first = spawnReceiver("first")
        node.spawn("main") { [mailbox, node] in
            try await node.nap(1)
            mailbox.put(7)
            first.cancel()
        }
        _ = simulation.run()
        #expect(journal.entries == ["first got 7", "first done@1"])
    }

    /// In random order both events of an instant happen before any task that they wake.
    @Test(arguments: Variant.all, 1...8 as ClosedRange<UInt64>)
    func `a timeout does not swallow the signal of a message of its instant`(
        _ variant: Variant,
        _ seed: UInt64
    ) {
        let simulation = Simulation(seed: seed, variant)
        let node = simulation.addNode("node")
        let mailbox = Mailbox<Int>("inbox", on: node)
        let journal = Journal()
        node.spawn("hasty") {
            let message = try await mailbox.receive(timeout: .milliseconds(5))
            journal.note(message == nil ? "nothing" : "message", at: node)
        }
        node.spawn("patient") {
            _ = try await mailbox.receive(timeout: .milliseconds(50))
            journal.note("patient", at: node)
        }
        mailbox.send(1, after: .milliseconds(5))
        #expect(simulation.run().ending == .quiescent)
        let gotIt = journal.entries.contains("message@5")
        #expect(journal.entries.contains(gotIt ? "patient@50" : "nothing@5"))
        #expect(journal.entries.contains(gotIt ? "patient@50" : "patient@5"))
        #expect(mailbox.count == 0)
    }

    @Test func `a timeout ends at its instant, a message before it counts`() {
        _ = spawnReceiver("in time", timeout: 5)
        _ = spawnReceiver("late", timeout: 5)
        mailbox.send(1, after: .milliseconds(4))
        mailbox.send(2, after: .milliseconds(6))
        _ = simulation.run()
        #expect(
            journal.entries == [
                "in time got 1", "in time done@4", "late got nothing", "late done@5",
            ]
        )
        #expect(mailbox.count == 1)
    }

    @Test func `a full mailbox and that of a dead node refuse`() {
        let small = Mailbox<Int>("small", on: node, capacity: 2)
        #expect(small.put(1) && small.put(2) && !small.put(3))
        #expect(small.count == 2)
        node.crash()
        #expect(!mailbox.put(1))
    }

    @Test func `messages under way to a crashed node are released`() {
        let lifetimes = Lifetimes()
        do {
            let mailbox = Mailbox<Lifetimes.Witness>("box", on: node)
            for number in 0..<5 {
                mailbox.send(lifetimes.witness(number), after: .milliseconds(number))
            }
        }
        node.spawn("crash") { [node] in
            try await node.nap(2)
            node.crash()
        }
        _ = simulation.run()
        #expect(lifetimes.alive == 0)
    }

    @Test(arguments: [false, true])
    func `messages under way at the end are released`(_ paused: Bool) {
        let lifetimes = Lifetimes()
        do {
            let mailbox = Mailbox<Lifetimes.Witness>("box", on: node)
            for number in 0..<3 {
                mailbox.send(lifetimes.witness(number), after: .seconds(1), .background)
            }
        }
        if paused { node.pause() }
        _ = simulation.run(until: .instant(VirtualInstant(nanoseconds: paused ? 2_000_000_000 : 1)))
        #expect(lifetimes.alive == 3)
        if paused { node.crash() } else { simulation.shutDown() }
        #expect(lifetimes.alive == 0)
    }
}
