import OrderedCollections
import Simulator

/// The servers of a scenario: it builds the first ones, and those a balancer asks for later.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
final class ServerFleet: ServerProvider, @unchecked Sendable {
    private unowned let simulation: Simulation
    private let network: Network
    private let servers: ServersSpecification
    private let spawnTime: DurationDistribution
    private var random: RandomStream
    private let machines: [MachineSpecification]
    /// What endpoints answer with, by their paths.
    private let bodies: [String: ResponseBody]
    /// Replaces processes, where versions are deployed.
    private let supervisor: ServerSupervisor?
    /// What stands behind them.
    private let backing: BackingPart?
    /// The number that each server greets with.
    private var identifiers: [String: Int] = [:]
    /// How busy each server is, in the order of their first start.
    private(set) var meters: OrderedDictionary<String, ServerMeter> = [:]
    /// How often each server was launched or stopped: a launch that something overtook is given up.
    private var orders: [String: Int] = [:]
    /// Servers that were started and not stopped since.
    private var started: Set<String> = []

    init(
        _ servers: ServersSpecification,
        on machines: [MachineSpecification],
        spawnTime: DurationDistribution,
        supervisor: ServerSupervisor?,
        backing: BackingPart?,
        simulation: Simulation,
        network: Network
    ) {
        self.servers = servers
        self.spawnTime = spawnTime
        self.supervisor = supervisor
        self.backing = backing
        self.simulation = simulation
        self.network = network
        random = simulation.random("server launches")
        self.machines = machines
        var bodies: [String: ResponseBody] = [:]
        for endpoint in servers.endpoints {
            guard let size = endpoint.size else { continue }
            let random = simulation.random("body of \(endpoint.path)")
            bodies[endpoint.path] = ResponseBody(endpoint.type, size: size, random: random)
        }
        self.bodies = bodies
    }

    /// Adds the server called `name`, the member number `ordinal`, which is up at once.
    func add(_ name: String, ordinal: Int) {
        started.insert(name)
        let placement = servers.standing.placement(.server, ordinal, on: machines)
        let settings = WebServerSettings(servers, ordinal: ordinal, bodies: bodies)
        let service = simulation.random("service of \(name)")
        identifiers[name] = servers.first + ordinal
        let meter = ServerMeter()
        meters[name] = meter
        simulation.addNode(name, placement: placement) { [network, supervisor, backing] node in
            // A fault that ends brings back what crashed, and not what was stopped meanwhile.
            guard self.isStarted(name) else { return }
            if let supervisor {
                ServerHost.start(on: node, network: network, supervisor: supervisor)
            }
            WebServer.start(
                on: node,
                network: network,
                identifier: self.identifiers[name] ?? 0,
                settings: supervisor?.settings(of: name, from: settings) ?? settings,
                meter: meter,
                backing: backing?.start(on: node, network: network),
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
            started.insert(name)
            stopped.restart()
        } else {
            add(name, ordinal: ordinal)
        }
    }

    func stop(_ name: String) {
        _ = nextOrder(of: name)
        started.remove(name)
        guard let node = simulation.node(named: name), node.role == FaultRole.server.rawValue
        else { return }
        // A process that is stopped closes its connections.
        if backing != nil { network.kill(node) } else { node.crash() }
    }

    func isStarted(_ name: String) -> Bool { started.contains(name) }

    func lastCrash(of name: String) -> VirtualInstant? {
        simulation.node(named: name)?.lastCrash
    }

    private func nextOrder(of name: String) -> Int {
        orders[name, default: 0] += 1
        return orders[name, default: 0]
    }
}
