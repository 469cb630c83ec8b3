/// A client that has jobs done: it submits one, asks how far it is, and fetches the results.
public struct JobClient: Sendable {
    /// How a job ended for its client.
    public struct Outcome: Hashable, Sendable {
        /// The job.
        public let identifier: String
        /// What was asked for.
        public let submission: JobSubmission
        /// When it was.
        public let submittedAt: VirtualInstant
        /// When the end was known; the present where there was none in time.
        public let endedAt: VirtualInstant
        /// How it ended; `running` where the client gave up waiting.
        public let status: JobStatus
        /// Why it failed.
        public let error: String?
        /// The results, a text of lines for each partition, where they could be fetched.
        public let results: [[UInt8]]?
        /// Whether the client was told once that the job is over, and another thing later.
        public let wasContradicted: Bool
    }

    private let polling: PollingClient<CoordinatorDialogue>

    /// A client on `node`.
    public init(
        node: Node,
        network: Network,
        coordinators: [String],
        pollPeriod: Duration = .milliseconds(500),
        timeout: Duration = .seconds(5)
    ) {
        polling = PollingClient(
            node: node,
            network: network,
            service: .jobs,
            servers: coordinators,
            period: pollPeriod,
            timeout: timeout
        )
    }

    /// Coordinators call a job as its client does.
    public func identifier(of name: String) -> String { name }

    /// Has a job done, and waits for its end for `patience` at most.
    public func run(
        _ identifier: String,
        _ submission: JobSubmission,
        patience: Duration
    ) async throws(Interruption) -> Outcome {
        let start = CoordinatorDialogue(identifier, submission, at: polling.node.now)
        let end = try await polling.run(start, patience: patience)
        return end.outcome(now: polling.node.now)
    }
}

/// What a client says to coordinators, and what it has heard of its job.
private struct CoordinatorDialogue: JobDialogue {
    private let identifier: String
    private let submission: JobSubmission
    private let start: VirtualInstant
    private(set) var request: JobRequest
    private var end: VirtualInstant
    private var state: JobState?
    private var results: [[UInt8]]?
    private var wasContradicted = false
    private(set) var isOver = false

    init(_ identifier: String, _ submission: JobSubmission, at start: VirtualInstant) {
        self.identifier = identifier
        self.submission = submission
        self.start = start
        end = start
        request = .submit(identifier, submission)
    }

    mutating func note(_ answer: JobAnswer, now: VirtualInstant) -> NextServer {
        switch answer {
        case .job(let state):
            note(state, now)
            request = state.status == .completed ? .results(identifier) : .status(identifier)
            isOver = state.status == .failed
        case .results(let results):
            self.results = results
            isOver = true
        // There are no results, whatever was said of the job itself.
        case .lost(let reason), .invalid(let reason):
            state = JobState(identifier: identifier, status: .failed, error: reason)
            end = now
            isOver = true
        // The submission got lost with a coordinator.
        case .unknown: request = .submit(identifier, submission)
        case .notLeading(let hint): return .other(hint)
        }
        return .same
    }

    private mutating func note(_ state: JobState, _ now: VirtualInstant) {
        if let known = self.state, known.status.isFinal, known.status != state.status {
            wasContradicted = true
        }
        if self.state?.status != state.status { end = now }
        self.state = state
    }

    func outcome(now: VirtualInstant) -> JobClient.Outcome {
        JobClient.Outcome(
            identifier: identifier,
            submission: submission,
            submittedAt: start,
            endedAt: isOver ? end : now,
            status: state?.status ?? .running,
            error: state?.error,
            results: results,
            wasContradicted: wasContradicted
        )
    }
}
