/// The name and the types of something a node serves, such as HTTP on port 5000.
public struct Service<Request: Sendable, Response: Sendable>: Sendable {
    /// The name, unique on a node.
    public let name: String

    /// The service called `name`.
    public init(_ name: String) {
        self.name = name
    }
}

/// Why a call gave no response.
public enum CallError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No response came in time; the request may have been performed.
    case timedOut
    /// The node is up, but does not serve this, or has no room for the request.
    case refused
    /// The caller gave up on the other side while the call was under way.
    case reset
    /// No node has this name.
    case unknownNode(String)
    /// The caller crashed or was cancelled.
    case interrupted(Interruption)

    /// The reason in words.
    public var description: String {
        switch self {
        case .timedOut: "timed out"
        case .refused: "connection refused"
        case .reset: "connection reset"
        case .unknownNode(let name): "no node '\(name)'"
        case .interrupted(let interruption): interruption.description
        }
    }
}

/// A request that arrived at a node, to be answered once.
public struct IncomingRequest<Request: Sendable, Response: Sendable>: Sendable {
    /// The node that serves it.
    let server: Node
    let exchange: Exchange<Request, Response>

    /// The request.
    public var request: Request { exchange.request }

    /// The name of the node that sent it.
    public var sender: String { exchange.caller.name }

    /// Sends `response` back; the second answer to a request, and that of a crashed node, go
    /// nowhere.
    public func reply(_ response: Response) {
        exchange.reply(response, from: server)
    }

    /// Has `handler` called with `number` at the instant at which the news arrives that the caller
    /// gave up: its time was over, it reset the call, or its process ended. It is not called after
    /// the answer, nor where the caller's machine crashed, which says nothing.
    func whenAbandoned<Target: SimulatedActor>(_ handler: Handler<Target>, number: UInt32) {
        exchange.whenAbandoned(handler.eventTarget, number: number)
    }

    /// Says that the response begins, and that it is complete after `rest`, which is how long it
    /// takes to be read.
    func announceHead(lasting rest: Duration) {
        exchange.announceHead(lasting: rest, from: server)
    }

    /// Whether the process that sent the request runs.
    var isSenderAlive: Bool { exchange.caller.isAlive }

    /// Closes the connection without an answer.
    func close() {
        if server.admitsCaller { exchange.breakConnection() }
    }

    /// Refuses the request, as a full queue does.
    public func refuse() {
        exchange.refuse(from: server)
    }
}

/// What a node does with the requests of one service.
class AnyServing {
    let name: String
    /// The types of what it takes and gives.
    let types: any Any.Type
    let node: Node

    init(name: String, types: any Any.Type, node: Node) {
        self.name = name
        self.types = types
        self.node = node
    }
}

/// What a node does with the requests of a service of these types.
final class Serving<Request: Sendable, Response: Sendable>: AnyServing {
    let accept: @Sendable (IncomingRequest<Request, Response>) -> Void
    /// Whether a request that `caller` sends is answered at once, as things stand, and leaves
    /// nothing behind.
    let isHarmless: @Sendable (Request, _ caller: Node) -> Bool

    init(
        name: String,
        node: Node,
        accept: @escaping @Sendable (IncomingRequest<Request, Response>) -> Void,
        isHarmless: @escaping @Sendable (Request, _ caller: Node) -> Bool = { _, _ in false }
    ) {
        self.accept = accept
        self.isHarmless = isHarmless
        super.init(name: name, types: Serving.self, node: node)
    }
}

extension Network {
    /// Has `node` serve `service`: `accept` is called at the instant a request arrives.
    ///
    /// It lasts as long as the incarnation. `accept` must not wait; it answers at once, puts the
    /// request into a mailbox, or spawns a task.
    ///
    /// - Parameters:
    ///   - service: What is served.
    ///   - node: The node that serves.
    ///   - roles: The roles of those it serves; the connections of others are refused, as by a
    ///     firewall that rejects. Nothing where it serves everybody.
    ///   - isHarmless: Whether `accept` would answer such a request at once, and leave everything
    ///     as it was; so that heartbeats may be skipped.
    ///   - accept: Takes each request.
    public func serve<Request: Sendable, Response: Sendable>(
        _ service: Service<Request, Response>,
        on node: Node,
        to roles: [String]? = nil,
        isHarmless: @escaping @Sendable (Request) -> Bool = { _ in false },
        accept: @escaping @Sendable (IncomingRequest<Request, Response>) -> Void
    ) {
        guard node.admitsCaller else { return }
        let number = Int(node.identifier)
        while services.count <= number { services.append([]) }
        watch(node.record)
        // Who connects is let in by the same service under the types of a greeting.
        let added: [AnyServing] = [
            Serving(
                name: service.name,
                node: node,
                accept: Self.guarded(accept, by: roles),
                isHarmless: { request, caller in
                    roles?.contains(caller.role) != false && isHarmless(request)
                }
            ),
            Serving<Greeting, UInt32>(
                name: service.name,
                node: node,
                accept: Self.guarded({ $0.reply(node.incarnation) }, by: roles)
            ),
        ]
        services[number].removeAll { $0.name == service.name }
        services[number] += added
    }

    private static func guarded<Request: Sendable, Response: Sendable>(
        _ accept: @escaping @Sendable (IncomingRequest<Request, Response>) -> Void,
        by roles: [String]?
    ) -> @Sendable (IncomingRequest<Request, Response>) -> Void {
        guard let roles else { return accept }
        return { incoming in
            guard roles.contains(incoming.exchange.caller.role) else { return incoming.refuse() }
            accept(incoming)
        }
    }

    /// What `node` does with requests of `service`, by the present incarnation.
    @inline(__always)
    func serving<Request: Sendable, Response: Sendable>(
        _ service: Service<Request, Response>,
        on record: NodeRecord
    ) -> Serving<Request, Response>? {
        let number = Int(record.identifier)
        guard number < services.count else { return nil }
        let types = Serving<Request, Response>.self
        let found = services[number].first { $0.types == types && $0.name == service.name }
        guard let found, found.node.isAlive else { return nil }
        // The types are the same, so the class is.
        return unsafeDowncast(found, to: Serving<Request, Response>.self)
    }
}
