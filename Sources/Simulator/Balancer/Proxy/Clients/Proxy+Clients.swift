/// How requests come to a proxy: connections, handshakes, and heads that take a while.
extension Proxy {
    // MARK: Connections

    /// Takes the connection over which a request comes.
    ///
    /// - Returns: The worker that has it, and when it was opened; nothing where it must be closed.
    @inline(__always)
    func takeConnection(
        of incoming: IncomingRequest<HTTPRequest, HTTPResponse>
    ) -> (worker: Int, opened: VirtualInstant)? {
        if clients.countsConnections || incoming.request.hasDetails {
            return takeConnection(number: incoming.request.details?.connection)
        }
        journal.clients.noteOpened(at: node.now)
        return (nextWorker, node.now)
    }

    /// Opens a connection, or takes the one that a handshake has opened.
    private func takeConnection(number: UInt64?) -> (worker: Int, opened: VirtualInstant)? {
        guard let number else { return openConnection().map { ($0, node.now) } }
        // One that was closed meanwhile, or had its request, is none any more.
        guard let handshake = clients.end(number) else { return nil }
        if let timer = handshake.timer { agenda.clear(timer) }
        return (handshake.worker, handshake.opened)
    }

    /// Opens a connection to the next worker.
    ///
    /// A worker accepts the connection and closes it at once where it has as many as it may.
    /// Source: nginx, `ngx_event_accept` and `ngx_get_connection`.
    ///
    /// - Returns: The worker; nothing where it has none that is free.
    private func openConnection() -> Int? {
        let worker = nextWorker
        if let maximum = settings.clients.connectionsMaximum,
            connections(of: worker) >= maximum, settings.clients.plantedBug != .boundless
        {
            nextWorker = (worker + 1) % settings.workers
            journal.clients.noteRefused(counted: clients.open.reduce(0, +), at: node.now)
            return nil
        }
        clients.count(1, of: worker)
        journal.clients.noteOpened(at: node.now)
        return worker
    }

    /// Closes the connection of a client.
    @inline(__always)
    func giveConnection(of worker: Int) {
        if clients.countsConnections { clients.count(-1, of: worker) }
        journal.clients.noteClosed()
    }

    /// Takes a connection to a server, if it is one that is kept or one is free.
    ///
    /// Source: nginx, "worker_connections": the number includes all connections, with proxied
    /// servers among others. Without a free one `ngx_event_connect_peer` fails, and the request
    /// gets status 500.
    func takeServerConnection(
        _ line: ProxyLine,
        _ connection: KeepaliveCache.Connection
    ) -> Bool {
        let worker = line.exchange.worker
        let maximum = settings.clients.connectionsMaximum ?? .max
        guard connection.isReused || connections(of: worker) < maximum else {
            journal.clients.noteWithoutConnection()
            return false
        }
        clients.countServer(1, of: worker)
        return true
    }

    /// How many connections a worker has: to clients, to servers, and those that it keeps.
    private func connections(of worker: Int) -> Int {
        var kept = 0
        for upstream in configuration.upstreams {
            upstreams[upstream].connections[worker].closeExpired(now: node.now)
            kept += upstreams[upstream].connections[worker].idleCount
        }
        return clients.open[worker] + clients.toServers[worker] + kept
    }

    // MARK: Handshakes

    /// Does the server's part of a handshake: what it costs is done for the first flight.
    ///
    /// The timer of the head runs from here on: nginx sets it when it accepts the connection.
    func shakeHands(_ incoming: IncomingRequest<TLSFlight, UInt64>) {
        switch incoming.request {
        case .keys(let number):
            guard clients[number] != nil else { return incoming.close() }
            incoming.reply(number)
        case .close(let port):
            if let handshake = clients.end(port: port) {
                if let timer = handshake.timer { agenda.clear(timer) }
                giveConnection(of: handshake.worker)
            }
            incoming.reply(0)
        case .hello(let isResumed, let port):
            guard let tls = settings.clients.tls, let worker = openConnection() else {
                return incoming.close()
            }
            nextWorker = (worker + 1) % settings.workers
            journal.clients.noteHandshake(isResumed: isResumed)
            let number = clients.begin(.init(worker: worker, port: port, opened: node.now))
            clients[number]?.timer = schedule(after: settings.clients.headerTimeout) { proxy in
                if proxy.clients.end(number) != nil { proxy.giveConnection(of: worker) }
            }
            let wait = occupy(worker, for: isResumed ? tls.resumption : tls.handshake)
            schedule(after: wait) { proxy in
                if proxy.clients[number] == nil { incoming.close() } else { incoming.reply(number) }
            }
        }
    }

    // MARK: Heads

    /// Waits for the head of a request that takes a while.
    ///
    /// Source: nginx, "client_header_timeout": the entire head within this time. What comes later
    /// is status 408 in the log, and the connection is closed without an answer
    /// (`ngx_http_process_request_headers` and `ngx_http_close_request`).
    ///
    /// - Returns: Whether it has to be waited for.
    func awaitHead(of exchange: ProxyExchange, openedAt opened: VirtualInstant) -> Bool {
        let sending = exchange.incoming.request.details?.sending ?? .zero
        guard sending > .zero else { return false }
        let deadline = opened.advanced(by: settings.clients.headerTimeout)
        clients.reading += 1
        exchange.isHeadAwaited = true
        if node.now.advanced(by: sending) < deadline {
            schedule(after: sending) { $0.takeHead(of: exchange, until: deadline) }
        } else {
            timeOut(exchange, at: deadline)
        }
        return true
    }

    /// Goes on with a request whose head is complete, which that of a client that crashed never is.
    private func takeHead(of exchange: ProxyExchange, until deadline: VirtualInstant) {
        guard exchange.incoming.isSenderAlive || exchange.isAnswered else {
            return timeOut(exchange, at: deadline)
        }
        endHead(of: exchange)
        if !exchange.isAnswered { receive(exchange) }
    }

    private func timeOut(_ exchange: ProxyExchange, at deadline: VirtualInstant) {
        schedule(after: node.now.duration(to: max(node.now, deadline))) { proxy in
            proxy.endHead(of: exchange)
            guard !exchange.isAnswered else { return }
            proxy.journal.clients.noteHeaderTimeout()
            if proxy.settings.clients.plantedBug == .leaking {
                proxy.clients.count(1, of: exchange.worker)
            }
            proxy.complete(exchange, HTTPResponse(status: 408), closesConnection: true)
        }
    }

    /// Notes that the head of a request is awaited no longer.
    func endHead(of exchange: ProxyExchange) {
        guard exchange.isHeadAwaited else { return }
        exchange.isHeadAwaited = false
        clients.reading -= 1
    }
}
