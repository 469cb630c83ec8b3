import Testing

@testable import Simulator

/// A task of the runtime does one spawned thing after another, and nothing of one shows in the
/// next.
struct SpawnedTaskTests {
    private let journal = Journal()

    @Test(arguments: Variant.all)
    func `what is spawned later is done by a task that is done`(_ variant: Variant) {
        let simulation = Simulation(variant)
        let node = simulation.addNode("node")
        let first = node.spawn("first") { [journal] in
            try await node.nap(1)
            journal.note("first", at: node)
        }
        let address = first.address
        #expect(simulation.run().violations.isEmpty)
        #expect(first.isFinished && first.address == 0)
        let second = node.spawn("second") { [journal] in
            try await node.nap(1)
            journal.note("second", at: node)
        }
        #expect(second.address == address && address != 0)
        #expect(simulation.run().violations.isEmpty)
        #expect(journal.entries == ["first@1", "second@2"])
        #expect(simulation.shutDown() == 0)
    }

    @Test(arguments: Variant.all, [false, true])
    func `what comes after a cancelled task is not cancelled`(
        _ variant: Variant,
        _ isCancelledLate: Bool
    ) {
        let simulation = Simulation(variant)
        let node = simulation.addNode("node")
        let first = node.spawn("first") { if !isCancelledLate { try await node.nap(5) } }
        if !isCancelledLate { first.cancel() }
        #expect(simulation.run().violations.isEmpty)
        #expect(first.isFinished)
        node.spawn("second") { [journal] in
            journal.note("cancelled: \(Task.isCancelled)")
            await journal.record("second", at: node) { try await node.nap(5) }
        }
        first.cancel()
        #expect(simulation.run().violations.isEmpty)
        #expect(journal.entries == ["cancelled: false", "second done@5"])
    }

    @Test(arguments: Variant.all)
    func `a crash keeps a task that is done from what it was woken for`(_ variant: Variant) {
        let simulation = Simulation(variant)
        let node = simulation.addNode("node")
        node.spawn("first") {}
        #expect(simulation.run().violations.isEmpty)
        let second = node.spawn("second") { [journal] in journal.note("second") }
        node.crash()
        let next = node.restart()
        next.spawn("third") { [journal] in
            journal.note("cancelled: \(Task.isCancelled)")
        }
        #expect(simulation.run().violations.isEmpty)
        #expect(second.isFinished)
        #expect(journal.entries == ["cancelled: false"])
    }

    @Test(arguments: Variant.captures)
    func `work is released when it is done`(_ variant: Variant) {
        let lifetimes = Lifetimes()
        let simulation = Simulation(variant)
        let node = simulation.addNode("node")
        let task = node.spawn("holder") { [witness = lifetimes.witness()] in
            try await node.nap(1)
            withExtendedLifetime(witness) {}
        }
        #expect(lifetimes.alive == 1)
        #expect(simulation.run().violations.isEmpty)
        #expect(task.isFinished && lifetimes.alive == 0)
    }

    @Test
    func `few of the tasks that end at once stay`() {
        let simulation = Simulation(Variant())
        let node = simulation.addNode("node")
        let most = Int(IdleTasks.capacity)
        for round in 1...3 {
            for _ in 0..<(2 * most) { node.spawn("sleeper") { try await node.nap(1) } }
            #expect(simulation.run().violations.isEmpty)
            let tasks = simulation.executor.state.pointee.roots.count
            #expect(tasks == most, "after round \(round)")
        }
        #expect(simulation.shutDown() == 0)
        let left = simulation.executor.state.pointee.roots.count
        #expect(left == 0)
    }
}
