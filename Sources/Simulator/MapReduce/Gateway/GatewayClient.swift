/// A client that has jobs done through gateways: it posts one, asks how far it is, and fetches the
/// results of every partition.
///
/// Every attempt to post a job has the same `idempotencyKey`, so that one job is made however many
/// answers get lost.
///
/// Each job begins with the next gateway.
public struct GatewayClient: Sendable {
    /// Counts jobs.
    ///
    /// Soundness of `@unchecked Sendable`: reached only from the tasks of one node, one at a time.
    private final class Turns: @unchecked Sendable {
        private var count = 0

        /// The number of the next job, from 0.
        func next() -> Int {
            defer { count += 1 }
            return count
        }
    }

    private let turns = Turns()
    private let polling: PollingClient<GatewayDialogue>

    /// A client on `node`.
    ///
    /// - Parameters:
    ///   - node: Where it runs.
    ///   - network: What it asks through.
    ///   - gateways: The nodes of the gateways.
    ///   - pollPeriod: How often it asks how far a job is.
    ///   - timeout: How long an answer may take.
    public init(
        node: Node,
        network: Network,
        gateways: [String],
        pollPeriod: Duration = .milliseconds(500),
        timeout: Duration = .seconds(30)
    ) {
        polling = PollingClient(
            node: node,
            network: network,
            service: .http,
            servers: gateways,
            period: pollPeriod,
            timeout: timeout
        )
    }

    /// What gateways call the job of a key.
    public func identifier(of name: String) -> String { JobIdentifier.derived(from: name) }

    /// Has a job done, and waits for its end for `patience` at most.
    ///
    /// - Parameters:
    ///   - key: What makes requests the same job; the job's own identifier is the gateway's.
    ///   - submission: The job.
    ///   - patience: How long to wait for its end.
    public func run(
        _ key: String,
        _ submission: JobSubmission,
        patience: Duration
    ) async throws(Interruption) -> JobClient.Outcome {
        let start = GatewayDialogue(key, submission, at: polling.node.now)
        let end = try await polling.run(
            start,
            beginningWith: turns.next(),
            patience: patience
        )
        return end.outcome(now: polling.node.now)
    }
}

/// What a client says to gateways one after the other, and what it has heard of its job.
private struct GatewayDialogue: JobDialogue {
    private let key: String
    private let submission: JobSubmission
    private let body: [UInt8]
    private let start: VirtualInstant
    private var job: String?
    private var status = JobStatus.running
    private var error: String?
    private var end: VirtualInstant?
    private var results: [[UInt8]] = []
    private var wasContradicted = false

    init(_ key: String, _ submission: JobSubmission, at start: VirtualInstant) {
        self.key = key
        self.submission = submission
        self.start = start
        body = JobRequestBody(submission, idempotencyKey: key).bytes
    }

    /// Whether there is nothing left to ask.
    var isOver: Bool {
        status == .failed || (status == .completed && results.count == submission.reducers)
    }

    /// What to ask next.
    var request: HTTPRequest {
        guard let job else { return HTTPRequest(.post, "/api/jobs", body: body) }
        if status == .completed {
            return HTTPRequest(.get, "/api/jobs/\(job)/results/\(results.count)")
        }
        return HTTPRequest(.get, "/api/jobs/\(job)")
    }

    mutating func note(_ response: HTTPResponse, now: VirtualInstant) -> NextServer {
        // This gateway has had enough.
        if response.status >= 500 { return .other(nil) }
        switch response.status {
        case 200 where status == .completed: results.append(response.body)
        case 200: noteState(response.body, now)
        case 400, 410, 413:
            status = .failed
            error = String(decoding: response.body, as: UTF8.self)
            end = now
        // The job got lost before anybody had written it down.
        case 404 where status == .running: job = nil
        case 404 where response.isOfGateway, 409 where status == .completed && response.isOfGateway:
            wasContradicted = true
        default: break
        }
        return .same
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

    func outcome(now: VirtualInstant) -> JobClient.Outcome {
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

extension HTTPResponse {
    /// Whether a gateway gives the reasons, and not something in front of it or beside it.
    fileprivate var isOfGateway: Bool {
        guard case .object(let members) = try? JSONDocument(body) else { return false }
        return members.contains { $0.name == "reasons" }
    }
}
