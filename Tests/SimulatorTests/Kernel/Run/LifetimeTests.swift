import Testing

@testable import Simulator

/// Nothing of a simulation outlives it.
struct LifetimeTests {
    /// Weak references to what a simulation is made of.
    private struct Remains {
        weak var simulation: Simulation?
        weak var executor: SimulationExecutor?
        weak var node: NodeRecord?
        weak var host: Host?
        weak var observer: Observer?

        var isEmpty: Bool {
            simulation == nil && executor == nil && node == nil && host == nil && observer == nil
        }
    }

    private final class Observer: EventObserver {
        let simulation: Simulation
        var events: UInt64 = 0
        var digest: UInt64 = 0

        init(_ simulation: Simulation) { self.simulation = simulation }

        func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64) {
            events = event
            self.digest = digest
        }
    }

    /// Makes a simulation with work of every kind, runs it to `limit`, and shuts it down.
    private func remains(_ variant: Variant, runs: Bool) -> Remains {
        let simulation = Simulation(seed: 1, variant)
        let node = simulation.addNode("node") { _ in _ = simulation.now }
        let host = Host(node: node)
        let mailbox = Mailbox<Host>("hosts", on: node)
        let handler = Handler("late", of: host) { [host] _ in _ = host }
        node.spawn("receiver") { while true { await (try mailbox.receive()).increment() } }
        node.spawn("sleeper") { try await host.perform { try await $0.nap(100) } }
        node.spawn("group") {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { try await host.perform { try await $0.nap(100) } }
            }
        }
        mailbox.send(host, after: .milliseconds(1))
        mailbox.send(host, after: .milliseconds(100))
        handler.schedule(after: .milliseconds(100))
        let observer = Observer(simulation)
        simulation.observe(observer)
        if runs {
            let outcome = simulation.run(until: .instant(VirtualInstant(nanoseconds: 5_000_000)))
            #expect(outcome.ending == .deadline)
            #expect(observer.events == outcome.events && observer.digest == outcome.digest.value)
        }
        #expect(simulation.shutDown() == 0)
        return Remains(
            simulation: simulation,
            executor: simulation.executor,
            node: node.record,
            host: host,
            observer: observer
        )
    }

    @Test(arguments: Variant.all, [false, true])
    func `nothing is left after shutting down`(_ variant: Variant, _ runs: Bool) {
        #expect(remains(variant, runs: runs).isEmpty)
    }

    @Test func `a simulation that is released shuts down by itself`() {
        let lifetimes = Lifetimes()
        do {
            let simulation = Simulation(seed: 1)
            let node = simulation.addNode("node")
            let witness = lifetimes.witness()
            node.spawn("sleeper") {
                try await node.nap(5)
                _ = witness
            }
            _ = simulation.run(until: .instant(VirtualInstant(nanoseconds: 1)))
        }
        #expect(lifetimes.alive == 0)
    }

    @Test func `shutting down twice, and restarting afterwards, does nothing`() {
        let simulation = Simulation(seed: 1)
        let journal = Journal()
        let node = simulation.addNode("node") { _ in journal.note("boot") }
        #expect(simulation.shutDown() == 0)
        #expect(simulation.shutDown() == 0)
        #expect(!node.restart().isAlive)
        #expect(journal.entries == ["boot"])
    }

    @Test func `a loop that yields for ever does not keep a shutdown from its end`() {
        let simulation = Simulation(seed: 1, Variant(), eventBudget: 100)
        let node = simulation.addNode("node")
        node.spawn("deaf") { while true { await Task.yield() } }
        #expect(simulation.run().violations.first?.property == .budget)
        #expect(simulation.shutDown() == 1)
    }
}
