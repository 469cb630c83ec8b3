/// The web server of the specification: `/home` greets with its identifier, `/heartbeat` and
/// `/health` say that it lives.
///
/// The latter are answered at once, as `/metrics` is, which tells how busy it is, and `/headers`,
/// which tells what it got; `/home` and what else is configured take their time of service. The
/// paths of the specification answer GET only: any other method gets status 405, another path 404.
/// A server whose queue is full refuses.
///
/// After its time of service a request may ask the database and the cache behind the server. Where
/// each has its turn it keeps its place until then, as in a server with a thread for each request;
/// of a processor that all share it takes nothing while it asks.
///
/// Requests beyond a limit get status 429 (RFC 6585, section 4), but for `/heartbeat`, `/health`
/// and `/metrics`.
///
/// No task waits for a request: the server is called when one comes and when one is done.
///
/// Soundness of the fields whose exclusive access is not checked: the actor is only entered from
/// events, one at a time, and no change of a field calls back into it.
public actor WebServer: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    let settings: WebServerSettings
    private let hasBodies: Bool
    private let greeting: HTTPResponse
    private let meter: ServerMeter
    @exclusivity(unchecked) private var random: RandomStream
    /// The requests here, by slot.
    @exclusivity(unchecked) private(set) var held: [IncomingRequest<HTTPRequest, HTTPResponse>?] =
        []
    @exclusivity(unchecked) private var freeSlots: [Int] = []
    /// Those that wait for their turn, and how long they will take.
    @exclusivity(unchecked) private var waiting = RingBuffer<(slot: Int, service: Duration)>(
        capacity: 4
    )
    /// How many are being served where each has its turn.
    @exclusivity(unchecked) private var served = 0
    private var shared: SharedProcessor
    /// Counts what became of `shared`, so that an earlier forecast is known as one.
    private var forecast: UInt32 = 0
    private var completion: Handler<WebServer>?
    /// How many requests share no processor, since they ask.
    @exclusivity(unchecked) private var asking = 0
    private let backing: BackedRequests?
    @exclusivity(unchecked) private var limit: TokenBucket?
    /// Responses that wait until they are read, by number.
    @exclusivity(unchecked) var readings: [UInt32: Reading] = [:]
    @exclusivity(unchecked) var readingNumber: UInt32 = 0
    private(set) var reading: Handler<WebServer>?

    /// Starts a server on `node`.
    ///
    /// - Parameters:
    ///   - node: Where it runs.
    ///   - network: Where it serves.
    ///   - identifier: The number it greets with.
    ///   - settings: How long it takes, and how much it does at once.
    ///   - meter: Sums how busy the server is, over all of its incarnations.
    ///   - backing: Reaches the database and the cache behind it, where there are any.
    ///   - random: Draws its times of service.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        identifier: Int,
        settings: WebServerSettings,
        meter: ServerMeter = ServerMeter(),
        backing: BackedRequests? = nil,
        random: RandomStream
    ) -> WebServer {
        let server = WebServer(
            node: node,
            identifier: identifier,
            settings: settings,
            meter: meter,
            backing: backing,
            random: random
        )
        server.serve(network)
        return server
    }

    private init(
        node: Node,
        identifier: Int,
        settings: WebServerSettings,
        meter: ServerMeter,
        backing: BackedRequests?,
        random: RandomStream
    ) {
        self.node = node
        self.backing = backing
        self.settings = settings
        hasBodies = settings.hasBodies
        self.meter = meter
        self.random = random
        greeting = HTTPResponse(
            status: 200,
            body: BalancerMessages.greeting(identifier),
            servedBy: node.name,
            type: .json
        )
        shared = SharedProcessor(processors: settings.concurrency, slowness: node.slowness)
        limit = settings.limit.map {
            TokenBucket(rate: $0.rate, capacity: Double($0.burst), now: node.now)
        }
    }

    private nonisolated func serve(_ network: Network) {
        let completion = Handler("completion", of: self, numbered: { $0.complete($1) })
        let reading = Handler("read", of: self, numbered: { $0.endReading($1) })
        assumeIsolated { server in
            server.completion = completion
            server.reading = reading
        }
        meter.begin(processors: settings.concurrency, now: node.now)
        node.record.whenCrashed { [meter, node] in meter.end(now: node.now) }
        if settings.discipline == .processorSharing {
            node.record.whenSlownessChanged { [weak self] in self?.atEvent { $0.takeSlowness() } }
        }
        backing?.atEvent { backing in
            backing.answered = { [weak self] slot, status in
                self?.atEvent { $0.finish(slot, status) }
            }
        }
        network.serve(
            .http,
            on: node,
            to: settings.admittedRoles,
            isHarmless: { request in
                var isHarmless = false
                self.atEvent { isHarmless = $0.isHarmless(request) }
                return isHarmless
            },
            accept: atEvents { $0.accept($1) }
        )
    }

    /// Whether a request is answered at once, and leaves everything as it was.
    private func isHarmless(_ request: HTTPRequest) -> Bool {
        request.path == "/heartbeat" && request.method == .get && readings.isEmpty
    }

    private func accept(_ incoming: IncomingRequest<HTTPRequest, HTTPResponse>) {
        let request = incoming.request
        if !readings.isEmpty { endReadings(before: incoming.exchange.caller) }
        if request.path == "/heartbeat" || request.path == "/health" {
            guard request.method == .get else { return incoming.reply(plain(405)) }
            let isWell = settings.isHealthy || request.path == "/heartbeat"
            return incoming.reply(plain(isWell ? 200 : 503))
        }
        guard let service = settings.service(for: request.path) else {
            if request.path == "/headers" {
                let page = HeaderPage.page(of: request)
                return incoming.reply(
                    HTTPResponse(status: 200, body: page, servedBy: node.name, type: .json)
                )
            }
            guard request.path == "/metrics" else { return incoming.reply(plain(404)) }
            let page = ServerMetrics.page(meter.times(until: node.now))
            return incoming.reply(HTTPResponse(status: 200, body: page, servedBy: node.name))
        }
        if request.path == "/home", request.method != .get { return incoming.reply(plain(405)) }
        if limit != nil, isBeyondLimit() { return incoming.reply(plain(429)) }
        let count = held.count - freeSlots.count
        guard count < settings.queue + settings.concurrency else { return incoming.refuse() }
        let slot = freeSlots.popLast() ?? held.count
        if slot == held.count { held.append(incoming) } else { held[slot] = incoming }
        var time = service.sample(using: &random)
        if settings.speed != 1 { time /= settings.speed }
        measure()
        begin(slot, time)
    }

    private func isBeyondLimit() -> Bool {
        guard limit?.admit(now: node.now) == false else { return false }
        meter.noteLimited()
        return true
    }

    private func plain(_ status: Int) -> HTTPResponse {
        HTTPResponse(status: status, servedBy: node.name)
    }

    private func begin(_ slot: Int, _ service: Duration) {
        switch settings.discipline {
        case .fifo where served < settings.concurrency:
            served += 1
            completion?.scheduleWork(for: service, number: UInt32(slot), .background)
        case .fifo: waiting.append((slot, service))
        case .processorSharing:
            shared.add(slot, demand: service, now: node.now)
            scheduleShared()
        }
    }

    private func complete(_ number: UInt32) {
        switch settings.discipline {
        case .fifo:
            if let backing, ask(backing, Int(number)) { return }
            leave(Int(number), nil)
        case .processorSharing:
            guard number == forecast else { return }
            let slot = shared.removeFirst(now: node.now)
            scheduleShared()
            guard let slot else { return }
            if let backing, ask(backing, slot) { return }
            _ = answer(slot, nil)
        }
    }

    /// Has a request ask what is behind the server.
    ///
    /// - Returns: Whether it has anything to ask.
    private func ask(_ backing: BackedRequests, _ slot: Int) -> Bool {
        guard let request = held[slot]?.request,
            let endpoint = settings.backedEndpoint(for: request.path)
        else { return false }
        if settings.discipline == .processorSharing {
            asking += 1
            measure()
        }
        backing.atEvent { $0.begin(slot, request, endpoint) }
        return true
    }

    /// Goes on with a request that has asked, with an error where that gave nothing.
    private func finish(_ slot: Int, _ status: Int?) {
        switch settings.discipline {
        case .fifo: leave(slot, status)
        case .processorSharing:
            asking -= 1
            _ = answer(slot, status)
        }
    }

    /// Answers a request and gives its place to the next one.
    private func leave(_ slot: Int, _ status: Int?) {
        if answer(slot, status) { beginNext() }
    }

    /// Has the next of those done that share the server; an earlier forecast no longer counts.
    private func scheduleShared() {
        forecast &+= 1
        guard let remaining = shared.remaining else { return }
        completion?.schedule(after: remaining, number: forecast, .background)
    }

    private func takeSlowness() {
        shared.set(slowness: node.slowness, now: node.now)
        scheduleShared()
    }

    /// Has the place of a request that is done taken by the next one.
    func beginNext() {
        served -= 1
        guard !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        begin(next.slot, next.service)
    }

    /// Answers a request, with an error where what it asked for gave nothing.
    ///
    /// - Returns: Whether its place is free; it is not where the response waits to be read.
    private func answer(_ slot: Int, _ status: Int?) -> Bool {
        guard let incoming = held[slot] else { return true }
        let response = status.map(plain) ?? outcome(of: incoming.request)
        if incoming.request.hasDetails, waitsForReader(incoming, slot, response) { return false }
        release(slot)
        incoming.reply(response)
        return true
    }

    /// Lets go of a request.
    func release(_ slot: Int) {
        held[slot] = nil
        freeSlots.append(slot)
        measure()
    }

    /// Notes how many requests take a processor.
    @inline(__always)
    func measure() {
        var count = held.count - freeSlots.count - asking
        if settings.discipline == .processorSharing { count -= readings.count }
        meter.set(requests: count, now: node.now)
    }

    /// What a request gets that was served: a body, or one of the errors.
    private func outcome(of request: HTTPRequest) -> HTTPResponse {
        let body = hasBodies ? body(for: request) : greeting
        guard !settings.failures.isEmpty else { return body }
        var draw = random.unit()
        for failure in settings.failures {
            if draw < failure.probability { return plain(failure.status) }
            draw -= failure.probability
        }
        return body
    }

    private func body(for request: HTTPRequest) -> HTTPResponse {
        guard let body = settings.body(for: request.path) else { return greeting }
        return HTTPResponse(
            status: 200,
            body: request.method == .head ? [] : body.bytes,
            servedBy: node.name,
            type: body.type
        )
    }
}
