/// A reverse proxy that balances: requests come in, go to a server of the group of their path, and
/// on to another one where that fails.
///
/// Who is chosen, what counts as a failure and when a request moves on is decided by
/// ``UpstreamGroup``; the proxy performs it over the simulated network. No task waits for a
/// request: the proxy is called when something arrives or is due.
///
/// Its phases are nginx's: limits on requests, with the delay that they impose, limits on requests
/// under way, access, then the server. What happens to a request between two attempts stands in
/// `Proxy+Attempts.swift`, connections of clients in `Proxy+Clients.swift`, what is passed on in
/// `Proxy+Responses.swift`, active checks and outliers in `Proxy+Health.swift`, the endpoints for
/// operators in `Proxy+Operations.swift`, new configurations in `Proxy+Reloading.swift`.
///
/// Soundness of the fields whose exclusive access is not checked: the actor is only entered from
/// events, one at a time, and no change of a field calls back into it.
public actor Proxy: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    let network: Network
    let settings: ProxySettings
    let journal: ProxyJournal
    /// The groups of all configurations that were in force, the present one last.
    @exclusivity(unchecked) var upstreams: [ProxyUpstream] = []
    /// The present configuration.
    @exclusivity(unchecked) var configuration = ProxyConfiguration()
    @exclusivity(unchecked) var random: RandomStream
    /// Who has a connection.
    @exclusivity(unchecked) var clients: ProxyClients
    @exclusivity(unchecked) var requestLimits: [ProxySettings.RequestLimiting]
    @exclusivity(unchecked) var connectionLimits: [ProxySettings.ConnectionLimiting]
    /// The worker that gets the next request.
    @exclusivity(unchecked) var nextWorker = 0
    /// When each worker is done with what it has.
    @exclusivity(unchecked) private var busyUntil: [VirtualInstant]
    /// What happens later, by number.
    @exclusivity(unchecked) var agenda = NumberedItems<@Sendable (isolated Proxy) -> Void>()
    @exclusivity(unchecked) private var clock: Handler<Proxy>?
    /// The requests that have no answer yet, by number.
    @exclusivity(unchecked) var underWay = NumberedItems<ProxyExchange>()
    /// Learns of clients that gave up, by the number of their request.
    @exclusivity(unchecked) private var abandonment: Handler<Proxy>?
    /// Learns of responses that begin, by the number of their request and whether it is the attempt
    /// beside another one.
    @exclusivity(unchecked) private(set) var beginning: Handler<Proxy>?

    /// Starts a proxy on `node`.
    ///
    /// - Throws: `UpstreamError` where the groups cannot be made.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        settings: ProxySettings,
        journal: ProxyJournal,
        random: RandomStream
    ) throws(UpstreamError) -> Proxy {
        journal.noteStart()
        let proxy = try Proxy(
            node: node,
            network: network,
            settings: settings,
            journal: journal,
            random: random
        )
        let clock = Handler("due", of: proxy, numbered: { $0.perform($1) })
        let abandonment = Handler("abandoned", of: proxy, numbered: { $0.abandon($1) })
        let beginning = Handler("begun", of: proxy, numbered: { $0.noteBeginning($1) })
        let closing = Handler("closed", of: proxy, numbered: { $0.close($1) })
        network.whenClosed(on: node, closing)
        proxy.assumeIsolated { proxy in
            proxy.clock = clock
            proxy.abandonment = abandonment
            proxy.beginning = beginning
            proxy.startChecks()
            proxy.scheduleReloads()
        }
        network.serve(.http, on: node, accept: proxy.atEvents { $0.accept($1) })
        if settings.clients.tls != nil {
            network.serve(.tls, on: node, accept: proxy.atEvents { $0.shakeHands($1) })
        }
        return proxy
    }

    private init(
        node: Node,
        network: Network,
        settings: ProxySettings,
        journal: ProxyJournal,
        random: RandomStream
    ) throws(UpstreamError) {
        self.node = node
        self.network = network
        self.settings = settings
        self.journal = journal
        self.random = random
        clients = ProxyClients(settings.clients, workers: settings.workers, on: node)
        journal.clients.bound = settings.clients.connectionsMaximum.map { $0 * settings.workers }
        requestLimits = settings.requestLimits
        connectionLimits = settings.connectionLimits
        busyUntil = [VirtualInstant](repeating: .zero, count: settings.workers)
        let first = settings.reload(inForceAt: node.now)
        upstreams = try Self.groups(
            first.upstreams,
            after: 0,
            settings: settings,
            journal: journal,
            node: node
        )
        configuration = ProxyConfiguration(
            first.routes,
            of: upstreams.map(\.settings.name),
            after: 0
        )
    }

    /// Has new workers in the place of the old ones.
    func startWorkers() {
        nextWorker = 0
        for worker in busyUntil.indices { busyUntil[worker] = node.now }
    }

    // MARK: What happens later

    /// Has `action` happen after `delay`.
    ///
    /// - Returns: Its number on the agenda.
    @discardableResult
    func schedule(
        after delay: Duration,
        _ kind: WorkKind = .background,
        _ action: @escaping @Sendable (isolated Proxy) -> Void
    ) -> Int {
        let number = agenda.add(action)
        clock?.schedule(after: delay, number: UInt32(number), kind)
        return number
    }

    private func perform(_ number: UInt32) {
        agenda.remove(Int(number))?(self)
    }

    // MARK: Requests

    private func accept(_ incoming: IncomingRequest<HTTPRequest, HTTPResponse>) {
        let request = incoming.request
        guard let (worker, opened) = takeConnection(of: incoming) else { return incoming.close() }
        journal.noteArrival()
        if let response = operation(request) {
            journal.noteOperation()
            giveConnection(of: worker)
            return incoming.reply(response)
        }
        guard let route = configuration.route(for: request.path) else {
            return refuse(incoming, of: worker, openedAt: opened, status: 404)
        }
        let exchange = ProxyExchange(
            incoming,
            arrived: node.now,
            worker: worker,
            upstream: route.upstream
        )
        exchange.buffersResponses = route.buffersResponses
        exchange.isCounted = true
        upstreams[route.upstream].requests += 1
        // Where there was a handshake, that was the turn of the worker.
        if !request.hasDetails || request.details?.connection == nil {
            nextWorker = (worker + 1) % settings.workers
        }
        exchange.number = underWay.add(exchange)
        if let abandonment {
            incoming.whenAbandoned(abandonment, number: UInt32(exchange.number))
        }
        if request.hasDetails, awaitHead(of: exchange, openedAt: opened) { return }
        receive(exchange)
    }

    /// Goes on with a request that has arrived as a whole.
    func receive(_ exchange: ProxyExchange) {
        if let status = exchange.refusal { return answer(exchange, HTTPResponse(status: status)) }
        guard let delay = admit(exchange.incoming.request) else {
            journal.noteLimited()
            return answer(exchange, HTTPResponse(status: 503))
        }
        if delay == .zero { return proceed(exchange) }
        schedule(after: delay) { $0.proceed(exchange) }
    }

    /// Goes on with a request that the limits on requests let pass.
    private func proceed(_ exchange: ProxyExchange) {
        guard !exchange.isAnswered else { return }
        guard takeConnections(exchange) else {
            journal.noteLimited()
            return answer(exchange, HTTPResponse(status: 503))
        }
        guard settings.access.allows(exchange.incoming.request.client) else {
            return answer(exchange, HTTPResponse(status: 403))
        }
        let wait = occupy(exchange.worker, for: settings.work)
        if wait == .zero { return begin(exchange) }
        schedule(after: wait) { $0.begin(exchange) }
    }

    /// Ends a request whose client has gone, with nginx's status 499 for the log.
    private func abandon(_ number: UInt32) {
        guard let exchange = underWay[Int(number)] else { return }
        node.sometimes(ProxyPlace.clientLeft)
        exchange.isForsaken = true
        stop(exchange)
        answer(exchange, HTTPResponse(status: 499))
    }

    /// Has a worker do what a request, a response or a handshake costs it.
    ///
    /// - Returns: How long that takes, with the wait for what it does before.
    func occupy(_ worker: Int, for work: Duration) -> Duration {
        guard work > .zero else { return .zero }
        let begin = max(node.now, busyUntil[worker])
        busyUntil[worker] = begin.advanced(by: node.stretched(work))
        return node.now.duration(to: busyUntil[worker])
    }

    // MARK: Answers

    private func refuse(
        _ incoming: IncomingRequest<HTTPRequest, HTTPResponse>,
        of worker: Int,
        openedAt opened: VirtualInstant,
        status: Int
    ) {
        let exchange = ProxyExchange(incoming, arrived: node.now, worker: worker, upstream: 0)
        exchange.refusal = status
        exchange.number = underWay.add(exchange)
        if let abandonment {
            incoming.whenAbandoned(abandonment, number: UInt32(exchange.number))
        }
        if incoming.request.hasDetails, awaitHead(of: exchange, openedAt: opened) { return }
        receive(exchange)
    }

    /// Answers a request, once.
    func answer(_ exchange: ProxyExchange, _ response: HTTPResponse) {
        guard !exchange.isAnswered else { return }
        if clients.gzip != nil || exchange.incoming.request.hasDetails {
            return deliver(response, to: exchange)
        }
        complete(exchange, response)
    }

    /// Ends a request: its client has the whole response, or its connection is closed without one.
    func complete(
        _ exchange: ProxyExchange,
        _ response: HTTPResponse,
        closesConnection: Bool = false
    ) {
        guard !exchange.isAnswered else { return }
        exchange.isAnswered = true
        _ = underWay.remove(exchange.number)
        if let timer = exchange.hedgeTimer { agenda.clear(timer) }
        giveConnections(exchange)
        if exchange.isJudged { judge(exchange, response) }
        giveConnection(of: exchange.worker)
        leave(exchange)
        journal.noteAnswer(exchange, response, at: node.now, settings)
        if closesConnection { return exchange.incoming.close() }
        exchange.incoming.reply(response)
    }

    /// Tells the group of a request when nothing happens for that any more: its client has the
    /// answer, and no attempt is under way.
    func leave(_ exchange: ProxyExchange) {
        guard exchange.isCounted, exchange.isAnswered, exchange.isIdle else { return }
        exchange.isCounted = false
        upstreams[exchange.upstream].endRequest()
    }

    /// Closes the idle connections to a server whose process has ended.
    private func close(_ number: UInt32) {
        for upstream in configuration.upstreams {
            upstreams[upstream].closeDead(node: number, in: network)
        }
    }
}
