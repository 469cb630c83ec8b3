/// Adds the nodes of a cluster.
struct ClusterBuilder {
    let settings: MapReduceClusterSettings
    let simulation: Simulation
    let network: Network
    let library: any JobLibrary
    let journal: MapReduceJournal
    let history: JobHistoryChecker
    let mirror: DatabaseMirror
    let coordinators: [String]

    private func client(timeout: Duration) -> DatabaseClient {
        DatabaseClient(
            MapReduceCluster.databaseName,
            replicas: settings.databaseReplicaNames,
            network: network,
            timeout: timeout
        )
    }

    private var shuffle: ShuffleSettings {
        var shuffle = settings.shuffle
        shuffle.servers = MapReduceRole.shuffle.names(settings.shuffleServers)
        shuffle.plantedBug = settings.plantedBug
        return shuffle
    }

    func addDatabase() {
        let database = settings.database
        let observers: [any DatabaseObserver] = [history, mirror, DatabaseMetrics(journal)]
        simulation.addNode(
            MapReduceCluster.databaseName,
            placement: settings.placement(.database, 0)
        ) { [network] node in
            DatabaseServer.start(
                on: node,
                network: network,
                settings: database,
                observers: observers
            )
        }
        let replica = settings.databaseReplica
        for (number, name) in settings.databaseReplicaNames.enumerated() {
            simulation.addNode(name, placement: settings.placement(.database, number + 1)) {
                [network] node in
                DatabaseReplica.start(
                    on: node,
                    network: network,
                    primary: MapReduceCluster.databaseName,
                    settings: replica
                )
            }
        }
    }

    func addShuffleServers() {
        guard settings.shuffle.store == .redis else { return }
        let shuffle = shuffle
        for (number, shard) in shuffle.shards.enumerated() {
            // A replica does not stand where its owner stands.
            for (replica, name) in shard.enumerated() {
                let placement = settings.placement(.shuffle, number + replica)
                simulation.addNode(name, placement: placement) { [network, journal] node in
                    ShuffleServer.start(
                        on: node,
                        network: network,
                        settings: shuffle,
                        journal: journal
                    )
                }
            }
        }
    }

    func addCoordinators() {
        var coordinator = settings.coordinator
        coordinator.scheduling.isShuffleLocal = settings.shuffle.store == .local
        coordinator.scheduling.plantedBug = settings.plantedBug
        coordinator.subCoordinators = addSubCoordinators()
        let parts = CoordinatorParts(
            network: network,
            settings: coordinator,
            shuffle: shuffle,
            database: client(timeout: .seconds(2)),
            library: library,
            journal: journal,
            checker: history,
            random: simulation.random("mapreduce coordinators")
        )
        for (number, name) in coordinators.enumerated() {
            simulation.addNode(name, placement: settings.placement(.coordinator, number)) { node in
                Coordinator.start(on: node, parts)
            }
        }
    }

    private func addSubCoordinators() -> [String] {
        guard settings.subCoordinators > 0 else { return [] }
        let names = MapReduceRole.subCoordinator.names(settings.subCoordinators)
        for (number, name) in names.enumerated() {
            simulation.addNode(name, placement: settings.placement(.subCoordinator, number)) {
                [network, journal, coordinator = settings.coordinator] node in
                SubCoordinator.start(
                    on: node,
                    network: network,
                    settings: coordinator,
                    journal: journal
                )
            }
        }
        return names
    }

    func addGateways() {
        let gateway = settings.gateway
        for (number, name) in settings.gatewayNames.enumerated() {
            simulation.addNode(name, placement: settings.placement(.gateway, number)) {
                [network, coordinators, library, journal, client = client(timeout: .seconds(2))]
                node in
                Gateway.start(
                    on: node,
                    network: network,
                    settings: gateway,
                    coordinators: coordinators,
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
        let supervision = simulation.addNode(
            "\(role.rawValue) supervisor",
            placement: NodePlacement(role: "supervisor", zone: "supervision")
        )
        var worker = WorkerSettings(
            coordinators: coordinators,
            memory: kind == .map ? settings.mapMemory : settings.reduceMemory,
            shuffle: shuffle,
            heartbeat: settings.heartbeat,
            costs: settings.costs,
            resultBatch: settings.resultBatch,
            tasksThrough: settings.coordinator.tasksThrough
        )
        worker.plantedBug = settings.plantedBug
        let parts = WorkerParts(
            network: network,
            settings: worker,
            library: library,
            database: client(timeout: .seconds(30)),
            supervisor: Supervisor(node: supervision, delay: settings.restartDelay),
            journal: journal
        )
        for (number, name) in names.enumerated() {
            simulation.addNode(name, placement: settings.placement(role, number)) { node in
                TaskWorker.start(kind, on: node, parts)
            }
        }
    }
}
