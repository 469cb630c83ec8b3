import Testing

@testable import Simulator

struct PauseTests {
    private let simulation = Simulation(seed: 1, Variant())
    private let journal = Journal()
    private let node: Node
    private let operatorNode: Node

    init() {
        node = simulation.addNode("node")
        operatorNode = simulation.addNode("operator")
    }

    private func pause(from start: Int, to end: Int) {
        operatorNode.spawn("pause") { [node, operatorNode] in
            try await operatorNode.nap(start)
            node.pause()
            try await operatorNode.nap(end - start)
            node.resume()
        }
    }

    private func spawnReader(_ mailbox: Mailbox<Int>, _ count: Int) {
        node.spawn("reader") { [journal, node] in
            for _ in 0..<count { journal.note("\(try await mailbox.receive())", at: node) }
        }
    }

    @Test func `timers and deliveries of a pause happen at its end, in their order`() {
        pause(from: 2, to: 10)
        for time in [4, 1, 3] {
            node.spawn("sleeper") { [journal, node] in
                try await node.nap(time)
                journal.note("slept \(time)", at: node)
            }
        }
        let mailbox = Mailbox<Int>("inbox", on: node)
        mailbox.send(5, after: .milliseconds(5))
        spawnReader(mailbox, 1)
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["slept 1@1", "slept 3@10", "slept 4@10", "5@10"])
    }

    /// The resume is the first event of its instant, the second message the second.
    @Test func `a message that is put in arrives at the end of the pause`() {
        let mailbox = Mailbox<Int>("inbox", on: node, capacity: 2)
        spawnReader(mailbox, 1)
        operatorNode.spawn("faults") { [node, operatorNode, journal] in
            try await operatorNode.nap(1)
            node.pause()
            #expect(mailbox.put(1) && mailbox.put(2) && !mailbox.put(3))
            try await operatorNode.nap(4)
            journal.note("still paused", at: operatorNode)
            #expect(mailbox.count == 0 && !mailbox.put(4))
            node.resume()
            try await operatorNode.nap(1)
            #expect(mailbox.count == 1 && mailbox.put(5) && !mailbox.put(6))
            node.pause()
            node.current.crash()
            #expect(!mailbox.put(7))
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["still paused@5", "1@5"])
    }

    @Test func `a message that is put in during a pause is lost in a crash`() {
        let lifetimes = Lifetimes()
        let mailbox = Mailbox<Lifetimes.Witness>("inbox", on: node)
        node.pause()
        #expect(mailbox.put(lifetimes.witness()))
        _ = simulation.run(until: .instant(VirtualInstant(nanoseconds: 1)))
        #expect(lifetimes.alive == 1)
        node.crash()
        #expect(mailbox.count == 0)
    }

    @Test func `what was held back is not overtaken by what comes as the pause ends`() {
        pause(from: 2, to: 10)
        let mailbox = Mailbox<Int>("inbox", on: node)
        spawnReader(mailbox, 2)
        operatorNode.spawn("sender") { [operatorNode] in
            mailbox.send(1, after: .milliseconds(5))
            try await operatorNode.nap(3)
            mailbox.send(2, after: .milliseconds(7))
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["1@10", "2@10"])
    }

    @Test func `a crash ends a pause and drops what was held back`() {
        node.spawn("sleeper") { [journal, node] in
            await journal.record("sleeper", at: node) { try await node.nap(3) }
        }
        operatorNode.spawn("faults") { [node, operatorNode, journal] in
            node.pause()
            try await operatorNode.nap(5)
            #expect(node.isPaused)
            node.crash()
            let next = node.restart()
            #expect(!next.isPaused)
            node.resume()
            try await next.nap(1)
            journal.note("next", at: next)
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["sleeper the node crashed@5", "next@6"])
    }

    @Test func `a sleeper that is cancelled in a pause is not woken by its timer again`() {
        let task = node.spawn("sleeper") { [journal, node] in
            await journal.record("first", at: node) { try await node.nap(3) }
        }
        node.spawn("other") { [journal, node] in
            try await node.nap(1)
            try await node.nap(19)
            journal.note("other", at: node)
        }
        operatorNode.spawn("faults") { [node, operatorNode] in
            try await operatorNode.nap(2)
            node.pause()
            try await operatorNode.nap(3)
            task.cancel()
            try await operatorNode.nap(3)
            node.resume()
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["first the task was cancelled@5", "other@20"])
    }

    @Test func `a run with a deadline leaves a paused node to whoever paused it`() {
        node.spawn("sleeper") { [node] in try await node.nap(3) }
        node.pause()
        let instant = VirtualInstant(nanoseconds: 10_000_000)
        #expect(simulation.run(until: .instant(instant)).ending == .deadline)
        node.resume()
        #expect(simulation.run().ending == .quiescent)
        #expect(simulation.now == instant)
    }

    @Test func `a run without one is stuck and says that the node is paused`() {
        node.spawn("sleeper") { [node] in try await node.nap(3) }
        node.pause()
        let violation = simulation.run().violations.first
        #expect(violation?.property == .stuck)
        #expect(violation?.message.contains("on a node that is paused") == true)
    }

    @Test func `one without an end is found while background work goes on`() {
        let simulation = Simulation(seed: 1, Variant(), patience: .seconds(60))
        let held = simulation.addNode("held")
        let other = simulation.addNode("other")
        other.spawn("heartbeats", .background) {
            while true { try await other.sleep(for: .seconds(1)) }
        }
        let mailbox = Mailbox<Int>("inbox", on: held)
        held.spawn("sleeper") { try await held.sleep(for: .seconds(3)) }
        mailbox.send(1, after: .seconds(2))
        held.pause()
        let outcome = simulation.run()
        #expect(outcome.violations.first?.property == .stuck)
        #expect(outcome.instant <= VirtualInstant.zero.advanced(by: .seconds(180)))
    }

    @Test func `one that ends in time is none, however long a task has slept`() {
        let simulation = Simulation(seed: 1, Variant(), patience: .seconds(60))
        let held = simulation.addNode("held")
        let other = simulation.addNode("other")
        held.spawn("sleeper") { try await held.sleep(for: .seconds(600)) }
        other.spawn("pauses", .background) {
            while true {
                held.pause()
                try await other.sleep(for: .seconds(59))
                held.resume()
                try await other.sleep(for: .seconds(1))
            }
        }
        let outcome = simulation.run()
        #expect(outcome.violations == [])
        #expect(outcome.ending == .quiescent)
    }

    @Test func `for what one without an end holds back no run waits`() {
        let early = Mailbox<Int>("early", on: node)
        let late = Mailbox<Int>("late", on: node)
        early.send(1, after: .milliseconds(2))
        late.send(2, after: .milliseconds(9))
        node.spawn("sleeper") { [node] in try await node.nap(3) }
        operatorNode.spawn("pause") { [node, operatorNode] in
            try await operatorNode.nap(1)
            node.pause()
            try await operatorNode.nap(4)
            node.pause(isEndless: true)
        }
        // The message that is under way is waited for, until it is held back too.
        #expect(simulation.run().ending == .quiescent)
        #expect(simulation.now == VirtualInstant(nanoseconds: 9_000_000))
        #expect(simulation.violations == [])
    }

    @Test func `what it held back is waited for once it is resumed after all`() {
        let mailbox = Mailbox<Int>("inbox", on: node)
        spawnReader(mailbox, 1)
        mailbox.send(1, after: .milliseconds(2))
        node.pause(isEndless: true)
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == [])
        node.resume()
        node.spawn("sleeper") { [journal, node] in
            try await node.nap(4)
            journal.note("slept", at: node)
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["1@2", "slept@6"])
    }

    @Test func `a crash ends it, and the next incarnation is waited for`() {
        let mailbox = Mailbox<Int>("inbox", on: node)
        spawnReader(mailbox, 1)
        mailbox.send(1, after: .milliseconds(1))
        operatorNode.spawn("faults") { [journal, node, operatorNode] in
            node.pause(isEndless: true)
            try await operatorNode.nap(2)
            node.crash()
            let next = node.restart()
            next.spawn("next") {
                try await next.nap(5)
                journal.note("next", at: next)
            }
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["next@7"])
    }

    @Test func `work takes longer on a slow node, sleep does not`() {
        node.slowness = 2.5
        node.spawn("worker") { [node, journal] in
            try await node.work(for: .milliseconds(10))
            journal.note("worked", at: node)
            try await node.nap(10)
            journal.note("slept", at: node)
            node.slowness = 0.5
            try await node.work(for: .milliseconds(10))
            journal.note("hurried", at: node)
        }
        _ = simulation.run()
        #expect(journal.entries == ["worked@25", "slept@35", "hurried@40"])
        node.crash()
        #expect(node.restart().slowness == 1)
    }
}
