import Simulator

/// How the time of an event grows with what is pending, and with how many actors wait.
///
/// Each size has as many events in all, after a start that is not timed.
package enum GrowthWorkload {
    private static let pendingSizes = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    private static let actorSizes = [100, 1_000, 10_000, 100_000, 1_000_000]
    private static let events = 2_000_000.0

    /// Measures every size, with `scale` times the events.
    package static func run(scale: Double) -> [Measurement] {
        let largest = Int(10_000_000 * scale)
        return pendingSizes.filter { $0 <= max(10, largest) }.map { size in
            measure("pending", size, scale) { simulation in
                let node = simulation.addNode("node")
                let timers = Timers(node: node)
                timers.start(size)
                return [timers]
            }
        }
            + actorSizes.filter { $0 <= max(100, largest / 10) }.map { size in
                measure("actors", size, scale) { simulation in
                    let nodes = (0..<100).map { simulation.addNode("node \($0)") }
                    return (0..<size).map { index in
                        let sleeper = RestlessSleeper(node: nodes[index % 100], seed: UInt64(index))
                        sleeper.start()
                        return sleeper
                    }
                }
            }
    }

    private static func measure(
        _ kind: String,
        _ size: Int,
        _ scale: Double,
        _ prepare: (Simulation) -> [any SimulatedActor]
    ) -> Measurement {
        let before = Allocation.bytes()
        let simulation = Simulation(seed: 7)
        let actors = prepare(simulation)
        // Once around, so that queue and caches are as they will be.
        let first = simulation.run(until: .instant(VirtualInstant.zero.advanced(by: .seconds(1))))
        let bytes = Allocation.bytes() - before
        let span = max(Duration.nanoseconds(1), .seconds(events * scale / Double(size)))
        let watch = Stopwatch()
        let outcome = simulation.run(
            until: .instant(VirtualInstant.zero.advanced(by: .seconds(1) + span))
        )
        let time = watch.read().processor
        let count = Int(outcome.events - first.events)
        withExtendedLifetime(actors) {}
        return Measurement(
            workload: "growth",
            operations: count,
            checks: [
                (kind, String(size)),
                ("ns_per_event", fixed(time / Double(max(1, count)) * 1e9, digits: 1)),
                ("bytes_each", String(bytes / size)),
            ],
            digest: outcome.digest
        )
    }
}

/// Timers without tasks, each of which sets itself again when it has run off.
private actor Timers: SimulatedActor {
    nonisolated let node: Node
    @exclusivity(unchecked) private var random = SplitMix64(seed: 9)
    @exclusivity(unchecked) private var timer: Handler<Timers>?

    init(node: Node) {
        self.node = node
    }

    nonisolated func start(_ count: Int) {
        let timer = Handler("timer", of: self) { $0.set() }
        node.spawn("start", .background) { await self.begin(timer, count) }
    }

    private func begin(_ timer: Handler<Timers>, _ count: Int) {
        self.timer = timer
        for _ in 0..<count { set() }
    }

    private func set() {
        timer?.schedule(after: random.exponential(rate: 1))
    }
}

private actor RestlessSleeper: SimulatedActor {
    nonisolated let node: Node
    private let seed: UInt64

    init(node: Node, seed: UInt64) {
        self.node = node
        self.seed = seed
    }

    nonisolated func start() {
        node.spawn("sleep") { try await self.sleep() }
    }

    private func sleep() async throws {
        var random = SplitMix64(seed: seed)
        while true { try await node.sleep(for: random.exponential(rate: 1)) }
    }
}
