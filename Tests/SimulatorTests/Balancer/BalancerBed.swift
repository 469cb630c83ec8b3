import Simulator
import Testing

/// The servers of a test, which the balancer launches and stops.
final class TestFleet: ServerLauncher, @unchecked Sendable {
    unowned let simulation: Simulation
    let network: Network
    let settings: WebServerSettings
    let spawnTime: Duration

    init(
        _ simulation: Simulation,
        _ network: Network,
        _ settings: WebServerSettings,
        _ spawnTime: Duration
    ) {
        self.simulation = simulation
        self.network = network
        self.settings = settings
        self.spawnTime = spawnTime
    }

    func add(_ name: String, ordinal: Int) {
        simulation.addNode(name, placement: NodePlacement(role: "server")) {
            [network, settings, simulation = Unowned(simulation)] node in
            WebServer.start(
                on: node,
                network: network,
                identifier: ordinal + 1,
                settings: settings,
                random: simulation.value.random("service \(name) \(node.incarnation)")
            )
        }
    }

    func launch(_ name: String, ordinal: Int, from node: Node) async throws(Interruption) {
        try await node.sleep(for: spawnTime)
        if let old = simulation.node(named: name) {
            old.restart()
        } else {
            add(name, ordinal: ordinal)
        }
    }

    func stop(_ name: String) {
        simulation.node(named: name)?.crash()
    }

    func lastCrash(of name: String) -> VirtualInstant? {
        simulation.node(named: name)?.lastCrash
    }

    private struct Unowned: @unchecked Sendable {
        unowned let value: Simulation
        init(_ value: Simulation) { self.value = value }
    }
}

/// Servers, a balancer before them, and a client.
struct BalancerBed {
    struct Settings {
        var servers = 3
        var placement: any Placement = SlotRing(.spec)
        var pool = PoolSettings()
        var balancer = BalancerSettings()
        var server = WebServerSettings(service: .constant(.milliseconds(2)))
        var spawnTime = Duration.milliseconds(500)
        var link = LinkSettings()
        var order = Simulation.Order.fifo
        var ties = Simulation.Ties.first
        var skipsIdleTime = true
    }

    let simulation: Simulation
    let network: Network
    let journal = BalancerJournal()
    let log = RequestLog()
    let client: Node
    let firstPlacement: any Placement
    let balancer: Node

    init(seed: UInt64 = 42, _ settings: Settings = Settings()) throws {
        let simulation = Simulation(
            seed: seed,
            settings: .init(
                order: settings.order,
                ties: settings.ties,
                skipsIdleTime: settings.skipsIdleTime
            )
        )
        let network = Network(simulation: simulation, settings: settings.link)
        self.simulation = simulation
        self.network = network
        let fleet = TestFleet(simulation, network, settings.server, settings.spawnTime)
        let names = (1...settings.servers).map { "Server \($0)" }
        for (ordinal, name) in names.enumerated() { fleet.add(name, ordinal: ordinal) }
        let pool = try ServerPool(
            names: names,
            placement: settings.placement,
            settings: settings.pool,
            random: simulation.random("names")
        )
        firstPlacement = pool.placement
        let random = simulation.random("balancer")
        balancer = simulation.addNode("balancer", placement: NodePlacement(role: "balancer")) {
            [journal, balancer = settings.balancer] node in
            Balancer.start(
                on: node,
                network: network,
                pool: pool.drawing(from: random.split("names \(node.incarnation)")),
                settings: balancer,
                launcher: fleet,
                journal: journal,
                random: random.split("\(node.incarnation)")
            )
        }
        client = simulation.addNode("client", placement: NodePlacement(role: "client"))
    }

    /// Sends `requests` one after the other, and returns what came back.
    func ask(
        _ requests: [HTTPRequest],
        timeout: Duration? = .seconds(60)
    ) -> [Result<HTTPResponse, CallError>] {
        let results = Collected<Result<HTTPResponse, CallError>>()
        client.spawn("requests") { [client, network] in
            for request in requests {
                do throws(CallError) {
                    results.values.append(
                        .success(
                            try await network.call(
                                .http,
                                of: "balancer",
                                from: client,
                                request,
                                timeout: timeout
                            )
                        )
                    )
                } catch {
                    results.values.append(.failure(error))
                }
            }
        }
        #expect(simulation.run().violations == [])
        return results.values
    }

    /// Status and body of the answer to one request.
    func ask(_ method: HTTPMethod, _ path: String, _ body: String = "") -> (
        status: Int, body: String
    )? {
        guard
            case .success(let response)? = ask([HTTPRequest(method, path, body: Array(body.utf8))])
                .first
        else { return nil }
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    /// Starts requests with six-digit keys of seed 42, `rate` a second, into the log.
    func load(
        _ count: Int,
        _ arrival: Arrival,
        from start: Duration = .zero,
        timeout: Duration? = nil
    ) {
        RequestGenerator.start(
            RequestLoad(
                addresses: ["balancer"],
                path: "/home",
                keys: .sixDigits(seed: 42),
                pace: LoadPace(arrival: arrival, count: count, start: start),
                timeout: timeout
            ),
            on: client,
            network: network,
            log: log,
            random: simulation.random("load")
        )
    }

    func inject(_ plans: FaultPlan...) -> FaultInjector {
        FaultInjector.start(plans, in: simulation, network: network)
    }

    /// How many requests ended in each way: by status, or by the words of the error.
    var ends: [String: Int] {
        var counts: [String: Int] = [:]
        for entry in log.entries {
            for end in entry.ends {
                switch end.end {
                case .response(let status, _): counts[String(status), default: 0] += 1
                case .error(let error): counts[error.description, default: 0] += 1
                }
            }
        }
        return counts
    }
}
