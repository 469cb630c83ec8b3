/// How a web server performs.
public struct WebServerSettings: Equatable, Sendable {
    /// How long one request takes.
    public var service: DurationDistribution
    /// Requests served at once.
    public var concurrency: Int
    /// Requests that may wait; more are refused.
    public var queue: Int

    /// A server with this performance.
    public init(service: DurationDistribution, concurrency: Int = 1, queue: Int = 100_000) {
        precondition(concurrency > 0 && queue >= 0, "a server serves at least one request at once")
        self.service = service
        self.concurrency = concurrency
        self.queue = queue
    }
}

/// The web server of the specification: `/home` greets with its identifier, `/heartbeat` says that
/// it lives.
///
/// Heartbeats are answered at once; `/home` waits for one of the workers. Both answer GET only: any
/// other method gets status 405, another path 404.
public actor WebServer: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    private let inbox: Mailbox<IncomingRequest<HTTPRequest, HTTPResponse>>
    private let settings: WebServerSettings
    private let greeting: HTTPResponse
    private var random: RandomStream
    /// Requests that wait or are being served.
    private var held = 0

    /// Starts a server on `node`.
    ///
    /// - Parameter identifier: The number it greets with.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        identifier: Int,
        settings: WebServerSettings,
        random: RandomStream
    ) -> WebServer {
        let server = WebServer(
            node: node,
            identifier: identifier,
            settings: settings,
            random: random
        )
        server.serve(network)
        return server
    }

    private init(node: Node, identifier: Int, settings: WebServerSettings, random: RandomStream) {
        self.node = node
        self.settings = settings
        self.random = random
        greeting = HTTPResponse(
            status: 200,
            body: BalancerMessages.greeting(identifier),
            servedBy: node.name
        )
        inbox = Mailbox("requests", on: node, capacity: settings.queue + settings.concurrency)
    }

    private nonisolated func serve(_ network: Network) {
        network.serve(.http, on: node) { [node] incoming in
            let request = incoming.request
            switch (request.path, request.method) {
            case ("/heartbeat", .get):
                incoming.reply(HTTPResponse(status: 200, servedBy: node.name))
            case ("/home", .get): self.assumeIsolated { $0.accept(incoming) }
            case ("/heartbeat", _), ("/home", _):
                incoming.reply(HTTPResponse(status: 405, servedBy: node.name))
            default: incoming.reply(HTTPResponse(status: 404, servedBy: node.name))
            }
        }
        for number in 0..<settings.concurrency {
            node.spawn("worker \(number)", .background) { try await self.work() }
        }
    }

    private func accept(_ incoming: IncomingRequest<HTTPRequest, HTTPResponse>) {
        guard held < settings.queue + settings.concurrency, inbox.put(incoming) else {
            return incoming.refuse()
        }
        held += 1
    }

    private func work() async throws {
        while true {
            let incoming = try await inbox.receive()
            try await node.work(for: settings.service.sample(using: &random))
            held -= 1
            incoming.reply(greeting)
        }
    }
}
