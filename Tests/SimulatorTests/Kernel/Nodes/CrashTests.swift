import Synchronization
import Testing

@testable import Simulator

/// A crash in every state a task can be in.
struct CrashTests {
    /// What a task does when its node crashes at 10 ms.
    struct State: Sendable {
        var name: String
        var body: @Sendable (Node, Inboxes) async throws -> Void
    }

    /// Two mailboxes of the node.
    struct Inboxes: Sendable {
        /// Stays empty.
        let empty: Mailbox<Int>
        /// Gets messages at the instant of the crash, just before it.
        let full: Mailbox<Int>

        init(node: Node) {
            empty = Mailbox("empty", on: node)
            full = Mailbox("full", on: node)
        }
    }

    static let states = [
        State(name: "sleeping") { node, _ in try await node.nap(20) },
        State(name: "sleeping by the clock") { node, _ in
            try await Task.sleep(for: .seconds(1), clock: node.clock)
        },
        State(name: "working") { node, _ in try await node.work(for: .seconds(1)) },
        State(name: "receiving") { _, inboxes in _ = try await inboxes.empty.receive() },
        State(name: "receiving with a timeout") { _, inboxes in
            _ = try await inboxes.empty.receive(timeout: .seconds(1))
        },
        State(name: "in a timeout") { node, _ in
            try await node.withTimeout(.seconds(1)) { try await node.nap(20) }
        },
        State(name: "in a group") { node, inboxes in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await node.nap(20) }
                group.addTask { _ = try await inboxes.empty.receive() }
                try await group.waitForAll()
            }
        },
        State(name: "in an async let") { node, _ in
            async let child: Void = node.nap(20)
            try await child
        },
        State(name: "writing") { node, _ in
            try await node.nap(9)
            node.setDiskFaults(slowness: 1_000)
            try await node.disk.write([1], to: "file")
        },
        State(name: "synchronising") { node, _ in
            try await node.disk.write([1], to: "unsynchronised")
            node.setDiskFaults(slowness: 1_000)
            try await node.disk.synchronize()
        },
        State(name: "woken at the same instant") { node, _ in
            try await node.nap(10)
            try await node.nap(0)
        },
        State(name: "woken for a message that is not taken yet") { node, inboxes in
            try await node.nap(1)
            _ = try await inboxes.full.receive()
        },
        State(name: "yielding") { node, _ in
            try await node.nap(10)
            for _ in 0..<3 { await Task.yield() }
            try await node.nap(0)
        },
        State(name: "spawning") { node, _ in
            try await node.nap(10)
            for _ in 0..<3 {
                node.spawn("child") { try await node.nap(1) }
                await Task.yield()
            }
            try await node.nap(0)
        },
    ]

    private struct Report: Equatable {
        var entries: [String]
        var outcome: RunOutcome
    }

    /// Runs `states` on one node, crashes it at 10 ms, restarts it at once, and tells what
    /// happened.
    private func crash(_ states: [State], _ variant: Variant, seed: UInt64) -> Report {
        let simulation = Simulation(seed: seed, variant)
        let journal = Journal()
        let current = Mutex<Inboxes?>(nil)
        let injector = simulation.addNode("injector")
        let node = simulation.addNode("victim") { node in
            guard node.incarnation == 1 else { return journal.note("restarted", at: node) }
            let inboxes = Inboxes(node: node)
            current.withLock { $0 = inboxes }
            for state in states {
                node.spawn(state.name) {
                    await journal.record(state.name, at: node) {
                        try await state.body(node, inboxes)
                    }
                    await Self.reachForAnything(node, inboxes.full, journal)
                }
            }
        }
        injector.spawn("crash") {
            try await injector.nap(10)
            if let inboxes = current.withLock(\.self) { inboxes.full.put(1) }
            node.crash()
            node.restart()
        }
        let outcome = simulation.run()
        #expect(simulation.liveTasks == 0)
        #expect(node.record.disk.size == 0)
        return Report(entries: journal.entries, outcome: outcome)
    }

    /// What code of a dead incarnation tries while it unwinds.
    private static func reachForAnything(
        _ node: Node,
        _ mailbox: Mailbox<Int>,
        _ journal: Journal
    ) async {
        #expect(!node.isAlive)
        #expect(await (try? node.nap(0)) == nil)
        #expect(await (try? node.disk.write([1], to: "late")) == nil)
        #expect(await (try? node.disk.read("late")) == nil)
        #expect(await (try? mailbox.receive()) == nil)
        #expect(await (try? mailbox.receive(timeout: .zero)) == nil)
        #expect(!mailbox.put(1))
        #expect(node.spawn("late") { journal.note("spawned by the dead") }.isFinished)
        let handler = Handler("late", of: Host(node: node)) { _ in
            journal.note("called by the dead")
        }
        handler.schedule(after: .zero)
        node.crash()
        #expect(node.restart().incarnation == 2)
    }

    @Test(arguments: states.indices, Variant.all)
    func `a crash is learnt of at once and the old incarnation reaches nothing`(
        _ index: Int,
        _ variant: Variant
    ) {
        let state = Self.states[index]
        let report = crash([state], variant, seed: 1)
        #expect(report.outcome.ending == .quiescent, "\(state.name): \(report.outcome.violations)")
        #expect(report.outcome.instant.nanoseconds == 10_000_000, "\(state.name)")
        let crashes = [
            "\(state.name) the node crashed@10", "\(state.name) the task was cancelled@10",
        ]
        #expect(report.entries.first == "restarted@10", "\(state.name)")
        #expect(report.entries.dropFirst().allSatisfy(crashes.contains), "\(report.entries)")
        #expect(report.entries.count == 2, "\(state.name): \(report.entries)")
    }

    @Test(arguments: Variant.all, [1, 2] as [UInt64])
    func `the order of unwinding is the same every time`(_ variant: Variant, _ seed: UInt64) {
        let first = crash(Self.states, variant, seed: seed)
        #expect(first.entries.count == Self.states.count + 1)
        #expect(first.outcome.violations.isEmpty)
        for _ in 0..<3 { #expect(crash(Self.states, variant, seed: seed) == first) }
    }

    @Test func `first in first out, tasks unwind in the order in which they began to wait`() {
        let states = (0..<4).map { number in
            State(name: "\(number)") { node, _ in
                try await node.nap(4 - number)
                try await node.nap(100)
            }
        }
        let entries = crash(states, Variant(), seed: 1).entries
        #expect(entries.dropFirst() == [3, 2, 1, 0].map { "\($0) the node crashed@10" }[...])
    }

    @Test(arguments: Variant.all)
    func `a task may crash its own node and goes on without it`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant)
        let journal = Journal()
        let node = simulation.addNode("node")
        node.spawn("suicide") {
            defer { journal.note("defer") }
            try await node.nap(1)
            node.crash()
            node.crash()
            await journal.record("after", at: node) { try await node.nap(1) }
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["after the node crashed@1", "defer"])
    }

    /// Through handles of nodes that are up; its child tries the same, where the layout of jobs
    /// tells whose child it is.
    @Test(arguments: Variant.all)
    func `what is left of a crashed incarnation reaches no other node`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant)
        let network = Network(simulation: simulation)
        let (dead, live) = (simulation.addNode("dead"), simulation.addNode("live"))
        let mailbox = Mailbox<Int>("inbox", on: live)
        let journal = Journal()
        network.serve(.number, on: live) { _ in journal.note("called") }
        let handler = Handler("late", of: Host(node: live)) { _ in journal.note("scheduled") }
        @Sendable func reach() async {
            #expect(await (try? dead.nap(100)) == nil)
            for _ in 0..<3 { await Task.yield() }
            #expect(!mailbox.put(1))
            mailbox.send(2, after: .milliseconds(1))
            handler.schedule(after: .zero)
            #expect(live.spawn("late") { journal.note("spawned") }.isFinished)
            #expect(await (try? mailbox.receive()) == nil)
            #expect(await (try? live.nap(1)) == nil)
            #expect(await (try? live.disk.write([1], to: "file")) == nil)
            let result = try? await network.call(.number, of: "live", from: live, 1, timeout: nil)
            #expect(result == nil)
            journal.note("unwound", at: live)
        }
        dead.spawn("unwinding") {
            await withTaskGroup(of: Void.self) { group in
                if variant.trustsLayout { group.addTask { await reach() } }
                await reach()
            }
        }
        live.spawn("main") {
            try await live.nap(1)
            mailbox.put(7)
            dead.crash()
            mailbox.put(8)
            try await live.nap(10)
            #expect(try await mailbox.receive() == 7)
            #expect(try await mailbox.receive() == 8)
            #expect(mailbox.count == 0)
        }
        let outcome = simulation.run()
        #expect(outcome.ending == .quiescent, "\(outcome.violations)")
        #expect(
            journal.entries == Array(repeating: "unwound@1", count: variant.trustsLayout ? 2 : 1)
        )
        #expect(live.record.disk.size == 0)
        #expect(simulation.executor.state.pointee.unwinding == 0)
    }

    @Test(arguments: Variant.all)
    func `a task that restarts its own node boots a whole one`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant)
        let journal = Journal()
        simulation.addNode("node") { node in
            node.spawn("main") {
                try await node.nap(1)
                journal.note("\(node.incarnation)", at: node)
                if node.incarnation < 3 { node.restart() }
            }
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["1@1", "2@2", "3@3"])
    }

    @Test func `a task that had not begun when its node crashed never begins`() {
        let simulation = Simulation(seed: 1)
        let journal = Journal()
        let node = simulation.addNode("node")
        node.spawn("late") { journal.note("begun") }
        node.crash()
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries.isEmpty && simulation.liveTasks == 0)
    }

    @Test func `an error while unwinding is no violation, an error of the living is`() {
        struct Failure: Error {}
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node")
        node.spawn("unwinding") {
            do { try await node.nap(10) } catch { throw Failure() }
        }
        node.spawn("interrupted") { try await node.disk.write([1], to: "file") }
        let task = node.spawn("cancelled") { try await node.disk.write([1], to: "file") }
        let other = simulation.addNode("other")
        other.spawn("crash") {
            task.cancel()
            node.crash()
        }
        #expect(simulation.run().ending == .quiescent)
        other.spawn("failing") { throw Failure() }
        let violation = simulation.run().violations.first
        #expect(violation?.property == .unhandledError)
        #expect(violation?.message == "task 'failing' of node 'other' ended with: Failure()")
    }

    @Test func `a restart without a crash is one, and happens once`() {
        let simulation = Simulation(seed: 1)
        let journal = Journal()
        let node = simulation.addNode("node") { journal.note("boot \($0.incarnation)") }
        let second = node.restart()
        #expect(!node.isAlive && second.isAlive && second.incarnation == 2)
        #expect(node.restart().incarnation == 2)
        #expect(node.current.incarnation == 2)
        second.crash()
        #expect(!second.isAlive && node.restart().incarnation == 3)
        #expect(journal.entries == ["boot 1", "boot 2", "boot 3"])
        #expect(simulation.node(named: "node")?.incarnation == 3)
    }

    @Test(arguments: Variant.all)
    func `a loop that ignores the crash is stopped`(_ variant: Variant) {
        for body in [
            { node in while true { try? await node.nap(1) } },
            { node in while true { try? await node.disk.synchronize() } },
            { node in
                while true {
                    try? await node.nap(1)
                    await Task.yield()
                }
            },
            { node in
                while true { try? await node.withTimeout(.seconds(1)) { try await node.nap(1) } }
            },
        ] as [@Sendable (Node) async throws -> Void] {
            let simulation = Simulation(seed: 1, variant)
            let node = simulation.addNode("node")
            node.spawn("deaf") { try await body(node) }
            let other = simulation.addNode("other")
            other.spawn("crash") {
                try await other.nap(3)
                node.crash()
                try await other.nap(10_000_000)
            }
            let outcome = simulation.run()
            let property = outcome.violations.first?.property
            #expect(
                [.ignoredCrash, .ignoredCancellation].contains(property),
                "\(outcome.violations)"
            )
            #expect(outcome.instant.nanoseconds == 3_000_000)
            #expect(simulation.shutDown() <= 1)
        }
    }
}
