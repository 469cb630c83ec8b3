/// What a client asked for, with how that ended.
public struct RequestRecord: Equatable, Sendable {
    /// What kinds there are.
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        /// A request to a balancer, a proxy or a server.
        case request
        /// An operation on an object.
        case operation
        /// A message that a producer sent to a queue.
        case message
    }

    /// What kind it is of.
    public var kind: Kind
    /// The name of its workload, the bucket, or the topic; nothing where it has none.
    public var workload: String?
    /// What it was about: the key of a request, the action of an operation, the partition and
    /// offset of a message, or the shard that took one from a log.
    public var key: String
    /// When it was due, in nanoseconds since the start; latency counts from here.
    public var due: Int
    /// When it ended, in nanoseconds since the start; nothing where it did not.
    public var ended: Int?
    /// The server that answered, where that is known.
    public var server: String?
    /// The status of the answer; nothing where there was none, or where it has none.
    public var status: Int?
    /// Why there was no answer, or what kept it from being done; nothing where all is well.
    public var error: String?

    /// From when it was due to its end, in nanoseconds; nothing where it did not end.
    public var latency: Int? { ended.map { $0 - due } }
}
