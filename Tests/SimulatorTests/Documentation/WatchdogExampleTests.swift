import Simulator
import Testing

/// What the server answers: any number, with the same number.
let pings = Service<Int, Int>("pings")

/// The system under test: an actor that raises an alarm when answers stay away.
actor Watchdog: SimulatedActor {
    nonisolated let node: Node
    private let network: Network
    private let patience: Int
    private(set) var alarm: VirtualInstant?

    init(on node: Node, network: Network, patience: Int) {
        self.node = node
        self.network = network
        self.patience = patience
        node.spawn("watch", .background) { try await self.watch() }
    }

    private func watch() async throws {
        var missing = 0
        while missing < patience {
            try await node.sleep(for: .milliseconds(100))
            missing = try await isAnswered() ? 0 : missing + 1
        }
        alarm = node.now
    }

    private func isAnswered() async throws -> Bool {
        let limit = Duration.milliseconds(50)
        do {
            _ = try await network.call(pings, of: "server", from: node, 1, timeout: limit)
            return true
        } catch {
            guard error == .timedOut else { throw error }
            return false
        }
    }
}

/// A minute with a server, which may crash in the middle of it; when the alarm was raised.
func alarm(seed: UInt64, loss: Double, patience: Int, crashes: Bool) -> VirtualInstant? {
    let simulation = Simulation(seed: seed, settings: .init(order: .random))
    let latency = DurationDistribution.uniform(.milliseconds(1), .milliseconds(10))
    let links = LinkSettings(latency: latency, loss: loss)
    let network = Network(simulation: simulation, settings: links)
    simulation.addNode("server") { node in
        network.serve(pings, on: node) { $0.reply($0.request) }
    }
    let node = simulation.addNode("watchdog")
    let watchdog = Watchdog(on: node, network: network, patience: patience)
    if crashes {
        let crash = FaultPlan(.once(at: .seconds(30)), .name("server"), .all, [.crash])
        _ = FaultInjector.start([crash], in: simulation, network: network)
    }
    _ = simulation.run(until: .instant(.zero.advanced(by: .seconds(60))))
    return simulation.inspect(watchdog) { $0.alarm }
}

@Test(arguments: 1...50)
func `a crash is noticed within half a second`(seed: UInt64) throws {
    let raised = try #require(alarm(seed: seed, loss: 0, patience: 3, crashes: true))
    let crash = VirtualInstant.zero.advanced(by: .seconds(30))
    #expect(raised > crash && raised < crash.advanced(by: .milliseconds(500)))
}

@Test
func `a network that loses messages raises false alarms, unless the watchdog is patient`() {
    let impatient = (1...50).filter {
        alarm(seed: $0, loss: 0.1, patience: 3, crashes: false) != nil
    }
    let patient = (1...50).filter {
        alarm(seed: $0, loss: 0.1, patience: 12, crashes: false) != nil
    }
    #expect(impatient.count > 40)
    #expect(patient.isEmpty)
}
