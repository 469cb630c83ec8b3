/// A call that is under way, without the types of what it carries.
class PendingExchange: EventTarget {
    /// Neighbours among the pending exchanges of a link; each is kept alive by the one before it,
    /// which is why the way back can do without a count.
    fileprivate var next: PendingExchange?
    fileprivate unowned(unsafe) var previous: PendingExchange?
    /// The node that calls.
    let caller: Node

    init(caller: Node) {
        self.caller = caller
    }

    /// Ends the call with an error, unless it has ended.
    func fail(_ error: CallError) {}
}

/// The pending exchanges of one link, the oldest first.
///
/// - Complexity: O(1) to add and to remove.
struct ExchangeList {
    private var first: PendingExchange?
    private unowned(unsafe) var last: PendingExchange?

    mutating func append(_ exchange: PendingExchange) {
        exchange.previous = last
        if let last { last.next = exchange } else { first = exchange }
        last = exchange
    }

    mutating func remove(_ exchange: PendingExchange) {
        guard first === exchange || exchange.previous != nil else { return }
        if let previous = exchange.previous {
            previous.next = exchange.next
        } else {
            first = exchange.next
        }
        if let next = exchange.next {
            next.previous = exchange.previous
        } else {
            last = exchange.previous
        }
        exchange.next = nil
        exchange.previous = nil
    }

    /// All of them, the oldest first.
    var all: [PendingExchange] {
        var exchanges: [PendingExchange] = []
        var exchange = first
        while let present = exchange {
            exchanges.append(present)
            exchange = present.next
        }
        return exchanges
    }
}

/// What a message of an exchange is, in the argument of its event; responses count from `response`.
private enum ExchangeMessage {
    static let request: UInt32 = 0
    static let refusal: UInt32 = 1
    static let response: UInt32 = 2
}

/// One request and its response, from the call to its end.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
final class Exchange<Request: Sendable, Response: Sendable>: PendingExchange, @unchecked Sendable {
    private let network: Network
    private let service: String
    private let request: Request
    private let destination: NodeRecord
    /// The incarnation the request was sent to, 0 where the node was down.
    private let incarnation: UInt32
    private let kind: WorkKind
    private var responses: [Response] = []
    private var isAnswered = false
    /// How the call ended, if it did.
    private var result: Result<Response, CallError>?
    /// The slot in which the caller waits.
    private var slot: UInt32 = 0

    init(
        network: Network,
        service: Service<Request, Response>,
        caller: Node,
        destination: NodeRecord,
        request: Request,
        kind: WorkKind
    ) {
        self.network = network
        self.service = service.name
        self.destination = destination
        self.request = request
        self.kind = kind
        incarnation = destination.state.pointee.running
        super.init(caller: caller)
    }

    override var waitDescription: String { "from '\(destination.name)' to a call of '\(service)'" }

    /// Sends the request and waits for the end of the call.
    func perform(timeout: Duration?) async throws(CallError) -> Response {
        let wait: Wait
        do {
            let deadline = timeout.map { caller.later(by: $0) }
            wait = try caller.takeSlot(until: deadline, .reply, .passUnretained(self))
        } catch {
            throw .interrupted(error)
        }
        guard wait.isOpen else {
            _ = await caller.park(wait)
            do { try caller.endWait(wait, .crash) } catch { throw .interrupted(error) }
            throw .interrupted(.crashed)
        }
        slot = wait.slot
        let link = network.link(from: caller, to: destination)
        link.exchanges.append(self)
        network.transmit(
            from: caller,
            to: destination,
            self,
            ExchangeMessage.request,
            isForeground: kind == .foreground
        )
        let cause = await caller.park(wait)
        slot = 0
        link.exchanges.remove(self)
        do {
            try caller.endWait(wait, cause)
        } catch {
            result = .failure(.interrupted(error))
            throw .interrupted(error)
        }
        let end = result ?? .failure(.timedOut)
        result = end
        return try end.get()
    }

    override func fire(_ message: UInt32) {
        switch message {
        case ExchangeMessage.request: arrive()
        case ExchangeMessage.refusal: finish(.failure(.refused))
        default: finish(.success(responses[Int(message - ExchangeMessage.response)]))
        }
    }

    override func fail(_ error: CallError) {
        finish(.failure(error))
    }

    /// The request reaches its node: a new incarnation knows nothing of what was sent to the old
    /// one.
    private func arrive() {
        let running = destination.state.pointee.running
        guard running != 0, incarnation == 0 || incarnation == running else { return }
        let server = Node(record: destination, incarnation: running)
        guard
            let serving = network.serving(
                service,
                on: destination,
                (Request, Response).self
            )
        else { return refuse(from: server) }
        serving.accept(IncomingRequest(request: request, server: server, exchange: self))
    }

    func reply(_ response: Response, from server: Node) {
        guard server.admitsCaller, !isAnswered else { return }
        isAnswered = true
        responses.append(response)
        network.transmit(
            from: server,
            to: caller.record,
            self,
            ExchangeMessage.response + UInt32(responses.count - 1),
            isForeground: kind == .foreground
        )
    }

    func refuse(from server: Node) {
        guard server.admitsCaller, !isAnswered else { return }
        isAnswered = true
        network.transmit(
            from: server,
            to: caller.record,
            self,
            ExchangeMessage.refusal,
            isForeground: kind == .foreground
        )
    }

    /// Wakes the caller with `result`, unless the call has ended; what comes later is ignored.
    private func finish(_ result: Result<Response, CallError>) {
        guard self.result == nil, slot != 0 else { return }
        self.result = result
        caller.record.kernel.pointee.wake(slot, .signal)
    }
}

extension Network {
    /// Calls `service` of the node called `name` and waits for the response.
    ///
    /// - Parameters:
    ///   - node: The node that calls.
    ///   - timeout: How long to wait; without one, until the response comes or the call is reset.
    ///   - kind: Whether the run waits for messages of this call that are under way.
    /// - Throws: `CallError`.
    public func call<Request: Sendable, Response: Sendable>(
        _ service: Service<Request, Response>,
        of name: String,
        from node: Node,
        _ request: Request,
        timeout: Duration?,
        _ kind: WorkKind = .foreground
    ) async throws(CallError) -> Response {
        guard node.record.executor.isCurrent else {
            await node.record.executor.comeBack()
            throw .interrupted(.crashed)
        }
        let record = try record(named: name)
        let exchange = Exchange(
            network: self,
            service: service,
            caller: node,
            destination: record,
            request: request,
            kind: kind
        )
        return try await exchange.perform(timeout: timeout)
    }

    /// Ends every call of this incarnation of `node` to the node called `name` that is under way
    /// with `CallError.reset`, as closing its connections does; a dead incarnation has none.
    public func reset(from node: Node, to name: String) {
        guard node.admitsCaller, let record = try? record(named: name) else { return }
        for exchange in link(from: node, to: record).exchanges.all
        where exchange.caller.incarnation == node.incarnation {
            exchange.fail(.reset)
        }
    }
}
