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
    private(set) var logs: [RequestLog] = []
    private(set) var scripts: [(script: CallScript, calls: [CallSpecification])] = []
    private(set) var injector: FaultInjector?

    private var scenario: Scenario { cell.scenario }

    /// The ring at the start, where there is a balancer.
    var placement: (any Placement)? { serving?.placement }
    /// What the balancer did.
    var journal: BalancerJournal { serving?.journal ?? BalancerJournal() }

    init(
        _ cell: ScenarioCell,
        in simulation: Simulation,
        _ plantedBugs: PlantedBugs
    ) throws(ScenarioRunningError) {
        self.cell = cell
        self.simulation = simulation
        let cluster = cell.scenario.cluster
        network = Network(simulation: simulation, settings: LinkSettings(cell.scenario.network))
        if let servers = cluster.servers {
            serving = try ServingPart(
                cluster,
                servers,
                in: simulation,
                network: network,
                plantedBugs.balancer
            )
        }
        if cluster.mapReduce != nil {
            mapReduce = try MapReducePart(
                cell,
                in: simulation,
                network: network,
                plantedBugs.mapReduce
            )
        }
        startWorkloads()
        let plans = scenario.faults.compactMap(FaultPlan.init)
        if !plans.isEmpty {
            injector = FaultInjector.start(plans, in: simulation, network: network)
        }
    }

    private mutating func startWorkloads() {
        let client = simulation.addNode(
            ClusterSpecification.clientName,
            placement: NodePlacement(role: FaultRole.client.rawValue)
        )
        let address =
            scenario.cluster.balancer == nil
            ? scenario.cluster.serverNames.first ?? "" : ClusterSpecification.balancerName
        for (number, workload) in scenario.workload.enumerated() {
            let random = simulation.random("workload/\(number)")
            switch workload {
            case .requests(let requests):
                let log = RequestLog()
                logs.append(log)
                RequestGenerator.start(
                    RequestLoad(
                        requests,
                        address: address,
                        seed: cell.seed
                    ),
                    on: client,
                    network: network,
                    log: log,
                    random: random
                )
            case .calls(let calls):
                let script = CallScript(calls.map(CallScript.Call.init))
                scripts.append((script, calls))
                script.start(
                    on: client,
                    network: network,
                    address: scenario.callAddress ?? address,
                    timeout: .seconds(60)
                )
            case .jobs(let jobs):
                let network = network
                mapReduce?.start(jobs, on: client, network: network, random: random)
            }
        }
    }
}

/// The bugs that a test wants to see noticed.
package struct PlantedBugs: Sendable {
    /// One of the balancer.
    package var balancer: BalancerPlantedBug?
    /// One of MapReduce.
    package var mapReduce: MapReducePlantedBug?

    /// None.
    package init() {}
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
