import Testing

@testable import Simulator

/// Deployments over the network while requests come.
struct DeployerTests {
    /// Three servers behind a proxy, and a deployer that begins after two seconds.
    private struct Bed {
        let simulation: Simulation
        let network: Network
        let supervisor: ServerSupervisor
        let journal = DeploymentJournal()
        let log = RequestLog()
        let settings: DeploymentSettings

        static let names = ["Server 1", "Server 2", "Server 3"]

        init(
            seed: UInt64 = 1,
            path: String = "/home",
            method: HTTPMethod = .get,
            service: Duration = .milliseconds(20),
            _ change: (inout DeploymentSettings) -> Void = { _ in }
        ) {
            let simulation = Simulation(seed: seed)
            let network = Network(simulation: simulation)
            let proxyJournal = ProxyJournal()
            let supervisor = ServerSupervisor(in: simulation, network: network) { name in
                proxyJournal.servers.first { $0.name == name }?.active ?? 0
            }
            let server = WebServerSettings(
                service: .exponential(mean: service),
                concurrency: 8,
                endpoints: [.init("/pay")]
            )
            for (number, name) in Self.names.enumerated() {
                let random = simulation.random("service of \(name)")
                simulation.addNode(name, placement: NodePlacement(role: "server")) { node in
                    ServerHost.start(on: node, network: network, supervisor: supervisor)
                    WebServer.start(
                        on: node,
                        network: network,
                        identifier: number,
                        settings: supervisor.settings(of: name, from: server),
                        random: random.split("\(node.incarnation)")
                    )
                }
            }
            let upstream = ProxyUpstreamSettings("all", servers: Self.names.map { .init($0) })
            simulation.addNode("proxy") { node in
                _ = try? Proxy.start(
                    on: node,
                    network: network,
                    settings: ProxySettings(upstreams: [upstream]),
                    journal: proxyJournal,
                    random: simulation.random("proxy")
                )
            }
            var settings = DeploymentSettings()
            settings.begin = .seconds(2)
            change(&settings)
            self.settings = settings
            self.simulation = simulation
            self.network = network
            self.supervisor = supervisor
            start(path, method)
        }

        private func start(_ path: String, _ method: HTTPMethod) {
            RequestGenerator.start(
                RequestLoad(
                    addresses: ["proxy"],
                    method: method,
                    path: path,
                    clients: 1,
                    keys: .uniform(population: 100),
                    pace: LoadPace(
                        arrival: .poisson(perSecond: 100),
                        count: nil,
                        start: .zero,
                        duration: .seconds(90)
                    ),
                    timeout: .seconds(60)
                ),
                on: simulation.addNode("client"),
                network: network,
                log: log,
                random: simulation.random("requests")
            )
            Deployer.start(
                settings,
                of: DeploymentTargets(Self.names.map { .init($0, in: ["all"]) }, behind: ["proxy"]),
                on: simulation.addNode("deployer"),
                network: network,
                journal: journal,
                random: simulation.random("deployer")
            )
        }

        /// Runs to the end.
        ///
        /// - Returns: How many requests failed.
        func run() -> Int {
            _ = simulation.run(until: .quiescent)
            return log.entries.count { entry in
                guard case .response(let status, _) = entry.ends.first?.end else { return true }
                return status >= 400
            }
        }

        /// Has something happen to the cluster.
        func act(at instant: Duration, _ action: @escaping @Sendable (Simulation) -> Void) {
            let client = simulation.node(named: "client")
            client?.spawn("action", .background) { [simulation] in
                try await client?.sleep(for: instant)
                action(simulation)
            }
        }

        var versions: [Int] { Self.names.map { supervisor.version(of: $0)?.number ?? 1 } }
        var problem: String? {
            DeploymentChecker(
                settings,
                of: Self.names,
                journal: journal,
                supervisor: supervisor
            ).problem
        }
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `a good version reaches every server, and no request fails`(method: HTTPMethod) {
        let bed = Bed(path: "/pay", method: method)
        #expect(bed.run() == 0)
        #expect(bed.log.entries.count > 8_000)
        #expect(bed.journal.end?.result == .completed)
        #expect(bed.versions == [2, 2, 2])
        #expect(bed.problem == nil)
        // The package takes 5 s, the start 2 s with the second check after it and two more, the
        // watch 10 s; a server is idle after much less than a second.
        for (_, time) in bed.journal.times {
            #expect((.seconds(19)...(.seconds(21))).contains(time), "\(time)")
        }
        #expect(bed.journal.times.count == 3)
    }

    @Test
    func `without draining the requests under way break, and those that may be repeated move on`() {
        let posts = Bed(path: "/pay", method: .post, service: .milliseconds(60)) {
            $0.drains = false
        }
        #expect(posts.run() > 0)
        #expect(posts.versions == [2, 2, 2])
        let gets = Bed(path: "/pay", service: .milliseconds(60)) { $0.drains = false }
        #expect(gets.run() == 0)
    }

    @Test
    func `a version that fails is taken back, and hurts for a while only`() {
        let bed = Bed { $0.version.failures = [.init(status: 500, probability: 0.5)] }
        let failed = bed.run()
        #expect(bed.journal.end?.result == .rolledBack)
        #expect(bed.versions == [1, 1, 1])
        #expect(bed.problem == nil)
        // Twenty requests are judged, a third of a hundred a second; a few more are under way.
        #expect((5...40).contains(failed))
    }

    @Test
    func `a version that is never well gets no request`() {
        let bed = Bed { $0.version.isHealthy = false }
        #expect(bed.run() == 0)
        #expect(bed.journal.end?.result == .rolledBack)
        #expect(bed.versions == [1, 1, 1])
    }

    @Test
    func `the second way carries the package where the first one breaks off`() {
        let bed = Bed { $0.transfers[0].failure = 1 }
        #expect(bed.run() == 0)
        #expect(bed.journal.end?.result == .completed)
        let events = bed.journal.entries.map(\.event)
        #expect(events.count { $0 == .transferFailed(.scp) } == 3)
        #expect(events.count { $0 == .transferred(.http) } == 3)
    }

    @Test
    func `a server that is down when its turn comes ends the deployment`() {
        let bed = Bed()
        bed.act(at: .seconds(12)) { $0.node(named: "Server 2")?.crash() }
        _ = bed.run()
        #expect(bed.journal.end?.result == .failed)
        #expect(bed.versions == [1, 1, 1])
        #expect(bed.problem == nil)
    }

    @Test(arguments: DeploymentPlantedBug.allCases)
    func `the checker notices a planted bug`(bug: DeploymentPlantedBug) {
        let bed = Bed(service: .milliseconds(200)) {
            $0.plantedBug = bug
            // A server finishes much while a large package is under way.
            $0.package = bug == .trusting ? 50_000_000 : 100_000
            if bug == .lenient { $0.version.failures = [.init(status: 500, probability: 1)] }
            if bug == .lenient { $0.watch.requestsMinimum = 5 }
        }
        if bug == .trusting {
            // The package is under way from second 2 to second 7.
            bed.act(at: .seconds(4)) { $0.node(named: "proxy")?.restart() }
        }
        _ = bed.run()
        let words: [DeploymentPlantedBug: String] = [
            .impatient: "was restarted with", .forgetful: "servers are out of service",
            .lenient: "still has version", .trusting: "was restarted with",
        ]
        #expect(bed.problem?.contains(words[bug] ?? "?") == true, "\(bed.problem ?? "none")")
    }

    @Test
    func `an order that comes again changes nothing, and none starts what was taken back`() {
        let simulation = Simulation(seed: 1)
        let network = Network(simulation: simulation)
        let supervisor = ServerSupervisor(in: simulation, network: network) { _ in 0 }
        for name in Bed.names { simulation.addNode(name) { _ in } }
        var second = ReleasedVersion()
        var third = ReleasedVersion()
        second.number = 2
        third.number = 3
        for _ in 0..<2 { supervisor.restart("Server 1", as: second, for: "a", given: .zero) }
        #expect(supervisor.restarts.map(\.version) == [2])
        for _ in 0..<2 { supervisor.restart("Server 1", as: third, for: "b", given: .zero) }
        // It goes back to what was there before, whether or not its first answer arrived.
        for _ in 0..<2 { #expect(supervisor.takeBack("Server 1", of: "b", given: .zero)) }
        supervisor.restart("Server 1", as: third, for: "b", given: .zero)
        #expect(supervisor.restarts.map(\.version) == [2, 3, 2])
        #expect(supervisor.version(of: "Server 1")?.number == 2)
        // An order that is taken back before it arrives is void.
        #expect(!supervisor.takeBack("Server 2", of: "a", given: .zero))
        supervisor.restart("Server 2", as: second, for: "a", given: .zero)
        #expect(supervisor.version(of: "Server 2") == nil)
    }

    @Test
    func `two runs of one seed are the same`() {
        let beds = (0..<2).map { _ in Bed(seed: 7) { $0.transfers[0].failure = 0.5 } }
        let failed = beds.map { $0.run() }
        #expect(failed[0] == failed[1])
        #expect(beds[0].journal.entries == beds[1].journal.entries)
    }
}
