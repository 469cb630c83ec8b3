package import Simulator

/// A scenario as it stands in a simulation, with what its parts log.
struct ScenarioCluster {
    let cell: ScenarioCell
    let simulation: Simulation
    let network: Network
    /// The servers and their balancer, where there are any.
    private(set) var serving: ServingPart?
    /// What MapReduce jobs need, where it stands.
    private(set) var mapReduce: MapReducePart?
    /// The object store, where it stands.
    private(set) var objects: ObjectStorePart?
    /// The queue of messages, where it stands.
    private(set) var queue: QueuePart?
    /// The backups, where there are any.
    private(set) var backups: BackupPart?
    private(set) var logs: [RequestLog] = []
    /// The names of their workloads, where they have any.
    private(set) var logNames: [String?] = []
    /// From when their requests are counted, after the warm-up.
    private(set) var countedFrom: [VirtualInstant] = []
    private(set) var scripts: [(script: CallScript, calls: [CallSpecification])] = []
    /// The loads of the client, whether or not all of them began.
    private(set) var loads: [ClientLoad] = []
    /// The deployments, in the order of the workload.
    private(set) var deployments: [DeploymentPart] = []
    private(set) var injector: FaultInjector?
    /// What the seed drew from the swarm, where the scenario has one.
    let swarm: SwarmDraw?

    private var scenario: Scenario { cell.scenario }

    /// The ring at the start, where there is a balancer.
    var placement: (any Placement)? { serving?.placement }
    /// What the balancer did.
    var journal: BalancerJournal { serving?.journal ?? BalancerJournal() }

    init(
        _ cell: ScenarioCell,
        in simulation: Simulation,
        _ plantedBugs: PlantedBugs,
        _ messages: MessageCollector? = nil
    ) throws(ScenarioRunningError) {
        self.cell = cell
        self.simulation = simulation
        swarm = cell.scenario.swarm.map { SwarmDraw($0, seed: cell.seed) }
        let cluster = cell.scenario.cluster
        network = Network(simulation: simulation, settings: LinkSettings(cell.scenario.network))
        network.observe(messages)
        if cluster.servers != nil || cluster.proxy != nil {
            serving = try ServingPart(
                cluster,
                hasDeployments: !cell.scenario.deployments.isEmpty,
                in: simulation,
                network: network,
                plantedBugs
            )
        }
        objects = cluster.objectStore.map {
            ObjectStorePart($0, cell, in: simulation, network: network, plantedBugs)
        }
        if let specification = cluster.queue {
            let part = try QueuePart(
                specification,
                cell,
                in: simulation,
                network: network,
                plantedBugs.queue
            )
            queue = part
        }
        if cluster.mapReduce != nil {
            mapReduce = try MapReducePart(
                cell,
                in: simulation,
                network: network,
                store: objects,
                queue: queue?.cluster,
                plantedBugs
            )
        }
        objects?.setPolicies()
        backups = BackupPart(
            cell,
            in: simulation,
            network: network,
            store: objects,
            plantedBugs
        )
        try startWorkloads()
        queue?.watch()
        startDeployments(plantedBugs.deployment)
        let plans = (scenario.faults + (swarm?.faults ?? [])).compactMap(FaultPlan.init)
        if !plans.isEmpty {
            injector = FaultInjector.start(plans, in: simulation, network: network)
        }
    }

    /// Runs to the end that the scenario names; where that is when nothing is left to do, until no
    /// job is left either.
    func run() -> RunOutcome {
        let outcome = simulation.run(until: scenario.until.limit)
        guard scenario.until == .quiescent, outcome.ending == .quiescent,
            let watch = mapReduce?.watch, watch.isWaiting(at: outcome.instant)
        else { return outcome }
        return watch.run(simulation)
    }

    private mutating func startWorkloads() throws(ScenarioRunningError) {
        let client = simulation.addNode(
            ClusterSpecification.clientName,
            placement: NodePlacement(role: FaultRole.client.rawValue)
        )
        let standing = scenario.cluster.serverNames.first ?? ""
        let addresses = scenario.requestAddresses.isEmpty ? [standing] : scenario.requestAddresses
        for (number, workload) in scenario.workload.enumerated() {
            let random = simulation.random("workload/\(number)")
            switch workload {
            case .requests(let requests):
                let log = RequestLog()
                logs.append(log)
                logNames.append(requests.name)
                countedFrom.append(requests.countedFrom)
                var load = RequestLoad(requests, addresses: addresses, seed: cell.seed)
                load.traits = ClientTraits(requests, scenario.cluster.proxy)
                loads.append(ClientLoad(load.pace, random, log))
                RequestGenerator.start(
                    load,
                    on: client,
                    network: network,
                    log: log,
                    random: random
                )
            case .calls(let calls):
                let script = CallScript(calls.map { .init($0, scenario) })
                scripts.append((script, calls))
                script.start(
                    on: client,
                    network: network,
                    address: scenario.callAddress ?? standing,
                    timeout: .seconds(60),
                    tls: scenario.cluster.proxy?.tls.map(TLSClient.init),
                    at: scenario.cluster.proxy?.names ?? []
                )
            case .objects(let specification):
                let load = ObjectLoad(specification, seed: cell.seed)
                let log = objects?.start(load, specification, number, on: client, random)
                if let log { loads.append(ClientLoad(load.pace, random, log)) }
            case .messages(let messages):
                let seed = cell.seed
                queue?.start(messages, seed: seed)
            case .producerLog(let log): try queue?.start(log, in: cell.folder)
            case .consumerLog(let log): queue?.start(log)
            case .deploy: break
            case .jobs(let jobs):
                let network = network
                let load = JobLoad(jobs)
                let log = mapReduce?.start(load, jobs, on: client, network: network, random: random)
                if let log { loads.append(ClientLoad(load.pace, random, log)) }
            }
        }
    }
}

extension RequestsSpecification {
    /// From when requests are counted.
    fileprivate var countedFrom: VirtualInstant {
        warmUp.map { .zero.advanced(by: from + $0) } ?? .zero
    }
}

extension ScenarioCluster {
    /// Starts the deployers, each on a node of its own; versions are counted from 2 on.
    private mutating func startDeployments(_ plantedBug: DeploymentPlantedBug?) {
        guard let serving, let supervisor = serving.supervisor,
            let targets = serving.deploymentTargets
        else { return }
        for (number, settings) in cell.scenario.deployments.enumerated() {
            var settings = settings
            settings.version.number = number + 2
            settings.plantedBug = plantedBug
            deployments.append(
                DeploymentPart(
                    settings,
                    of: targets,
                    on: Scenario.deployerName(number),
                    in: simulation,
                    network: network,
                    supervisor: supervisor
                )
            )
        }
    }
}

/// The bugs that a test wants to see noticed.
package struct PlantedBugs: Sendable {
    /// One of the balancer.
    package var balancer: BalancerPlantedBug?
    /// One of the groups of servers behind a proxy.
    package var upstream: UpstreamPlantedBug?
    /// One of how a proxy keeps its clients' connections.
    package var proxyClients: ProxyClientPlantedBug?
    /// One of scaling.
    package var scaling: ScalingPlantedBug?
    /// One of deployments.
    package var deployment: DeploymentPlantedBug?
    /// One of what stands behind the servers.
    package var backing: BackingPlantedBug?
    /// One of the object store.
    package var objectStore: ObjectStorePlantedBug?
    /// One of the clients of the object store.
    package var objectStoreClient: ObjectStoreClientPlantedBug?
    /// One of the backups.
    package var backup: BackupPlantedBug?
    /// One of the sync.
    package var sync: SyncPlantedBug?
    /// One of the queue, its brokers, its controller or its consumers.
    package var queue: QueuePlantedBug?
    /// One of MapReduce.
    package var mapReduce: MapReducePlantedBug?
    /// One of the database of MapReduce jobs.
    package var database: DatabasePlantedBug?

    /// None.
    package init() {}
}
