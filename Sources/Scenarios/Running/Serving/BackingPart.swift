import Simulator

/// The database and the cache behind the servers of a scenario.
struct BackingPart: Sendable {
    /// What they did.
    let journal: BackingJournal
    private let settings: BackingSettings

    /// Builds each of them on a node of its own; nothing where neither stands.
    init?(
        _ cluster: ClusterSpecification,
        _ servers: ServersSpecification,
        in simulation: Simulation,
        network: Network,
        _ plantedBug: BackingPlantedBug?
    ) {
        guard cluster.sharedDatabase != nil || cluster.sharedCache != nil else { return nil }
        var settings = BackingSettings(servers)
        settings.plantedBug = plantedBug
        journal = BackingJournal(
            pool: settings.connections,
            database: cluster.sharedDatabase?.settings.connections ?? 0,
            lifetime: cluster.sharedCache?.settings.lifetime
        )
        if var database = cluster.sharedDatabase {
            let name = ClusterSpecification.sharedDatabaseName
            settings.database = name
            database.settings.plantedBug = plantedBug
            let random = simulation.random(name)
            let rows = SharedRows()
            simulation.addNode(
                name,
                placement: database.standing.placement(.sharedDatabase, 0, on: cluster.machines)
            ) { [network, journal, database] node in
                SharedDatabase.start(
                    on: node,
                    network: network,
                    settings: database.settings,
                    rows: rows,
                    journal: journal,
                    random: random.split("incarnation \(node.incarnation)")
                )
            }
        }
        if var cache = cluster.sharedCache {
            let name = ClusterSpecification.sharedCacheName
            settings.cache = name
            cache.settings.plantedBug = plantedBug
            let random = simulation.random(name)
            simulation.addNode(
                name,
                placement: cache.standing.placement(.sharedCache, 0, on: cluster.machines)
            ) { [network, journal, cache] node in
                SharedCache.start(
                    on: node,
                    network: network,
                    settings: cache.settings,
                    journal: journal,
                    random: random.split("incarnation \(node.incarnation)")
                )
            }
        }
        self.settings = settings
    }

    /// Has a server on `node` reach them.
    func start(on node: Node, network: Network) -> BackedRequests {
        BackedRequests.start(on: node, network: network, settings: settings, journal: journal)
    }
}

extension BackingSettings {
    fileprivate init(_ servers: ServersSpecification) {
        self.init()
        connections = servers.databaseConnections ?? connections
        wait = servers.databaseWait ?? wait
        timeout = servers.databaseTimeout ?? timeout
        cacheTimeout = servers.cacheTimeout ?? cacheTimeout
    }
}
