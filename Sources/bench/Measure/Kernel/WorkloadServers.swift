import Simulator

/// What the servers of a workload do their work for.
protocol ServiceDesk: AnyObject, Sendable {
    associatedtype Request: Sendable

    /// How long a request takes.
    func demand(of request: Request) -> Duration

    /// Takes note of what a server has done.
    func complete(_ request: Request, on server: Int)
}

/// How the servers of a workload do their work.
package enum ServerKind {
    /// A task each, which waits for a request, then for its end.
    case processes
    /// Handlers of requests and of their ends, without a task.
    case handlers

    /// Starts a server.
    ///
    /// - Returns: Where its requests are put.
    func start<Desk: ServiceDesk>(
        number: Int,
        at desk: Desk,
        on node: Node
    ) -> Mailbox<Desk.Request> {
        switch self {
        case .processes: ProcessServer(node: node, desk: desk, index: number).start()
        case .handlers: HandlerServer(node: node, desk: desk, index: number).start()
        }
    }
}

private actor ProcessServer<Desk: ServiceDesk>: SimulatedActor {
    nonisolated let node: Node
    private let requests: Mailbox<Desk.Request>
    private let desk: Desk
    private let index: Int

    init(node: Node, desk: Desk, index: Int) {
        self.node = node
        self.desk = desk
        self.index = index
        requests = Mailbox("requests \(index)", on: node)
    }

    nonisolated func start() -> Mailbox<Desk.Request> {
        node.spawn("server", .background) { try await self.serve() }
        return requests
    }

    private func serve() async throws {
        while true {
            let request = try await requests.receive()
            try await node.work(for: desk.demand(of: request))
            desk.complete(request, on: index)
        }
    }
}

/// A server that does one request after another without a task of its own: it handles requests as
/// they come, and the ends of their work.
private actor HandlerServer<Desk: ServiceDesk>: SimulatedActor {
    nonisolated let node: Node
    private let desk: Desk
    private let index: Int
    // Exclusive access is not checked: none spans a call.
    @exclusivity(unchecked) private var end: Handler<HandlerServer>?
    @exclusivity(unchecked) private var requests: [Desk.Request] = []
    /// The request that is worked on, of those in `requests`.
    @exclusivity(unchecked) private var first = 0

    init(node: Node, desk: Desk, index: Int) {
        self.node = node
        self.desk = desk
        self.index = index
    }

    /// The mailbox of its requests, which keeps it alive.
    nonisolated func start() -> Mailbox<Desk.Request> {
        Mailbox("requests \(index)", of: self) { $0.take($1) }
    }

    private func take(_ request: Desk.Request) {
        requests.append(request)
        if requests.count - first == 1 { beginWork(desk.demand(of: request)) }
    }

    private func beginWork(_ demand: Duration) {
        if end == nil { end = Handler("end", of: self) { $0.endWork() } }
        end?.scheduleWork(for: demand)
    }

    private func endWork() {
        desk.complete(requests[first], on: index)
        first += 1
        if first == requests.count {
            requests.removeAll(keepingCapacity: true)
            first = 0
        } else {
            beginWork(desk.demand(of: requests[first]))
        }
    }
}
