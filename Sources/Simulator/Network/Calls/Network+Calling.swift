extension Network {
    /// Calls `service` of the node called `name` and waits for the response.
    ///
    /// - Parameters:
    ///   - service: What is called.
    ///   - name: The node that serves.
    ///   - node: The node that calls.
    ///   - request: What is asked.
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
        let exchange = Exchange(
            network: self,
            service: service,
            caller: node,
            destination: try record(named: name),
            request: request,
            kind: kind
        )
        return try await exchange.perform(timeout: timeout)
    }

    /// Sends a request of HTTP to `destination`; `completion` is called at the instant at which the
    /// call ends, without a task that waits for it.
    ///
    /// It is never called where `node` crashes before. Where there is no such node, or `node` is
    /// not up, it is called at once.
    ///
    /// - Parameters:
    ///   - node: The node that calls.
    ///   - connection: What `connect` gave for the connection that it goes over; the call is reset
    ///     where another process runs there by now. 0 where none was made before.
    ///   - timeout: How long to wait; without one, until the response comes or the call is reset.
    ///   - kind: Whether the run waits for messages of this call that are under way; the call alone
    ///     keeps no run from ending.
    /// - Returns: The call, which is there as long as it has not ended; nothing where it has.
    @discardableResult
    func send(
        _ request: HTTPRequest,
        to destination: Destination,
        over connection: UInt32 = 0,
        from node: Node,
        timeout: Duration?,
        _ kind: WorkKind = .foreground,
        completion: @escaping (Result<HTTPResponse, CallError>) -> Void
    ) -> PendingExchange? {
        guard let record = record(of: destination, from: node, completion) else { return nil }
        let exchange = HTTPExchange(
            network: self,
            service: .http,
            caller: node,
            destination: record,
            request: request,
            connection: connection,
            kind: kind
        )
        exchange.begin(timeout: timeout, completion)
        return exchange
    }

    /// Opens a connection for HTTP to `destination`: a message there and one back, before what it
    /// is opened for.
    ///
    /// A node that is up accepts where it serves HTTP, and refuses where it does not. What
    /// `completion` gets is the number of its incarnation, by which `send` knows the connection.
    ///
    /// - Returns: The call, which is there as long as it has not ended; nothing where it has.
    @discardableResult
    func connect(
        to destination: Destination,
        from node: Node,
        timeout: Duration?,
        _ kind: WorkKind = .foreground,
        completion: @escaping (Result<UInt32, CallError>) -> Void
    ) -> PendingExchange? {
        guard let record = record(of: destination, from: node, completion) else { return nil }
        let exchange = Exchange<Greeting, UInt32>(
            network: self,
            service: Service(Service.http.name),
            caller: node,
            destination: record,
            request: Greeting(),
            kind: kind
        )
        exchange.begin(timeout: timeout, completion)
        return exchange
    }

    /// Asks `destination` for something; `completion` is called at the instant at which the call
    /// ends, without a task that waits for it, as by `send`. The run does not wait for it.
    ///
    /// - Parameter connection: The incarnation of the other side to which it has a connection; 0
    ///   where it needs none.
    func ask<Request: Sendable, Response: Sendable>(
        _ service: Service<Request, Response>,
        _ request: Request,
        of destination: Destination,
        over connection: UInt32 = 0,
        from node: Node,
        timeout: Duration,
        completion: @escaping (Result<Response, CallError>) -> Void
    ) {
        guard let record = record(of: destination, from: node, completion) else { return }
        Exchange(
            network: self,
            service: service,
            caller: node,
            destination: record,
            request: request,
            connection: connection,
            kind: .background
        ).begin(timeout: timeout, completion)
    }

    /// Tells `destination` something whose answer nobody waits for.
    func tell<Message: Sendable>(
        _ service: Service<Message, Bool>,
        _ message: Message,
        to destination: Destination,
        from node: Node
    ) {
        guard let record = record(of: destination, from: node, { (_: Result<Bool, _>) in }) else {
            return
        }
        Exchange(
            network: self,
            service: service,
            caller: node,
            destination: record,
            request: message,
            kind: .background
        ).begin(timeout: .seconds(1)) { _ in }
    }

    /// The record of `destination`; where there is none, or `node` is not up, the call ends.
    @inline(__always)
    private func record<Response>(
        of destination: Destination,
        from node: Node,
        _ completion: (Result<Response, CallError>) -> Void
    ) -> NodeRecord? {
        guard node.admitsCaller else {
            completion(.failure(.interrupted(.crashed)))
            return nil
        }
        do { return try destination.record(in: self) } catch {
            completion(.failure(error))
            return nil
        }
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

    /// Ends the processes of `node`, whose machine lives: calls to it that are under way break when
    /// the news reaches their callers, and later ones are refused until it starts again.
    public func kill(_ node: Node) {
        guard node.isAlive else { return }
        for exchange in exchanges(from: node.record) { exchange.announceEnd() }
        node.crash()
        node.record.refusesForDead = true
        for exchange in exchanges(to: node.record) { exchange.breakConnection() }
        for listener in closingListeners where listener.node.isAlive {
            transmit(
                from: node.current,
                to: listener.node.record,
                listener.target,
                node.identifier,
                isForeground: false
            )
        }
    }

    /// Has `handler` called with the number of each node whose processes are ended by `kill`, when
    /// the news arrives that the connections to it are closed; for as long as `node` is up.
    func whenClosed<Target: SimulatedActor>(on node: Node, _ handler: Handler<Target>) {
        guard node.admitsCaller else { return }
        watch(node.record)
        closingListeners.append((node, handler.eventTarget))
    }
}

/// What opens a connection.
struct Greeting: Sendable {}
