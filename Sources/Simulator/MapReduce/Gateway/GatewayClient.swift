/// A client that has jobs done through gateways: it posts one, asks how far it is, and fetches the
/// results of every partition.
///
/// Every attempt to post a job has the same `idempotencyKey`, so that one job is made however many
/// answers get lost.
public struct GatewayClient: Sendable {
    private let node: Node
    private let network: Network
    private let gateways: [String]
    private let pollPeriod: Duration
    private let timeout: Duration

    /// A client on `node`.
    ///
    /// - Parameters:
    ///   - gateways: The nodes of the gateways, the preferred one first.
    ///   - pollPeriod: How often it asks how far a job is.
    ///   - timeout: How long an answer may take.
    public init(
        node: Node,
        network: Network,
        gateways: [String],
        pollPeriod: Duration = .milliseconds(500),
        timeout: Duration = .seconds(30)
    ) {
        precondition(!gateways.isEmpty && pollPeriod > .zero, "somebody to ask, now and then")
        self.node = node
        self.network = network
        self.gateways = gateways
        self.pollPeriod = pollPeriod
        self.timeout = timeout
    }

    /// Has a job done, and waits for its end for `patience` at most.
    ///
    /// - Parameter key: What makes requests the same job; the job's own identifier is the
    ///   gateway's.
    public func run(
        _ key: String,
        _ submission: JobSubmission,
        patience: Duration
    ) async throws(Interruption) -> JobClient.Outcome {
        var conversation = JobConversation(node.now, reducers: submission.reducers)
        let body = JobRequestBody(submission, idempotencyKey: key).bytes
        let deadline = node.now.advanced(by: patience)
        var turn = 0
        while node.now < deadline, !conversation.isOver {
            let request = conversation.request(body)
            if let response = try await ask(gateways[turn % gateways.count], request) {
                conversation.note(response, now: node.now)
            } else {
                turn += 1
            }
            if !conversation.isOver { try await node.sleep(for: pollPeriod) }
        }
        return conversation.outcome(key, submission, now: node.now)
    }

    /// One answer; nothing where none came, or a server has had enough.
    private func ask(
        _ gateway: String,
        _ request: HTTPRequest
    ) async throws(Interruption) -> HTTPResponse? {
        do throws(CallError) {
            let response = try await network.call(
                .http,
                of: gateway,
                from: node,
                request,
                timeout: timeout
            )
            return response.status >= 500 ? nil : response
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            return nil
        }
    }
}

/// What a client says to gateways one after the other, and what it has heard of its job.
struct JobConversation: Hashable {
    private let start: VirtualInstant
    private let reducers: Int
    private var job: String?
    private var status = JobStatus.running
    private var error: String?
    private var end: VirtualInstant?
    private var results: [[UInt8]] = []
    private var wasContradicted = false

    init(_ start: VirtualInstant, reducers: Int) {
        self.start = start
        self.reducers = reducers
    }

    /// Whether there is nothing left to ask.
    var isOver: Bool {
        status == .failed || (status == .completed && results.count == reducers)
    }

    /// What to ask next.
    func request(_ body: [UInt8]) -> HTTPRequest {
        guard let job else { return HTTPRequest(.post, "/api/jobs", body: body) }
        if status == .completed {
            return HTTPRequest(.get, "/api/jobs/\(job)/results/\(results.count)")
        }
        return HTTPRequest(.get, "/api/jobs/\(job)")
    }

    /// Takes in an answer to that.
    mutating func note(_ response: HTTPResponse, now: VirtualInstant) {
        switch response.status {
        case 200 where status == .completed: results.append(response.body)
        case 200: noteState(response.body, now)
        case 400, 410, 413:
            status = .failed
            error = String(decoding: response.body, as: UTF8.self)
            end = now
        // The job got lost before anybody had written it down.
        case 404 where status == .running: job = nil
        case 404,
            409 where status == .completed:
            wasContradicted = true
        default: break
        }
    }

    private mutating func noteState(_ body: [UInt8], _ now: VirtualInstant) {
        guard case .object(let members) = try? JSONDocument(body) else { return }
        func text(_ name: String) -> String? {
            guard case .string(let text) = members.first(where: { $0.name == name })?.value else {
                return nil
            }
            return text
        }
        guard let identifier = text("jobId"),
            let status = text("status").flatMap(JobStatus.init)
        else { return }
        job = identifier
        self.status = status
        error = text("error")
        if status.isFinal { end = end ?? now }
    }

    func outcome(
        _ key: String,
        _ submission: JobSubmission,
        now: VirtualInstant
    ) -> JobClient.Outcome {
        JobClient.Outcome(
            identifier: job ?? key,
            submission: submission,
            submittedAt: start,
            endedAt: isOver ? end ?? now : now,
            status: status,
            error: error,
            results: status == .completed && isOver ? results : nil,
            wasContradicted: wasContradicted
        )
    }
}
