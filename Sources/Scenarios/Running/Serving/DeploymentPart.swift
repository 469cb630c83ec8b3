import Simulator

/// A deployment of a scenario.
struct DeploymentPart {
    let settings: DeploymentSettings
    /// What it did.
    let journal = DeploymentJournal()
    private let servers: [String]
    private let supervisor: ServerSupervisor

    /// Starts a deployer on a node of its own.
    init(
        _ settings: DeploymentSettings,
        of targets: DeploymentTargets,
        on name: String,
        in simulation: Simulation,
        network: Network,
        supervisor: ServerSupervisor
    ) {
        self.settings = settings
        self.supervisor = supervisor
        servers = targets.servers.map(\.name)
        let node = simulation.addNode(
            name,
            placement: NodePlacement(role: FaultRole.deployer.rawValue)
        )
        Deployer.start(
            settings,
            of: targets,
            on: node,
            network: network,
            journal: journal,
            random: simulation.random(name)
        )
    }

    /// What is wrong with what it did; nothing where all is well.
    var problem: String? {
        DeploymentChecker(settings, of: servers, journal: journal, supervisor: supervisor).problem
    }
}

extension DeploymentTargets {
    /// All servers of the groups of a proxy, each once, in the order of the groups.
    init(_ settings: ProxySettings, behind proxies: [String]) {
        var servers: [Server] = []
        var places: [String: Int] = [:]
        for upstream in settings.upstreams {
            for server in upstream.servers {
                if let place = places[server.name] {
                    servers[place].upstreams.append(upstream.name)
                } else {
                    places[server.name] = servers.count
                    servers.append(Server(server.name, in: [upstream.name]))
                }
            }
        }
        self.init(servers, behind: proxies)
    }
}

extension ServingPart {
    /// The servers that a deployment is for, where there is a proxy.
    var deploymentTargets: DeploymentTargets? { proxy?.targets }
}
