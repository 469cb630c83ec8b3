@testable import Simulator

/// Servers, a proxy before them, and a client, one millisecond from each other.
struct ProxyBed {
    let simulation: Simulation
    let network: Network
    let journal = ProxyJournal()
    let client: Node
    let servers: [Node]
    let proxy: Node
    /// The process on that node.
    private let running = Running()

    /// - Parameter change: What the settings have besides a group of all servers.
    init(
        seed: UInt64 = 1,
        servers count: Int = 3,
        server: WebServerSettings = WebServerSettings(service: .constant(.milliseconds(2))),
        own: [String: WebServerSettings] = [:],
        _ change: (inout ProxySettings) -> Void = { _ in }
    ) {
        let simulation = Simulation(seed: seed)
        let network = Network(simulation: simulation)
        self.simulation = simulation
        self.network = network
        let names = (1...count).map { "Server \($0)" }
        servers = names.enumerated().map { ordinal, name in
            let random = simulation.random("service \(name)")
            return simulation.addNode(name, placement: NodePlacement(role: "server")) { node in
                WebServer.start(
                    on: node,
                    network: network,
                    identifier: ordinal + 1,
                    settings: own[name] ?? server,
                    random: random.split("\(node.incarnation)")
                )
            }
        }
        var settings = ProxySettings(
            upstreams: [ProxyUpstreamSettings("all", servers: names.map { UpstreamServer($0) })]
        )
        change(&settings)
        let random = simulation.random("proxy")
        proxy = simulation.addNode("proxy") { [journal, settings, running] node in
            running.proxy = try? Proxy.start(
                on: node,
                network: network,
                settings: settings,
                journal: journal,
                random: random.split("\(node.incarnation)")
            )
        }
        client = simulation.addNode("client")
    }

    /// An answer, and when it came.
    struct Answer: Sendable {
        var instant: VirtualInstant
        var result: Result<HTTPResponse, CallError>

        /// The status, or 0 where nothing came.
        var status: Int { (try? result.get().status) ?? 0 }
        /// Who answered; empty where no server did.
        var server: String { (try? result.get().servedBy) ?? "" }
    }

    /// Sends `request` at `instant`; the answer is in the box when the run has ended.
    func ask(
        at instant: Duration = .zero,
        _ request: HTTPRequest = HTTPRequest(.get, "/home"),
        timeout: Duration? = .seconds(300)
    ) -> Box<Answer?> {
        let box = Box<Answer?>(nil)
        client.spawn("request") { [client, network] in
            try await client.sleep(until: .zero.advanced(by: instant))
            var result: Result<HTTPResponse, CallError>
            do throws(CallError) {
                result = .success(
                    try await network.call(
                        .http,
                        of: "proxy",
                        from: client,
                        request,
                        timeout: timeout
                    )
                )
            } catch {
                result = .failure(error)
            }
            box.value = Answer(instant: client.now, result: result)
        }
        return box
    }

    /// Sends `count` requests, one after the other with `pause` between them, and returns the
    /// answers in their order once the run has ended.
    func askInTurn(
        _ count: Int,
        every pause: Duration = .milliseconds(20),
        _ request: HTTPRequest = HTTPRequest(.get, "/home")
    ) -> [Answer] {
        let boxes = (0..<count).map { ask(at: pause * $0, request) }
        run()
        return boxes.compactMap(\.value)
    }

    /// How many servers the groups of each configuration have that are still kept.
    func keptServers() -> [Int] {
        guard let proxy = running.proxy else { return [] }
        return simulation.inspect(proxy) { proxy in
            proxy.upstreams.map { $0.groups.first?.members.count ?? 0 }
        }
    }

    /// Runs until nothing is left to do.
    @discardableResult
    func run(until limit: RunLimit = .quiescent) -> RunOutcome { simulation.run(until: limit) }

    /// Has `action` happen at `instant`.
    func at(_ instant: Duration, _ action: @escaping @Sendable () -> Void) {
        client.spawn("action", .background) { [client] in
            try await client.sleep(until: .zero.advanced(by: instant))
            action()
        }
    }
}

/// The proxy that runs, which lives as long as its process.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
private final class Running: @unchecked Sendable {
    weak var proxy: Proxy?
}

/// A value that a closure changes.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
final class Box<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
}

extension VirtualInstant {
    /// Whole milliseconds since the start.
    var milliseconds: Int { Int(nanoseconds / 1_000_000) }
}
