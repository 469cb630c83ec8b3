/// What a message of an exchange is, in the argument of its event.
private enum ExchangeMessage {
    static let request: UInt32 = 0
    static let refusal: UInt32 = 1
    static let deadline: UInt32 = 2
    static let reset: UInt32 = 3
    static let response: UInt32 = 4
    static let abandonment: UInt32 = 5
    static let head: UInt32 = 6
}

/// One request and its response, from the call to its end.
///
/// Who calls either waits in a task, or leaves a function that is called at the end: a balancer
/// that has thousands of requests under way needs no task for each.
///
/// The functions that every message passes are inlined, so that a subclass for certain types, such
/// as ``HTTPExchange``, needs nothing of the generic ones.
///
/// Soundness of `@unchecked Sendable`, and of the fields whose exclusive access is not checked:
/// reached only from the thread that owns the simulation, by functions that call nothing else while
/// they change a field.
class Exchange<Request: Sendable, Response: Sendable>: PendingExchange, @unchecked Sendable {
    private let network: Network
    private let service: Service<Request, Response>
    final let request: Request
    private let destination: NodeRecord
    /// The link from the caller to the destination.
    private let link: Link
    /// The incarnation the request was sent to, 0 where the node was down.
    private let incarnation: UInt32
    /// Whether it goes over a connection that was made before, to `incarnation`.
    private let isOnConnection: Bool
    private let kind: WorkKind
    @exclusivity(unchecked) private var response: Response?
    @exclusivity(unchecked) private var isAnswered = false
    /// How the call ended, if it did.
    @exclusivity(unchecked) private var result: Result<Response, CallError>?
    /// The slot in which the caller waits.
    @exclusivity(unchecked) private var slot: UInt32 = 0
    /// What is called at the end, where no task waits.
    @exclusivity(unchecked) private var completion: ((Result<Response, CallError>) -> Void)?
    /// What ends the call where no task waits for it.
    @exclusivity(unchecked) private var deadline = EventKey.none
    /// Whether the request has reached a node that was up.
    @exclusivity(unchecked) private var hasArrived = false
    /// What learns at the other side that the caller gave up, and by which number.
    @exclusivity(unchecked) private var observer: (target: EventTarget, number: UInt32)?

    @inline(__always)
    init(
        network: Network,
        service: Service<Request, Response>,
        caller: Node,
        destination: NodeRecord,
        request: Request,
        connection: UInt32 = 0,
        kind: WorkKind
    ) {
        self.network = network
        self.destination = destination
        link = network.link(from: caller, to: destination)
        self.service = service
        self.request = request
        self.kind = kind
        isOnConnection = connection != 0
        incarnation = isOnConnection ? connection : destination.state.pointee.running
        super.init(caller: caller)
    }

    override var waitDescription: String {
        "from '\(destination.name)' to a call of '\(service.name)'"
    }

    override func messageDescription(_ argument: UInt32) -> String {
        "\(service.name) \(Self.part(argument))"
    }

    override func happening(_ argument: UInt32) -> Happening {
        .delivery(
            of: service.name,
            part: argument == ExchangeMessage.deadline ? "deadline" : Self.part(argument)
        )
    }

    private static func part(_ argument: UInt32) -> String {
        switch argument {
        case ExchangeMessage.request: "request"
        case ExchangeMessage.refusal: "refusal"
        case ExchangeMessage.reset: "reset"
        case ExchangeMessage.abandonment: "abandonment"
        case ExchangeMessage.head: "head of the response"
        default: "response"
        }
    }

    /// Sends the request and waits for the end of the call.
    final func perform(timeout: Duration?) async throws(CallError) -> Response {
        let wait: Wait
        do {
            let deadline = timeout.map { caller.later(by: $0) }
            wait = try caller.takeSlot(until: deadline, .reply, .passUnretained(self))
        } catch {
            throw .interrupted(error)
        }
        guard wait.isOpen else {
            await caller.park(wait)
            do { try caller.endWait(wait) } catch { throw .interrupted(error) }
            throw .interrupted(.crashed)
        }
        slot = wait.slot
        link.exchanges.append(self)
        transmitRequest()
        await caller.park(wait)
        slot = 0
        link.exchanges.remove(self)
        do {
            try caller.endWait(wait)
        } catch {
            result = .failure(.interrupted(error))
            announceEnd()
            throw .interrupted(error)
        }
        if result == nil { announceEnd() }
        let end = result ?? .failure(.timedOut)
        result = end
        return try end.get()
    }

    /// Sends the request; `completion` is called at the end of the call.
    @inline(__always)
    final func begin(
        timeout: Duration?,
        _ completion: @escaping (Result<Response, CallError>) -> Void
    ) {
        self.completion = completion
        link.exchanges.append(self)
        if let timeout {
            deadline = caller.record.kernel.pointee.call(
                self,
                ExchangeMessage.deadline,
                at: caller.later(by: timeout),
                node: caller.record.state,
                isForeground: false
            )
        }
        transmitRequest()
    }

    @inline(__always)
    private final func transmitRequest() {
        network.transmit(
            from: caller,
            to: destination,
            self,
            ExchangeMessage.request,
            isForeground: kind == .foreground
        )
    }

    override func fire(_ message: UInt32) { receive(message) }

    /// Has a message arrive.
    @inline(__always)
    final func receive(_ message: UInt32) {
        switch message {
        case ExchangeMessage.request: arrive()
        case ExchangeMessage.refusal: finish(.failure(.refused))
        case ExchangeMessage.reset: finish(.failure(.reset))
        case ExchangeMessage.deadline:
            announceEnd()
            finish(.failure(.timedOut))
        case ExchangeMessage.abandonment: abandon()
        case ExchangeMessage.head: takeHead()
        default: if let response { finish(.success(response)) }
        }
    }

    override func fail(_ error: CallError) {
        announceEnd()
        finish(.failure(error))
    }

    override func cancel() {
        announceEnd()
        end(with: .reset)
    }

    override func forget() { end(with: .interrupted(.crashed)) }

    /// Ends a call that no task waits for, without a word to its caller.
    private final func end(with error: CallError) {
        guard completion != nil else { return }
        completion = nil
        result = .failure(error)
        if deadline != .none { caller.record.kernel.pointee.cancelCall(deadline) }
        link.exchanges.remove(self)
    }

    /// Has `target` learn under `number` that the caller gave up, if it does before the answer.
    final func whenAbandoned(_ target: EventTarget, number: UInt32) {
        observer = (target, number)
    }

    override func announceEnd() {
        guard observer != nil, !isAnswered, caller.isAlive else { return }
        network.transmit(
            from: caller,
            to: destination,
            self,
            ExchangeMessage.abandonment,
            isForeground: false
        )
    }

    /// The news that the caller gave up reaches the other side.
    private final func abandon() {
        guard !isAnswered, let observer else { return }
        isAnswered = true
        observer.target.fire(observer.number)
    }

    /// Whether `message` is a copy of a request that has arrived already: where it matters, it is
    /// dropped, as TCP drops segments that it has.
    @inline(__always)
    final func isCopyOfRequest(_ message: UInt32) -> Bool {
        guard message == ExchangeMessage.request else { return false }
        if hasArrived { return true }
        hasArrived = destination.state.pointee.running != 0
        return false
    }

    /// The request reaches its node: a new incarnation knows nothing of what was sent to the old
    /// one, and says so where it came over a connection.
    @inline(__always)
    private final func arrive() {
        let running = destination.state.pointee.running
        if running == 0, destination.refusesForDead {
            return answerForDead(ExchangeMessage.refusal)
        }
        guard running != 0 else { return }
        guard incarnation == 0 || incarnation == running else {
            return isOnConnection ? answerForDead(ExchangeMessage.reset) : ()
        }
        let server = Node(record: destination, incarnation: running)
        guard let serving = network.serving(service, on: destination) else {
            return refuse(from: server)
        }
        serving.accept(IncomingRequest(server: server, exchange: self))
    }

    override func breakConnection() {
        answerForDead(ExchangeMessage.reset)
    }

    /// Sends what the machine of a node says whose processes have ended.
    private final func answerForDead(_ message: UInt32) {
        guard !isAnswered else { return }
        isAnswered = true
        network.transmit(
            from: Node(record: destination, incarnation: destination.incarnations),
            to: caller.record,
            self,
            message,
            isForeground: kind == .foreground
        )
    }

    /// Says that the response begins, and when it will be complete, to a caller that wants to know.
    final func announceHead(lasting rest: Duration, from server: Node) {
        guard server.admitsCaller, !isAnswered, let head else { return }
        head.rest = rest
        network.transmit(
            from: server,
            to: caller.record,
            self,
            ExchangeMessage.head,
            isForeground: kind == .foreground
        )
    }

    /// The head of the response arrives: from now on the caller waits for the next bytes. One that
    /// has given up says so.
    private final func takeHead() {
        guard completion != nil else { return announceEnd() }
        guard let head, caller.isAlive else { return }
        if deadline != .none {
            let kernel = caller.record.kernel
            kernel.pointee.cancelCall(deadline)
            deadline = kernel.pointee.call(
                self,
                ExchangeMessage.deadline,
                at: caller.later(by: head.rest + head.timeout),
                node: caller.record.state,
                isForeground: false
            )
        }
        head.target.fire(head.number)
    }

    func reply(_ response: Response, from server: Node) { answer(response, from: server) }

    /// Sends the first answer of a node that is up.
    @inline(__always)
    final func answer(_ response: Response, from server: Node) {
        guard server.admitsCaller, !isAnswered else { return }
        isAnswered = true
        self.response = response
        network.transmit(
            from: server,
            to: caller.record,
            self,
            ExchangeMessage.response,
            isForeground: kind == .foreground
        )
    }

    final func refuse(from server: Node) {
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

    /// Tells the caller of `result`, unless the call has ended; what comes later is ignored.
    @inline(__always)
    private final func finish(_ result: Result<Response, CallError>) {
        guard self.result == nil else { return }
        if let completion {
            self.result = result
            self.completion = nil
            if deadline != .none { caller.record.kernel.pointee.cancelCall(deadline) }
            link.exchanges.remove(self)
            if caller.isAlive { completion(result) }
        } else if slot != 0 {
            self.result = result
            caller.record.kernel.pointee.wake(slot, .signal)
        }
    }
}

/// A request of HTTP and its response: most of what goes over the network.
///
/// Its functions know the types; those of a generic class look them up at every step.
///
/// Soundness of `@unchecked Sendable`: as of ``Exchange``.
final class HTTPExchange: Exchange<HTTPRequest, HTTPResponse>, @unchecked Sendable {
    override func fire(_ message: UInt32) { receive(message) }

    override func reply(_ response: HTTPResponse, from server: Node) {
        answer(response, from: server)
    }
}
