import Simulator

/// What MapReduce jobs need, as it stands in a simulation, and the jobs that clients want.
struct MapReducePart {
    /// Jobs of one workload.
    typealias Jobs = (log: JobLog, specification: JobsSpecification)

    let cluster: MapReduceCluster
    /// What stands, by role.
    let components: [(role: FaultRole, names: [String])]
    /// What jobs read.
    let topics: Topics
    /// The code of jobs, without any planted bug.
    let library: CatalogLibrary
    /// The topics of which each line is for one job.
    let consumed: Set<String>
    /// What there is in a store of the results of a partition, where they go there.
    let copy: ((_ job: String, _ partition: Int) -> [UInt8]?)?
    /// Waits for jobs that nobody else waits for.
    let watch: JobWatch
    /// The addresses of the proxy in front of the gateways, where there is one.
    private let proxies: [String]
    /// The jobs of each workload.
    private(set) var jobs: [Jobs] = []

    init(
        _ cell: ScenarioCell,
        in simulation: Simulation,
        network: Network,
        store: ObjectStorePart?,
        queue: QueueCluster?,
        _ plantedBugs: PlantedBugs
    ) throws(ScenarioRunningError) {
        let scenario = cell.scenario
        let specification = scenario.cluster.mapReduce ?? MapReduceSpecification()
        components = specification.components
        proxies = scenario.cluster.proxy?.addresses ?? []
        topics = try Topics(specification.topics, of: cell) { simulation.random($0) }
        library = CatalogLibrary(topics: topics.all)
        var settings = MapReduceClusterSettings(specification, on: scenario.cluster.machines)
        settings.plantedBug = plantedBugs.mapReduce
        settings.database.plantedBug = plantedBugs.database
        let planted = topics.planting(plantedBugs.mapReduce)
        let installed = StoredJobs(specification, planted, in: store, queue, simulation)
        copy = installed.copy
        consumed = Set(specification.topics.filter { $0.queued != nil }.map(\.name))
        cluster = MapReduceCluster(
            settings,
            in: simulation,
            network: network,
            library: installed.library
        )
        watch = JobWatch(
            cluster.mirror,
            jobTimeout: settings.coordinator.scheduling.jobTimeout
        )
    }

    /// Starts the clients of `load`, which is that of `specification`, on `node`.
    ///
    /// - Returns: The log of the load.
    mutating func start(
        _ load: JobLoad,
        _ specification: JobsSpecification,
        on node: Node,
        network: Network,
        random: RandomStream
    ) -> JobLog {
        let log = JobLog()
        jobs.append((log, specification))
        let client: any JobSubmitter =
            switch specification.through {
            case .coordinator: cluster.client(on: node)
            case .gateway: cluster.gatewayClient(on: node)
            case .proxy: cluster.gatewayClient(on: node, through: proxies)
            }
        JobGenerator.start(load, on: node, client: client, log: log, random: random)
        return log
    }
}

extension JobLoad {
    init(_ specification: JobsSpecification) {
        self.init(
            JobSubmission(
                name: specification.names,
                inputTopic: specification.topic,
                mappers: specification.mappers,
                reducers: specification.reducers,
                map: specification.map,
                reduce: specification.reduce,
                window: specification.window,
                combines: specification.combines,
                badRecords: specification.badRecords
            ),
            name: { NameText.filled(specification.names, $0) },
            pace: LoadPace(
                arrival: Arrival(specification.arrival),
                count: specification.count,
                start: specification.from,
                duration: specification.duration
            ),
            patience: specification.patience
        )
    }
}

extension MapReduceClusterSettings {
    init(_ specification: MapReduceSpecification, on machines: [MachineSpecification]) {
        let (map, reduce) = (specification.mapWorkers, specification.reduceWorkers)
        let workers = specification.workers
        self.init(
            coordinators: specification.coordinator.count,
            subCoordinators: specification.coordinator.subCoordinators,
            mapWorkers: map.count,
            reduceWorkers: reduce.count,
            shuffleServers: specification.shuffle.masters,
            mapMemory: map.memory,
            reduceMemory: reduce.memory,
            coordinator: specification.coordinator.settings,
            shuffle: specification.shuffle.settings,
            costs: CostModel(
                perEvent: map.perEvent,
                perByte: map.perByte,
                perKey: reduce.perKey,
                perValue: reduce.perValue,
                idleMemory: workers.idleMemory,
                memoryFactor: workers.memoryFactor
            ),
            database: specification.database.settings,
            heartbeat: workers.heartbeat,
            resultBatch: reduce.resultBatch,
            restartDelay: workers.restartDelay
        )
        databaseReplicas = specification.database.replicas
        databaseReplica = specification.database.replica
        if let gateway = specification.gateway {
            gateways = gateway.count
            self.gateway = gateway.settings
        }
        for (role, names) in specification.components {
            guard let mapReduceRole = MapReduceRole(rawValue: role.rawValue) else { continue }
            let standing = specification.standing(of: role)
            placements[mapReduceRole] = names.indices.map {
                standing.placement(role, $0, on: machines)
            }
        }
    }
}
