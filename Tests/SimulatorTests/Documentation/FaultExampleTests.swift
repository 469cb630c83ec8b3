import Simulator
import Testing

/// A fault of a test's own: nodes lose their power and get it back, one after the other, as in a
/// rack whose sockets are replaced.
actor RollingPowerCut: SimulatedActor {
    nonisolated let node: Node
    private(set) var cuts: [String] = []

    /// Cuts the power of each of `victims` for a time, with as long a pause before it.
    init(of victims: [Node], for duration: Duration, on node: Node) {
        self.node = node
        node.spawn("power cuts", .background) {
            for victim in victims {
                try await node.sleep(for: duration)
                victim.crash()
                try await node.sleep(for: duration)
                _ = victim.restart()
                await self.note(victim.name)
            }
        }
    }

    private func note(_ name: String) { cuts.append(name) }
}

@Test
func `each node is down once, and never two at a time`() {
    let simulation = Simulation(seed: 1)
    let victims = ["one", "two", "three"].map { simulation.addNode($0) }
    let cut = RollingPowerCut(of: victims, for: .seconds(2), on: simulation.addNode("rack"))
    var down: [[String]] = []
    for second in [1, 3, 5, 7, 9, 11, 13] {
        _ = simulation.run(until: .instant(.zero.advanced(by: .seconds(second))))
        let finished = simulation.inspect(cut) { $0.cuts }
        down.append(victims.filter { !$0.isAlive && !finished.contains($0.name) }.map(\.name))
    }
    #expect(down == [[], ["one"], [], ["two"], [], ["three"], []])
    #expect(simulation.inspect(cut) { $0.cuts } == ["one", "two", "three"])
}
