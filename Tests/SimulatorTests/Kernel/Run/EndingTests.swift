import Testing

@testable import Simulator

struct EndingTests {
    private func milliseconds(_ count: UInt64) -> VirtualInstant {
        VirtualInstant(nanoseconds: count * 1_000_000)
    }

    @Test func `a run with nothing to do is over at once`() {
        let simulation = Simulation(seed: 1)
        let outcome = simulation.run()
        #expect(outcome.ending == .quiescent && outcome.instant == .zero && outcome.events == 0)
    }

    @Test func `background work does not hold up the end`() {
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node")
        node.spawn("heartbeat", .background) { while true { try await node.nap(1) } }
        node.spawn("daemon", .background) {
            _ = try await Mailbox<Int>("inbox", on: node).receive()
        }
        node.spawn("work") { try await node.sleep(for: .microseconds(3_500)) }
        let outcome = simulation.run()
        #expect(outcome.ending == .quiescent && outcome.instant.nanoseconds == 3_500_000)
        #expect(simulation.liveTasks == 2)
        #expect(simulation.shutDown() == 0)
    }

    @Test(arguments: Simulation.Order.allCases)
    func `a deadline includes its own instant and whatever that leads to`(_ order: Simulation.Order)
    {
        let simulation = Simulation(seed: 1, Variant(order: order))
        let node = simulation.addNode("node")
        let journal = Journal()
        node.spawn("sleeper") {
            try await node.nap(5)
            for _ in 0..<3 { try await node.nap(0) }
            journal.note("at", at: node)
            try await node.sleep(for: .nanoseconds(1))
            journal.note("after", at: node)
        }
        let outcome = simulation.run(until: .instant(milliseconds(5)))
        #expect(outcome.ending == .deadline && outcome.instant == milliseconds(5))
        #expect(journal.entries == ["at@5"])
        #expect(simulation.run(until: .instant(milliseconds(5))).ending == .deadline)
        #expect(journal.entries == ["at@5"])
        #expect(simulation.run(until: .instant(milliseconds(1))).instant == milliseconds(5))
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["at@5", "after@5"])
    }

    @Test func `a deadline leaves a task that waits to whoever runs the steps`() {
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node")
        let mailbox = Mailbox<Int>("inbox", on: node)
        let journal = Journal()
        node.spawn("reader") { journal.note("\(try await mailbox.receive())", at: node) }
        #expect(simulation.run(until: .instant(milliseconds(5))).ending == .deadline)
        #expect(mailbox.put(7))
        #expect(simulation.run(until: .instant(milliseconds(9))).ending == .deadline)
        #expect(journal.entries == ["7@5"])
    }

    @Test func `where nobody acts from outside a task that waits is stuck at once`() {
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node")
        node.spawn("reader") {
            try await node.nap(2)
            _ = try await Mailbox<Int>("inbox", on: node).receive()
        }
        let outcome = simulation.run(until: .horizon(milliseconds(9)))
        #expect(outcome.violations.map(\.property) == [.stuck])
        #expect(outcome.instant == milliseconds(2))
    }

    @Test func `the horizon is a deadline for all that moves`() {
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node")
        node.spawn("sleeper") { while true { try await node.nap(1) } }
        let outcome = simulation.run(until: .horizon(milliseconds(9)))
        #expect(outcome.ending == .deadline && outcome.instant == milliseconds(9))
    }

    @Test func `a deadline is kept though nothing is left to do`() {
        let simulation = Simulation(seed: 1)
        #expect(simulation.run(until: .instant(milliseconds(9))).instant == milliseconds(9))
        #expect(simulation.run(until: .instant(.distantFuture)).instant == .distantFuture)
    }

    @Test func `a sleep to the end of time is one`() {
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node")
        node.spawn("sleeper") { try await node.sleep(until: .distantFuture) }
        node.spawn("other") { try await node.sleep(for: .seconds(Int64.max)) }
        let outcome = simulation.run()
        #expect(outcome.ending == .quiescent && outcome.instant == .distantFuture)
    }

    @Test(arguments: Variant.all)
    func `the event budget ends a run`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant, eventBudget: 1_000)
        let node = simulation.addNode("node")
        node.spawn("sleeper") { while true { try await node.nap(1) } }
        let outcome = simulation.run()
        #expect(outcome.events == 1_000)
        #expect(outcome.violations.map(\.property) == [.budget])
        #expect(outcome.violations[0].message == "the run took 1000 events and was not done")
        #expect(simulation.shutDown() == 0)
    }

    @Test(arguments: Variant.all)
    func `the job budget ends a loop that lets no time pass`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant, eventBudget: 1_000)
        let node = simulation.addNode("node")
        node.spawn("yielding") { while !Task.isCancelled { await Task.yield() } }
        let violation = simulation.run().violations.first
        #expect(violation?.property == .budget)
        #expect(violation?.message.contains("yield") == true)
        #expect(simulation.shutDown() == 0)
    }

    @Test(arguments: Variant.all)
    func `the job budget ends calls to and fro between executors`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant, eventBudget: 1_000)
        let node = simulation.addNode("node")
        let host = Host(node: node)
        node.spawn("calling") { while !Task.isCancelled { await host.increment() } }
        #expect(simulation.run().violations.first?.property == .budget)
        #expect(simulation.shutDown() == 0)
    }

    @Test(arguments: Variant.all + Variant.orders)
    func `the event budget ends a handler that schedules itself without delay`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant, eventBudget: 1_000)
        let node = simulation.addNode("node")
        let host = Host(node: node)
        let again = Again()
        again.handler = Handler("again", of: host) { _ in again.handler?.schedule(after: .zero) }
        again.handler?.schedule(after: .zero)
        #expect(simulation.run().violations.first?.property == .budget)
        again.handler = nil
    }

    /// Reached from the thread of the test only, which runs the simulation.
    private final class Again: @unchecked Sendable {
        var handler: Handler<Host>?
    }

    @Test func `a budget without end is none`() {
        let simulation = Simulation(seed: 1, Variant(), eventBudget: 1 << 60)
        let node = simulation.addNode("node")
        node.spawn("sleeper") { try await node.nap(1) }
        #expect(simulation.run().ending == .quiescent)
    }

    @Test func `a property reported by simulated code ends the run at its instant`() {
        let simulation = Simulation(seed: 9)
        let node = simulation.addNode("node")
        node.spawn("checker") {
            try await node.nap(2)
            simulation.report(Violation.Property("no-loss"), "a request was lost")
            try await node.nap(2)
        }
        let outcome = simulation.run()
        #expect(outcome.ending == .violation)
        #expect(
            outcome.violations.map(\.description) == [
                "no-loss: a request was lost (seed 9, at 0.002000000s, event 1)"
            ]
        )
        #expect(simulation.run().ending == .violation)
        simulation.shutDown()
    }
}
