import Simulator

/// The workload of memory: 100,000 actors on 100 nodes that all sleep at once.
package enum SleeperWorkload {
    /// Measures `scale` times the actors.
    package static func run(scale: Double) -> Measurement {
        let before = Allocation.bytes()
        let simulation = Simulation(seed: 5)
        let count = Int(100_000 * scale)
        let nodes = (0..<100).map { simulation.addNode("node \($0)") }
        let sleepers = (0..<count).map { Sleeper(node: nodes[$0 % nodes.count]) }
        for sleeper in sleepers { sleeper.start() }
        _ = simulation.run(until: .instant(VirtualInstant(nanoseconds: 1)))
        let asleep = Allocation.bytes() - before
        let outcome = simulation.run()
        return Measurement(
            workload: "sleepers",
            operations: Int(outcome.events),
            checks: [("bytes_per_actor", String(asleep / max(1, count)))],
            digest: outcome.digest
        )
    }
}

private actor Sleeper: SimulatedActor {
    nonisolated let node: Node

    init(node: Node) {
        self.node = node
    }

    nonisolated func start() {
        node.spawn("sleep") { try await self.sleep() }
    }

    private func sleep() async throws {
        try await node.sleep(for: .seconds(3_600))
    }
}
