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
    /// The request.
    public let request: Request
    /// The node that serves it.
    let server: Node
    let exchange: Exchange<Request, Response>

    /// The name of the node that sent it.
    public var sender: String { exchange.caller.name }

    /// Sends `response` back; the second answer to a request, and that of a crashed node, go
    /// nowhere.
    public func reply(_ response: Response) {
        exchange.reply(response, from: server)
    }

    /// Refuses the request, as a full queue does.
    public func refuse() {
        exchange.refuse(from: server)
    }
}

/// What a node does with the requests of one service.
protocol AnyServing {}

struct Serving<Request: Sendable, Response: Sendable>: AnyServing {
    let node: Node
    let accept: @Sendable (IncomingRequest<Request, Response>) -> Void
}

extension Network {
    /// Has `node` serve `service`: `accept` is called at the instant a request arrives.
    ///
    /// It lasts as long as the incarnation. `accept` must not wait; it answers at once, puts the
    /// request into a mailbox, or spawns a task.
    public func serve<Request: Sendable, Response: Sendable>(
        _ service: Service<Request, Response>,
        on node: Node,
        accept: @escaping @Sendable (IncomingRequest<Request, Response>) -> Void
    ) {
        guard node.admitsCaller else { return }
        while services.count <= Int(node.identifier) { services.append([:]) }
        services[Int(node.identifier)][service.name] = Serving(node: node, accept: accept)
    }

    /// What `node` does with requests of the service called `name`, by the present incarnation.
    func serving<Request: Sendable, Response: Sendable>(
        _ name: String,
        on record: NodeRecord,
        _: (Request, Response).Type
    ) -> Serving<Request, Response>? {
        let number = Int(record.identifier)
        guard number < services.count,
            let serving = services[number][name] as? Serving<Request, Response>,
            serving.node.isAlive
        else { return nil }
        return serving
    }
}
