/// A way to have a job done: by the coordinators themselves, or through a gateway.
public protocol JobSubmitter: Sendable {
    /// Has a job done, and waits for its end for `patience` at most.
    func run(
        _ identifier: String,
        _ submission: JobSubmission,
        patience: Duration
    ) async throws(Interruption) -> JobClient.Outcome

    /// What the cluster calls the job that a client calls `name`.
    func identifier(of name: String) -> String
}

extension JobClient: JobSubmitter {}

extension GatewayClient: JobSubmitter {}

/// Many jobs that are alike.
public struct JobLoad: Sendable {
    /// What each job asks for, but for its name.
    public var submission: JobSubmission
    /// What the job of a number, from 1, is called.
    public var name: @Sendable (Int) -> String
    /// When they come.
    public var pace: LoadPace
    /// How long a client waits for the end of its job.
    public var patience: Duration

    /// A load with these parts.
    public init(
        _ submission: JobSubmission,
        name: @escaping @Sendable (Int) -> String,
        pace: LoadPace,
        patience: Duration
    ) {
        self.submission = submission
        self.name = name
        self.pace = pace
        self.patience = patience
    }
}

/// Has the jobs of a load done and logs how each ended.
public actor JobGenerator: LoadGenerator {
    /// The node it runs on.
    public nonisolated let node: Node
    nonisolated let itemName = "job"
    nonisolated let random: RandomStream
    var issued = 0
    private let client: any JobSubmitter
    private let load: JobLoad
    private let log: JobLog

    nonisolated var pace: LoadPace { load.pace }

    /// Starts to have the jobs of `load` done by `client` from `node`, into `log`.
    public static func start(
        _ load: JobLoad,
        on node: Node,
        client: any JobSubmitter,
        log: JobLog,
        random: RandomStream
    ) {
        let generator = JobGenerator(load, on: node, client: client, log: log, random: random)
        node.spawn("load") { try await generator.generate() }
    }

    private init(
        _ load: JobLoad,
        on node: Node,
        client: any JobSubmitter,
        log: JobLog,
        random: RandomStream
    ) {
        self.load = load
        self.node = node
        self.client = client
        self.log = log
        self.random = random
    }

    func begin(_ intended: VirtualInstant) -> Int {
        let identifier = load.name(issued)
        var submission = load.submission
        submission.name = identifier
        log.begin(
            identifier,
            job: client.identifier(of: identifier),
            submission,
            intended: intended,
            deadline: node.now.advanced(by: load.patience)
        )
        return issued - 1
    }

    func perform(_ number: Int) async throws(Interruption) {
        let entry = log.entries[number]
        let outcome = try await client.run(
            entry.identifier,
            entry.submission,
            patience: load.patience
        )
        log.end(number, outcome)
    }
}
