import Simulator

/// The servers of a scenario: it builds the first ones, and those a balancer asks for later.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
final class ServerFleet: ServerLauncher, @unchecked Sendable {
    private unowned let simulation: Simulation
    private let network: Network
    private let servers: ServersSpecification
    private let spawnTime: DurationDistribution
    private var random: RandomStream

    init(
        _ servers: ServersSpecification, spawnTime: DurationDistribution, simulation: Simulation,
        network: Network
    ) {
        self.servers = servers
        self.spawnTime = spawnTime
        self.simulation = simulation
        self.network = network
        random = simulation.random("server launches")
    }

    /// Adds the server called `name`, the member number `ordinal`, which is up at once.
    func add(_ name: String, ordinal: Int) {
        let placement = NodePlacement(
            role: FaultRole.server.rawValue, zone: servers.zone(of: ordinal),
            machine: servers.machine(of: ordinal))
        let settings = WebServerSettings(servers)
        let service = simulation.random("service of \(name)")
        let identifier = servers.first + ordinal
        let network = network
        simulation.addNode(name, placement: placement) { node in
            WebServer.start(
                on: node, network: network, identifier: identifier, settings: settings,
                random: service.split("incarnation \(node.incarnation)"))
        }
    }

    func launch(_ name: String, ordinal: Int, from node: Node) async throws(Interruption) {
        try await node.sleep(for: spawnTime.sample(using: &random))
        if let stopped = simulation.node(named: name) {
            stopped.restart()
        } else {
            add(name, ordinal: ordinal)
        }
    }

    func stop(_ name: String) {
        simulation.node(named: name)?.crash()
    }
}
