import Simulator

/// A scenario as it stands in a simulation, with what its parts log.
struct ScenarioCluster {
    let cell: ScenarioCell
    let simulation: Simulation
    let network: Network
    private let plantedBug: BalancerPlantedBug?
    let journal = BalancerJournal()
    /// The ring at the start, where there is a balancer.
    private(set) var placement: (any Placement)?
    private(set) var logs: [RequestLog] = []
    private(set) var scripts: [(script: CallScript, calls: [CallSpecification])] = []
    private(set) var injector: FaultInjector?

    private var scenario: Scenario { cell.scenario }

    init(
        _ cell: ScenarioCell,
        in simulation: Simulation,
        _ plantedBug: BalancerPlantedBug?
    ) throws(ScenarioRunningError) {
        self.cell = cell
        self.plantedBug = plantedBug
        self.simulation = simulation
        network = Network(simulation: simulation, settings: LinkSettings(cell.scenario.network))
        try buildServersAndBalancer()
        startWorkloads()
        let plans = scenario.faults.compactMap(FaultPlan.init)
        if !plans.isEmpty {
            injector = FaultInjector.start(plans, in: simulation, network: network)
        }
    }

    private mutating func buildServersAndBalancer() throws(ScenarioRunningError) {
        let servers = scenario.cluster.servers
        let balancer = scenario.cluster.balancer
        let fleet = ServerFleet(
            servers,
            on: scenario.cluster.machines,
            spawnTime: balancer?.heartbeat.spawnTime ?? .constant(.zero),
            simulation: simulation,
            network: network
        )
        for (ordinal, name) in servers.allNames.enumerated() { fleet.add(name, ordinal: ordinal) }
        if let balancer { try start(balancer, fleet) }
    }

    private mutating func start(
        _ balancer: BalancerSpecification,
        _ fleet: ServerFleet
    ) throws(ScenarioRunningError) {
        let random = simulation.random("balancer")
        var poolSettings = PoolSettings(balancer)
        poolSettings.plantedBug = plantedBug
        let pool: ServerPool
        do {
            pool = try ServerPool(
                names: scenario.cluster.servers.allNames,
                placement: balancer.placement.makePlacement(),
                settings: poolSettings,
                random: random.split("names")
            )
        } catch let error as PlacementError {
            throw .invalid("the servers do not fit the placement: \(error)")
        } catch let error as ScenarioRunningError {
            throw error
        } catch {
            throw .internalError("\(error)")
        }
        placement = pool.placement
        var balancerSettings = BalancerSettings(balancer)
        balancerSettings.plantedBug = plantedBug
        let settings = balancerSettings
        let machine = scenario.cluster.machines.first { $0.name == balancer.machine }
        let place = NodePlacement(
            role: FaultRole.balancer.rawValue,
            zone: balancer.zone == BalancerSpecification().zone
                ? machine?.zone ?? balancer.zone : balancer.zone,
            machine: balancer.machine
        )
        simulation.addNode(ClusterSpecification.balancerName, placement: place) {
            [network, journal] node in
            let random = random.split("incarnation \(node.incarnation)")
            Balancer.start(
                on: node,
                network: network,
                pool: pool.drawing(from: random.split("names")),
                settings: settings,
                launcher: fleet,
                journal: journal,
                random: random
            )
        }
    }

    private mutating func startWorkloads() {
        let client = simulation.addNode(
            ClusterSpecification.clientName,
            placement: NodePlacement(role: FaultRole.client.rawValue)
        )
        let address =
            scenario.cluster.balancer == nil
            ? scenario.cluster.servers.allNames[0] : ClusterSpecification.balancerName
        for (number, workload) in scenario.workload.enumerated() {
            switch workload {
            case .requests(let requests):
                let log = RequestLog()
                logs.append(log)
                RequestGenerator.start(
                    RequestLoad(requests, address: address, seed: cell.seed),
                    on: client,
                    network: network,
                    log: log,
                    random: simulation.random("workload/\(number)")
                )
            case .calls(let calls):
                let script = CallScript(calls.map(CallScript.Call.init))
                scripts.append((script, calls))
                script.start(
                    on: client,
                    network: network,
                    address: address,
                    timeout: .seconds(60)
                )
            }
        }
    }
}

extension CallScript.Call {
    init(_ specification: CallSpecification) {
        let body: [UInt8]
        switch specification.body {
        case nil: body = []
        case .string(let text): body = Array(text.utf8)
        case .some(let value): body = Array(value.json.utf8)
        }
        self.init(
            at: specification.at,
            HTTPRequest(
                HTTPMethod(rawValue: specification.method.rawValue) ?? .get,
                specification.path,
                body: body
            )
        )
    }
}
