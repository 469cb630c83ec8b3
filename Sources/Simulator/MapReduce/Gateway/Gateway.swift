/// The gateway of a MapReduce cluster: takes jobs over HTTP, and says how far they are.
///
/// | request | answer |
/// |---|---|
/// | `POST /api/jobs` | takes a job; see ``GatewayClient`` |
/// | `GET /api/jobs/ID` | how far it is |
/// | `GET /api/jobs/ID/results?limit=20` | the results with the largest values |
/// | `GET /api/jobs/ID/results/PARTITION` | all results of a partition, as lines |
/// | `GET /health` | whether it is up |
///
/// Requests other than the last pass a token bucket. A job gets its identifier before the first
/// coordinator is asked, so that asking another one makes no second job. A circuit breaker keeps
/// jobs from coordinators that do not answer. What is asked of jobs is read from the database, or
/// from a replica of it where that knows enough.
public actor Gateway: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    let network: Network
    let settings: GatewaySettings
    let database: DatabaseClient
    private let coordinators: [String]
    private let library: any JobLibrary
    private let journal: MapReduceJournal
    private var bucket: TokenBucket
    private(set) var breaker: CircuitBreaker
    private var random: RandomStream
    /// Which coordinator is thought to lead.
    private var leader = 0
    private var running = 0

    /// Starts a gateway on `node`.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        settings: GatewaySettings,
        coordinators: [String],
        database: DatabaseClient,
        library: any JobLibrary,
        journal: MapReduceJournal
    ) -> Gateway {
        precondition(!coordinators.isEmpty, "somebody takes jobs")
        let gateway = Gateway(node, network, settings, coordinators, database, library, journal)
        network.serve(.http, on: node) { incoming in
            gateway.assumeIsolated { $0.accept(incoming) }
        }
        return gateway
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: GatewaySettings,
        _ coordinators: [String],
        _ database: DatabaseClient,
        _ library: any JobLibrary,
        _ journal: MapReduceJournal
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.coordinators = coordinators
        self.database = database
        self.library = library
        self.journal = journal
        bucket = TokenBucket(rate: settings.rate, capacity: settings.burst, now: node.now)
        breaker = CircuitBreaker(settings: settings.breaker)
        random = node.record.executor.random("gateway \(node.name)#\(node.incarnation)")
    }

    private func accept(_ incoming: IncomingRequest<HTTPRequest, HTTPResponse>) {
        let request = incoming.request
        let target = HTTPTarget(request.path)
        if target.path == ["health"] {
            return finish(incoming, request.method == .get ? health : .notAllowed(["GET"]))
        }
        guard bucket.admit(now: node.now) else {
            return finish(incoming, .problem(429, "Too Many Requests"))
        }
        guard running < settings.concurrency else {
            return finish(incoming, .problem(503, "Service Unavailable", ["too many requests"]))
        }
        running += 1
        node.spawn("\(request.method.rawValue) \(request.path)", .background) {
            let response = try await self.response(to: request, target)
            self.running -= 1
            self.finish(incoming, response)
        }
    }

    private func finish(
        _ incoming: IncomingRequest<HTTPRequest, HTTPResponse>,
        _ response: HTTPResponse
    ) {
        let status = MetricKey.Label("status", "\(response.status)")
        journal.count(MetricKey("gateway_requests_total", status))
        incoming.reply(response)
    }

    private var health: HTTPResponse {
        .json(200, ["status": .string("UP"), "breaker": .string(breaker.state.rawValue)])
    }

    private func response(
        to request: HTTPRequest,
        _ target: HTTPTarget
    ) async throws(Interruption) -> HTTPResponse {
        guard target.path.starts(with: ["api", "jobs"]) else { return .problem(404, "Not Found") }
        let rest = Array(target.path.dropFirst(2))
        let method: HTTPMethod = rest.isEmpty ? .post : .get
        guard rest.count <= 1 || (rest.count <= 3 && rest[1] == "results") else {
            return .problem(404, "Not Found")
        }
        guard request.method == method else { return .notAllowed([method.rawValue]) }
        switch rest.count {
        case 0: return try await submit(request.body)
        case 1: return try await status(of: rest[0])
        case 2: return try await results(of: rest[0], target)
        default: return try await results(of: rest[0], partition: rest[2])
        }
    }

    // MARK: Submission

    private func submit(_ bytes: [UInt8]) async throws(Interruption) -> HTTPResponse {
        guard bytes.count <= settings.bodyMaximum else {
            let limit = "the body must have \(settings.bodyMaximum) bytes at most"
            return .problem(413, "Content Too Large", [limit])
        }
        let body: JobRequestBody
        do throws(JobRequestBody.Refusal) {
            body = try JobRequestBody(bytes)
        } catch {
            return .problem(400, "Bad Request", error.reasons)
        }
        do throws(JobError) {
            _ = try library.code(for: body.submission)
        } catch {
            return .problem(400, "Bad Request", ["\(error)"])
        }
        guard breaker.admits(now: node.now) else {
            return .problem(503, "Service Unavailable", ["no coordinator answers"])
        }
        let identifier =
            body.idempotencyKey.map(JobIdentifier.derived)
            ?? JobIdentifier.random(using: &random)
        let answer = try await forward(identifier, body.submission)
        let before = breaker.state
        breaker.note(failed: answer == nil, now: node.now)
        if breaker.state != before {
            let state = MetricKey.Label("state", breaker.state.rawValue)
            journal.count(MetricKey("gateway_breaker_changes_total", state))
        }
        switch answer {
        case .job(let state):
            return .json(
                200,
                [
                    "jobId": .string(identifier), "status": .string(state.status.rawValue),
                    "message": .string("Job submitted successfully"),
                ]
            )
        case .invalid(let reason): return .problem(400, "Bad Request", [reason])
        default: return .problem(503, "Service Unavailable", ["no coordinator answered in time"])
        }
    }

    /// Asks coordinators to take a job until one says that it did, or why not.
    private func forward(
        _ identifier: String,
        _ submission: JobSubmission
    ) async throws(Interruption) -> JobAnswer? {
        let end = node.now.advanced(by: settings.deadline)
        while node.now < end {
            let asked = leader
            let answer = try await ask(
                coordinators[asked],
                .submit(identifier, submission),
                timeout: min(settings.timeout, node.now.duration(to: end))
            )
            switch answer {
            case .job, .invalid: return answer
            case .notLeading(let hint):
                let other = hint.flatMap(coordinators.firstIndex)
                turn(from: asked, to: other == asked ? nil : other)
            // It took it, and then it was deposed.
            case .unknown, .results, .lost, nil: turn(from: asked, to: nil)
            }
            try await node.sleep(for: settings.pause)
        }
        return nil
    }

    /// Asks another coordinator next time.
    private func turn(from asked: Int, to hint: Int?) {
        guard leader == asked else { return }
        leader = hint ?? (asked + 1) % coordinators.count
    }

    private func ask(
        _ coordinator: String,
        _ request: JobRequest,
        timeout: Duration
    ) async throws(Interruption) -> JobAnswer? {
        do throws(CallError) {
            return try await network.call(
                .jobs,
                of: coordinator,
                from: node,
                request,
                timeout: timeout,
                .background
            )
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            return nil
        }
    }
}
