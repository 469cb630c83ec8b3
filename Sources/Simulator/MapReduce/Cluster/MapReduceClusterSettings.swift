/// What a MapReduce cluster consists of.
public struct MapReduceClusterSettings: Sendable {
    /// How many coordinators there are; one leads, the others stand by.
    public var coordinators: Int
    /// How many sub-coordinators hand out the leader's orders; it does so itself without any.
    public var subCoordinators: Int
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
    /// How many gateways there are.
    public var gateways = 0
    /// How those work.
    public var gateway = GatewaySettings()
    /// How many copies for reading the database has.
    public var databaseReplicas = 0
    /// How those behave.
    public var databaseReplica = DatabaseReplicaSettings()
    /// How often a worker gives a sign of life.
    public var heartbeat: Duration
    /// Result rows that a reduce worker writes together.
    public var resultBatch: Int
    /// Where the nodes of a role stand: placements taken in turn, whose role does not count. Nodes
    /// of a role without any stand in the default zone, each on a machine of its own.
    public var placements: [MapReduceRole: [NodePlacement]]
    /// From the end of a process that was killed to its next start.
    public var restartDelay: Duration
    package var plantedBug: MapReducePlantedBug?

    /// The original's cluster: one coordinator, four map workers of 2 GB, two reduce workers of 3
    /// GB.
    public init(
        coordinators: Int = 1,
        subCoordinators: Int = 0,
        mapWorkers: Int = 4,
        reduceWorkers: Int = 2,
        shuffleServers: Int = 1,
        mapMemory: Int = 2 << 30,
        reduceMemory: Int = 3 << 30,
        coordinator: CoordinatorSettings = CoordinatorSettings(),
        shuffle: ShuffleSettings = ShuffleSettings(store: .local),
        costs: CostModel = CostModel(),
        database: DatabaseSettings = DatabaseSettings(),
        heartbeat: Duration = .seconds(3),
        resultBatch: Int = 1_000,
        placements: [MapReduceRole: [NodePlacement]] = [:],
        restartDelay: Duration = .seconds(5)
    ) {
        self.coordinators = coordinators
        self.subCoordinators = subCoordinators
        self.mapWorkers = mapWorkers
        self.reduceWorkers = reduceWorkers
        self.shuffleServers = shuffleServers
        self.mapMemory = mapMemory
        self.reduceMemory = reduceMemory
        self.coordinator = coordinator
        self.shuffle = shuffle
        self.costs = costs
        self.database = database
        self.heartbeat = heartbeat
        self.resultBatch = resultBatch
        self.placements = placements
        self.restartDelay = restartDelay
    }
}

/// What a node does in a MapReduce cluster. Nodes are called by their role and a number from 1; the
/// database, of which there is one, by its role.
public enum MapReduceRole: String, Hashable, Sendable, CaseIterable {
    /// Keeps jobs, tasks and results.
    case database = "database"
    /// Takes jobs over HTTP.
    case gateway = "gateway"
    /// Hands out tasks.
    case coordinator = "coordinator"
    /// Hands out tasks as a coordinator says.
    case subCoordinator = "sub-coordinator"
    /// Runs map tasks.
    case mapWorker = "map-worker"
    /// Runs reduce tasks.
    case reduceWorker = "reduce-worker"
    /// Keeps map output.
    case shuffle = "shuffle"

    /// What `count` nodes of the role are called; one at least.
    public func names(_ count: Int) -> [String] {
        self == .database ? [rawValue] : (1...max(1, count)).map { "\(rawValue)-\($0)" }
    }
}

extension MapReduceClusterSettings {
    /// The nodes of the gateways.
    var gatewayNames: [String] {
        gateways > 0 ? MapReduceRole.gateway.names(gateways) : []
    }

    /// The nodes of the database's replicas.
    var databaseReplicaNames: [String] {
        (0..<databaseReplicas).map { "\(MapReduceRole.database.rawValue)-replica-\($0 + 1)" }
    }

    /// Where the node `number`, from zero, of a role stands.
    func placement(_ role: MapReduceRole, _ number: Int) -> NodePlacement {
        let places = placements[role] ?? []
        var placement = places.isEmpty ? NodePlacement() : places[number % places.count]
        placement.role = role.rawValue
        return placement
    }
}
