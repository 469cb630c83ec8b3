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
    private let machines: [MachineSpecification]
    /// The number that each server greets with.
    private var identifiers: [String: Int] = [:]
    /// How often each server was launched or stopped: a launch that something overtook is given up.
    private var orders: [String: Int] = [:]

    init(
        _ servers: ServersSpecification,
        on machines: [MachineSpecification],
        spawnTime: DurationDistribution,
        simulation: Simulation,
        network: Network
    ) {
        self.servers = servers
        self.spawnTime = spawnTime
        self.simulation = simulation
        self.network = network
        random = simulation.random("server launches")
        self.machines = machines
    }

    /// Adds the server called `name`, the member number `ordinal`, which is up at once.
    func add(_ name: String, ordinal: Int) {
        let placement = servers.standing.placement(.server, ordinal, on: machines)
        let settings = WebServerSettings(servers)
        let service = simulation.random("service of \(name)")
        identifiers[name] = servers.first + ordinal
        simulation.addNode(name, placement: placement) { [network] node in
            WebServer.start(
                on: node,
                network: network,
                identifier: self.identifiers[name] ?? 0,
                settings: settings,
                random: service.split("incarnation \(node.incarnation)")
            )
        }
    }

    func launch(_ name: String, ordinal: Int, from node: Node) async throws(Interruption) {
        let order = nextOrder(of: name)
        try await node.sleep(for: spawnTime.sample(using: &random))
        guard orders[name] == order else { return }
        if let stopped = simulation.node(named: name) {
            guard stopped.role == FaultRole.server.rawValue else { return }
            identifiers[name] = servers.first + ordinal
            stopped.restart()
        } else {
            add(name, ordinal: ordinal)
        }
    }

    func stop(_ name: String) {
        _ = nextOrder(of: name)
        guard let node = simulation.node(named: name), node.role == FaultRole.server.rawValue
        else { return }
        node.crash()
    }

    func lastCrash(of name: String) -> VirtualInstant? {
        simulation.node(named: name)?.lastCrash
    }

    private func nextOrder(of name: String) -> Int {
        orders[name, default: 0] += 1
        return orders[name, default: 0]
    }
}
