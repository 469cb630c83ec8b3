@testable import Simulator

/// Servers, what stands behind them, and a client, one millisecond from each other.
struct BackingBed {
    let simulation: Simulation
    let network: Network
    let journal: BackingJournal
    let client: Node
    let servers: [Node]
    let database: Node
    let cache: Node

    /// - Parameter endpoints: What servers serve, with `/data` for one query.
    init(
        servers count: Int = 1,
        server change: (inout WebServerSettings) -> Void = { _ in },
        backing: BackingSettings = BackingSettings(),
        database: SharedDatabaseSettings = SharedDatabaseSettings(
            query: .constant(.milliseconds(10)),
            concurrency: 100
        ),
        cache: SharedCacheSettings = SharedCacheSettings(command: .constant(.zero)),
        endpoint changeEndpoint: (inout WebServerSettings.Endpoint) -> Void = { _ in }
    ) {
        let simulation = Simulation(seed: 1)
        let network = Network(simulation: simulation)
        let journal = BackingJournal(
            pool: backing.connections,
            database: database.connections,
            lifetime: cache.lifetime
        )
        self.simulation = simulation
        self.network = network
        self.journal = journal
        let random = simulation.random("backing")
        (self.database, self.cache) = Self.addBacking(
            in: simulation,
            network,
            database,
            cache,
            journal,
            random
        )
        var endpoint = WebServerSettings.Endpoint("/data")
        endpoint.queries = 1
        changeEndpoint(&endpoint)
        var settings = WebServerSettings(
            service: .constant(.milliseconds(1)),
            concurrency: 1_000,
            endpoints: [endpoint]
        )
        change(&settings)
        var behind = backing
        behind.database = "database"
        behind.cache = endpoint.isCached ? "cache" : nil
        servers = (1...count).map { number in
            simulation.addNode("Server \(number)", placement: NodePlacement(role: "server")) {
                [settings, behind] node in
                WebServer.start(
                    on: node,
                    network: network,
                    identifier: number,
                    settings: settings,
                    backing: BackedRequests.start(
                        on: node,
                        network: network,
                        settings: behind,
                        journal: journal
                    ),
                    random: random.split("server \(number)")
                )
            }
        }
        client = simulation.addNode("client", placement: NodePlacement(role: "client"))
    }

    private static func addBacking(
        in simulation: Simulation,
        _ network: Network,
        _ database: SharedDatabaseSettings,
        _ cache: SharedCacheSettings,
        _ journal: BackingJournal,
        _ random: RandomStream
    ) -> (database: Node, cache: Node) {
        let rows = SharedRows()
        let first = simulation.addNode("database") { node in
            SharedDatabase.start(
                on: node,
                network: network,
                settings: database,
                rows: rows,
                journal: journal,
                random: random.split("database")
            )
        }
        let second = simulation.addNode("cache") { node in
            SharedCache.start(
                on: node,
                network: network,
                settings: cache,
                journal: journal,
                random: random.split("cache")
            )
        }
        return (first, second)
    }

    /// What came back, and after how many milliseconds of the run.
    struct Answer: Equatable, Sendable {
        var at: Int
        /// The status, or 0 where there was no answer.
        var status: Int

        init(_ at: Int, _ status: Int) {
            self.at = at
            self.status = status
        }
    }

    /// Sends a request at an instant, in milliseconds; the answer is in the box after the run.
    func ask(
        at instant: Int = 0,
        _ method: HTTPMethod = .get,
        _ path: String = "/data",
        key: Int = 1,
        of server: Int = 1,
        from node: Node? = nil
    ) -> Box<Answer?> {
        let box = Box<Answer?>(nil)
        let node = node ?? client
        node.spawn("request") { [network] in
            try await node.nap(instant)
            let request = HTTPRequest(method, path, key: PlacementKey(key))
            var status = 0
            do throws(CallError) {
                status =
                    try await network.call(
                        .http,
                        of: "Server \(server)",
                        from: node,
                        request,
                        timeout: .seconds(600)
                    ).status
            } catch {
                if case .interrupted(let interruption) = error { throw interruption }
            }
            box.value = Answer(Int(node.now.nanoseconds / 1_000_000), status)
        }
        return box
    }

    /// Has `action` happen at an instant, in milliseconds.
    func at(_ instant: Int, _ action: @escaping @Sendable () -> Void) {
        client.spawn("action") { [client] in
            try await client.nap(instant)
            action()
        }
    }

    /// Runs to the end; what is in the boxes then.
    func answers(_ boxes: [Box<Answer?>]) -> [Answer?] {
        _ = simulation.run()
        return boxes.map(\.value)
    }
}
