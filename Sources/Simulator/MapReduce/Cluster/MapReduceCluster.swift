/// A MapReduce cluster in a simulation: a database, coordinators, workers, and shuffle servers
/// where the shuffle needs them.
///
/// Its nodes are called after their ``MapReduceRole``.
public struct MapReduceCluster: Sendable {
    /// What happened in it.
    public let journal = MapReduceJournal()
    /// Watches what coordinators write down.
    public let history = JobHistoryChecker()
    /// What is durable in its database.
    public let mirror = DatabaseMirror()
    /// The nodes of the coordinators.
    public let coordinators: [String]
    /// The nodes of the gateways.
    public let gateways: [String]
    private let network: Network

    /// The node of the database.
    public static let databaseName = MapReduceRole.database.rawValue

    /// Builds a cluster.
    public init(
        _ settings: MapReduceClusterSettings,
        in simulation: Simulation,
        network: Network,
        library: any JobLibrary
    ) {
        self.network = network
        coordinators = MapReduceRole.coordinator.names(settings.coordinators)
        gateways = settings.gatewayNames
        let builder = ClusterBuilder(
            settings: settings,
            simulation: simulation,
            network: network,
            library: library,
            journal: journal,
            history: history,
            mirror: mirror,
            coordinators: coordinators
        )
        builder.addDatabase()
        builder.addShuffleServers()
        builder.addCoordinators()
        builder.addWorkers(.map)
        builder.addWorkers(.reduce)
        builder.addGateways()
    }

    /// A client on `node` that uses the gateways.
    ///
    /// - Parameters:
    ///   - node: Where the client runs.
    ///   - addresses: What stands in front of the gateways, where something does.
    /// - Precondition: there are some.
    public func gatewayClient(
        on node: Node,
        through addresses: [String] = []
    ) -> GatewayClient {
        let servers = addresses.isEmpty ? gateways : addresses
        return GatewayClient(node: node, network: network, gateways: servers)
    }

    /// A client on `node`.
    ///
    /// - Parameters:
    ///   - node: Where the client runs.
    ///   - pollPeriod: How often it asks how far a job is.
    ///   - timeout: How long an answer may take.
    public func client(
        on node: Node,
        pollPeriod: Duration = .milliseconds(500),
        timeout: Duration = .seconds(5)
    ) -> JobClient {
        JobClient(
            node: node,
            network: network,
            coordinators: coordinators,
            pollPeriod: pollPeriod,
            timeout: timeout
        )
    }
}
