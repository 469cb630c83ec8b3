/// What a MapReduce cluster consists of.
public struct MapReduceClusterSettings: Sendable {
    /// How many coordinators there are; one leads, the others stand by.
    public var coordinators: Int
    /// How many map workers there are.
    public var mapWorkers: Int
    /// How many reduce workers there are.
    public var reduceWorkers: Int
    /// How many shuffle servers there are.
    public var shuffleServers: Int
    /// Bytes of memory of a map worker.
    public var mapMemory: Int
    /// Bytes of memory of a reduce worker.
    public var reduceMemory: Int
    /// How coordinators work.
    public var coordinator: CoordinatorSettings
    /// How map output travels; its servers are filled in.
    public var shuffle: ShuffleSettings
    /// How long work takes.
    public var costs: CostModel
    /// How the database performs.
    public var database: DatabaseSettings
    /// From the end of a process that was killed to its next start.
    public var restartDelay: Duration
    package var plantedBug: MapReducePlantedBug?

    /// The original's cluster: one coordinator, four map workers of 2 GB, two reduce workers of 3
    /// GB.
    public init(
        coordinators: Int = 1,
        mapWorkers: Int = 4,
        reduceWorkers: Int = 2,
        shuffleServers: Int = 1,
        mapMemory: Int = 2 << 30,
        reduceMemory: Int = 3 << 30,
        coordinator: CoordinatorSettings = CoordinatorSettings(),
        shuffle: ShuffleSettings = ShuffleSettings(store: .local),
        costs: CostModel = CostModel(),
        database: DatabaseSettings = DatabaseSettings(),
        restartDelay: Duration = .seconds(5)
    ) {
        self.coordinators = coordinators
        self.mapWorkers = mapWorkers
        self.reduceWorkers = reduceWorkers
        self.shuffleServers = shuffleServers
        self.mapMemory = mapMemory
        self.reduceMemory = reduceMemory
        self.coordinator = coordinator
        self.shuffle = shuffle
        self.costs = costs
        self.database = database
        self.restartDelay = restartDelay
    }
}

/// A MapReduce cluster in a simulation: a database, coordinators, workers, and shuffle servers
/// where the shuffle needs them.
///
/// Their roles are `database`, `coordinator`, `map-worker`, `reduce-worker` and `shuffle`; nodes
/// are called by their role and a number from 1.
public struct MapReduceCluster: Sendable {
    /// What happened in it.
    public let journal = MapReduceJournal()
    /// Watches what coordinators write down.
    public let history = JobHistoryChecker()
    /// The nodes of the coordinators.
    public let coordinators: [String]
    private let network: Network

    /// The node of the database.
    public static let databaseName = "database"

    /// Builds a cluster.
    public init(
        _ settings: MapReduceClusterSettings,
        in simulation: Simulation,
        network: Network,
        library: any JobLibrary
    ) {
        self.network = network
        coordinators = Self.names("coordinator", settings.coordinators)
        let builder = ClusterBuilder(
            settings: settings,
            simulation: simulation,
            network: network,
            library: library,
            journal: journal,
            history: history,
            coordinators: coordinators
        )
        builder.addDatabase()
        builder.addShuffleServers()
        builder.addCoordinators()
        builder.addWorkers(.map, Self.names("map-worker", settings.mapWorkers))
        builder.addWorkers(.reduce, Self.names("reduce-worker", settings.reduceWorkers))
    }

    /// A client on `node`.
    public func client(on node: Node) -> JobClient {
        JobClient(node: node, network: network, coordinators: coordinators)
    }

    static func names(_ role: String, _ count: Int) -> [String] {
        (1...max(1, count)).map { "\(role)-\($0)" }
    }
}

/// Adds the nodes of a cluster.
private struct ClusterBuilder {
    let settings: MapReduceClusterSettings
    let simulation: Simulation
    let network: Network
    let library: any JobLibrary
    let journal: MapReduceJournal
    let history: JobHistoryChecker
    let coordinators: [String]

    private func client(timeout: Duration) -> DatabaseClient {
        DatabaseClient(MapReduceCluster.databaseName, network: network, timeout: timeout)
    }

    private var shuffle: ShuffleSettings {
        var shuffle = settings.shuffle
        shuffle.servers = MapReduceCluster.names("shuffle", settings.shuffleServers)
        shuffle.plantedBug = settings.plantedBug
        return shuffle
    }

    func addDatabase() {
        let database = settings.database
        simulation.addNode(
            MapReduceCluster.databaseName,
            placement: NodePlacement(role: "database")
        ) { [network, history] node in
            DatabaseServer.start(
                on: node,
                network: network,
                settings: database,
                observer: history
            )
        }
    }

    func addShuffleServers() {
        guard settings.shuffle.store == .redis else { return }
        let shuffle = shuffle
        for name in shuffle.servers {
            simulation.addNode(name, placement: NodePlacement(role: "shuffle")) {
                [network, journal] node in
                ShuffleServer.start(
                    on: node,
                    network: network,
                    settings: shuffle,
                    journal: journal
                )
            }
        }
    }

    func addCoordinators() {
        var coordinator = settings.coordinator
        coordinator.scheduling.isShuffleLocal = settings.shuffle.store == .local
        coordinator.scheduling.plantedBug = settings.plantedBug
        for name in coordinators {
            simulation.addNode(name, placement: NodePlacement(role: "coordinator")) {
                [coordinator, network, library, journal, client = client(timeout: .seconds(2))]
                node in
                Coordinator.start(
                    on: node,
                    network: network,
                    settings: coordinator,
                    database: client,
                    library: library,
                    journal: journal
                )
            }
        }
    }

    func addWorkers(_ kind: TaskKind, _ names: [String]) {
        let machine = simulation.addNode("supervisor of \(names[0])")
        let supervisor = Supervisor(node: machine, delay: settings.restartDelay)
        var worker = WorkerSettings(
            coordinators: coordinators,
            memory: kind == .map ? settings.mapMemory : settings.reduceMemory,
            shuffle: shuffle,
            costs: settings.costs
        )
        worker.plantedBug = settings.plantedBug
        for name in names {
            let role = kind == .map ? "map-worker" : "reduce-worker"
            simulation.addNode(name, placement: NodePlacement(role: role)) {
                [worker, network, library, journal, client = client(timeout: .seconds(30))] node in
                TaskWorker.start(
                    kind,
                    on: node,
                    network: network,
                    settings: worker,
                    library: library,
                    database: client,
                    supervisor: supervisor,
                    journal: journal
                )
            }
        }
    }
}
