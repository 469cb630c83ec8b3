/// Something that lasted: a bar of a timeline.
public struct Activity: Equatable, Sendable {
    /// What kinds there are.
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        /// A fault that was on.
        case fault
        /// A node that was down.
        case down
        /// A server that was out of rotation.
        case excluded
        /// A node that led, or held an address.
        case leadership
        /// A job, from the wish of a client to its end.
        case job
        /// An attempt at a task.
        case task
        /// A deployment.
        case deployment
    }

    /// What kind of thing.
    public var kind: Kind
    /// On whom: a node, a link `a -> b`, a worker.
    public var subject: String
    /// What: the fault, the task with its attempt, the term.
    public var name: String
    /// What it is a part of: the job of a task.
    public var group: String?
    /// When it began, in nanoseconds since the start.
    public var begin: Int
    /// When it ended; nothing where it lasted beyond the end of the run.
    public var end: Int?
    /// What became of it: `COMPLETED`, `failed`, `lost`.
    public var outcome: String?

    /// How many activities are kept at most.
    public static let maximum = 4_000

    /// `name` on `subject` from `begin` to `end`.
    public init(
        _ kind: Kind,
        of subject: String,
        _ name: String,
        group: String? = nil,
        begin: Int,
        end: Int?,
        outcome: String? = nil
    ) {
        self.kind = kind
        self.subject = subject
        self.name = name
        self.group = group
        self.begin = begin
        self.end = end
        self.outcome = outcome
    }
}

/// A message from one node to another.
public struct ObservedMessage: Equatable, Sendable {
    /// The node that sent it.
    public var source: String
    /// The node that it was sent to.
    public var destination: String
    /// What it is, in a few words: the service, and whether it asks or answers.
    public var name: String
    /// When it was sent, in nanoseconds since the start.
    public var sent: Int
    /// When it arrived; nothing where it was lost, or was under way when the run ended.
    public var received: Int?

    /// How many messages are kept at most.
    public static let maximum = 200

    /// A message from `source` to `destination`.
    public init(
        from source: String,
        to destination: String,
        _ name: String,
        sent: Int,
        received: Int?
    ) {
        self.source = source
        self.destination = destination
        self.name = name
        self.sent = sent
        self.received = received
    }
}
