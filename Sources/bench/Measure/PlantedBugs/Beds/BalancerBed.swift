import Simulator

/// A balancer that is made of the simulator's parts, whose servers crash.
///
/// The clients of scenarios wait a minute at most, so that none of their requests is without an
/// end; and no promise of a scenario is about who answers.
enum BalancerBed {
    private static let names = (1...3).map { "Server \($0)" }

    /// Runs it under `seed`.
    static func run(seed: UInt64, planting bug: BalancerPlantedBug?) throws -> BugBed.Run {
        let simulation = Simulation(seed: seed)
        defer { simulation.shutDown() }
        let network = Network(simulation: simulation)
        let fleet = Fleet(simulation, network)
        for (ordinal, name) in names.enumerated() { fleet.add(name, ordinal: ordinal) }
        let pool = try ServerPool(
            names: names,
            placement: SlotRing(.spec),
            settings: PoolSettings(),
            random: simulation.random("names")
        )
        let journal = BalancerJournal()
        start(pool, fleet, journal, bug, simulation, network)
        let log = RequestLog()
        RequestGenerator.start(
            RequestLoad(
                addresses: ["balancer"],
                path: "/home",
                keys: .sixDigits(seed: 42),
                pace: LoadPace(arrival: .poisson(perSecond: 25), count: 150)
            ),
            on: simulation.addNode("client", placement: NodePlacement(role: "client")),
            network: network,
            log: log,
            random: simulation.random("load")
        )
        let crashes = FaultPlan(
            .random(every: .uniform(.seconds(1), .seconds(3)), until: .seconds(3)),
            .role("server"),
            .one,
            [.crash]
        )
        let injector = FaultInjector.start([crashes], in: simulation, network: network)
        let outcome = simulation.run()
        _ = injector
        var run = BugBed.Run()
        run.events = outcome.events
        for violation in outcome.violations {
            run.note(violation.property.name, violation.message)
        }
        if let problem = RequestChecker.check(log) {
            run.note("every-request-answered-once", problem)
        }
        if let problem = BalancerChecker.checkOwners(log, journal, from: pool.placement) {
            run.note("answered-by-the-owner", problem)
        }
        return run
    }

    private static func start(
        _ pool: ServerPool,
        _ fleet: Fleet,
        _ journal: BalancerJournal,
        _ bug: BalancerPlantedBug?,
        _ simulation: Simulation,
        _ network: Network
    ) {
        var settings = BalancerSettings()
        settings.plantedBug = bug
        let random = simulation.random("balancer")
        simulation.addNode("balancer", placement: NodePlacement(role: "balancer")) {
            [settings] node in
            Balancer.start(
                on: node,
                network: network,
                pool: pool.drawing(from: random.split("names \(node.incarnation)")),
                settings: settings,
                launcher: fleet,
                journal: journal,
                random: random.split("\(node.incarnation)")
            )
        }
    }

    /// The servers, which the balancer launches and stops.
    ///
    /// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
    private final class Fleet: ServerLauncher, @unchecked Sendable {
        private unowned let simulation: Simulation
        private let network: Network

        init(_ simulation: Simulation, _ network: Network) {
            self.simulation = simulation
            self.network = network
        }

        func add(_ name: String, ordinal: Int) {
            simulation.addNode(name, placement: NodePlacement(role: "server")) { [self] node in
                WebServer.start(
                    on: node,
                    network: network,
                    identifier: ordinal + 1,
                    settings: WebServerSettings(service: .constant(.milliseconds(20))),
                    random: simulation.random("service \(name) \(node.incarnation)")
                )
            }
        }

        func launch(_ name: String, ordinal: Int, from node: Node) async throws(Interruption) {
            try await node.sleep(for: .milliseconds(500))
            if let old = simulation.node(named: name) {
                old.restart()
            } else {
                add(name, ordinal: ordinal)
            }
        }

        func stop(_ name: String) { simulation.node(named: name)?.crash() }

        func lastCrash(of name: String) -> VirtualInstant? {
            simulation.node(named: name)?.lastCrash
        }
    }
}
