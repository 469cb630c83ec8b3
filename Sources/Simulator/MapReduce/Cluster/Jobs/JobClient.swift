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

    private let node: Node
    private let network: Network
    private let coordinators: [String]
    private let pollPeriod: Duration
    private let timeout: Duration

    /// A client on `node`.
    public init(
        node: Node,
        network: Network,
        coordinators: [String],
        pollPeriod: Duration = .milliseconds(500),
        timeout: Duration = .seconds(5)
    ) {
        precondition(!coordinators.isEmpty && pollPeriod > .zero, "somebody to ask, now and then")
        self.node = node
        self.network = network
        self.coordinators = coordinators
        self.pollPeriod = pollPeriod
        self.timeout = timeout
    }

    /// Has a job done, and waits for its end for `patience` at most.
    public func run(
        _ identifier: String,
        _ submission: JobSubmission,
        patience: Duration
    ) async throws(Interruption) -> Outcome {
        var conversation = Conversation(node.now)
        let deadline = conversation.start.advanced(by: patience)
        var request = JobRequest.submit(identifier, submission)
        var turn = 0
        while node.now < deadline, conversation.results == nil {
            switch try await ask(coordinators[turn % coordinators.count], request) {
            case .job(let state):
                conversation.note(state, now: node.now)
                if state.status == .failed { return conversation.outcome(identifier, submission) }
                request = state.status == .completed ? .results(identifier) : .status(identifier)
            case .results(let results): conversation.results = results
            case .lost(let reason), .invalid(let reason):
                conversation.giveUp(identifier, reason, now: node.now)
                return conversation.outcome(identifier, submission)
            // The submission got lost with a coordinator.
            case .unknown: request = .submit(identifier, submission)
            case .notLeading(let hint):
                turn = hint.flatMap(coordinators.firstIndex) ?? turn + 1
            case nil: turn += 1
            }
            if conversation.results == nil { try await node.sleep(for: pollPeriod) }
        }
        if conversation.results == nil { conversation.end = node.now }
        return conversation.outcome(identifier, submission)
    }

    /// One answer; nothing where none came.
    private func ask(
        _ coordinator: String,
        _ request: JobRequest
    ) async throws(Interruption) -> JobAnswer? {
        do throws(CallError) {
            return try await network.call(
                .jobs,
                of: coordinator,
                from: node,
                request,
                timeout: timeout
            )
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            return nil
        }
    }

    /// What a client has heard of a job.
    private struct Conversation {
        let start: VirtualInstant
        var end: VirtualInstant
        var state: JobState?
        var results: [[UInt8]]?
        var wasContradicted = false

        init(_ start: VirtualInstant) {
            self.start = start
            end = start
        }

        mutating func note(_ state: JobState, now: VirtualInstant) {
            if let known = self.state, known.status.isFinal, known.status != state.status {
                wasContradicted = true
            }
            if self.state?.status != state.status { end = now }
            self.state = state
        }

        /// There are no results, whatever was said of the job itself.
        mutating func giveUp(_ identifier: String, _ reason: String, now: VirtualInstant) {
            state = JobState(identifier: identifier, status: .failed, error: reason)
            end = now
        }

        func outcome(_ identifier: String, _ submission: JobSubmission) -> Outcome {
            Outcome(
                identifier: identifier,
                submission: submission,
                submittedAt: start,
                endedAt: end,
                status: state?.status ?? .running,
                error: state?.error,
                results: results,
                wasContradicted: wasContradicted
            )
        }
    }
}
