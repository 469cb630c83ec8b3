import Simulator

/// Workload w1: 1000 processes, each of which sleeps for exponential times, 1000 times each.
package enum TimerWorkload {
    /// Runs it with `scale` times the sleeps.
    package static func run(scale: Double) -> Measurement {
        let simulation = Simulation(seed: 1)
        let sleeps = Int(1000 * scale)
        let sleepers = (0..<1000).map { index in
            Sleeper(node: simulation.addNode("sleeper \(index)"), seed: UInt64(1 + index))
        }
        for sleeper in sleepers { sleeper.start(sleeps) }
        let outcome = simulation.run()
        let finishes = sleepers.map { simulation.inspect($0) { $0.finish.seconds } }
        return Measurement(
            workload: "w1",
            operations: Int(outcome.events),
            checks: [
                ("mean_finish", fixed(finishes.reduce(0, +) / 1000, digits: 9)),
                ("max_finish", fixed(finishes.max() ?? 0, digits: 9)),
            ],
            digest: outcome.digest
        )
    }
}

private actor Sleeper: SimulatedActor {
    nonisolated let node: Node
    private let seed: UInt64
    private(set) var finish = VirtualInstant.zero

    init(node: Node, seed: UInt64) {
        self.node = node
        self.seed = seed
    }

    nonisolated func start(_ count: Int) {
        node.spawn("sleep") { try await self.sleep(count) }
    }

    private func sleep(_ count: Int) async throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<count { try await node.sleep(for: random.exponential(rate: 1)) }
        finish = node.now
    }
}
