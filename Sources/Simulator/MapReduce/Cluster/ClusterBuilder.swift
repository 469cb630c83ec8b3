/// Adds the nodes of a cluster.
struct ClusterBuilder {
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
        shuffle.servers = MapReduceRole.shuffle.names(settings.shuffleServers)
        shuffle.plantedBug = settings.plantedBug
        return shuffle
    }

    func addDatabase() {
        let database = settings.database
        simulation.addNode(
            MapReduceCluster.databaseName,
            placement: settings.placement(.database, 0)
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
        for (number, name) in shuffle.servers.enumerated() {
            simulation.addNode(name, placement: settings.placement(.shuffle, number)) {
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
        for (number, name) in coordinators.enumerated() {
            simulation.addNode(name, placement: settings.placement(.coordinator, number)) {
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

    func addWorkers(_ kind: TaskKind) {
        let role = kind == .map ? MapReduceRole.mapWorker : .reduceWorker
        let names = role.names(kind == .map ? settings.mapWorkers : settings.reduceWorkers)
        let machine = simulation.addNode("supervisor of \(names[0])")
        let supervisor = Supervisor(node: machine, delay: settings.restartDelay)
        var worker = WorkerSettings(
            coordinators: coordinators,
            memory: kind == .map ? settings.mapMemory : settings.reduceMemory,
            shuffle: shuffle,
            heartbeat: settings.heartbeat,
            costs: settings.costs,
            resultBatch: settings.resultBatch
        )
        worker.plantedBug = settings.plantedBug
        for (number, name) in names.enumerated() {
            simulation.addNode(name, placement: settings.placement(role, number)) {
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
