/// Where the results of jobs go besides the table of results: files, or objects of a store. Other
/// services of the cluster offer theirs through it.
///
/// Several attempts may write the results of one partition, also late ones; all of them write the
/// same bytes.
public protocol ResultSink: Sendable {
    /// Writes the results of a partition whole; where they are already, they stay.
    ///
    /// - Throws: `ResultSinkError`; then the attempt fails.
    func write(_ results: PartitionResults, from node: Node) async throws(ResultSinkError)
}

/// The results of one partition of a job.
public struct PartitionResults: Hashable, Sendable {
    /// The identifier of the job.
    public let job: String
    /// The partition, counted from zero.
    public let partition: Int
    /// Lines of key, tabulator and value.
    public let bytes: [UInt8]

    /// Creates results.
    public init(job: String, partition: Int, bytes: [UInt8]) {
        self.job = job
        self.partition = partition
        self.bytes = bytes
    }
}

/// Why results could not be written.
public enum ResultSinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It does not take them, or not now.
    case unavailable(String)
    /// The writer crashed or was cancelled.
    case interrupted(Interruption)

    /// The reason in words.
    public var description: String {
        switch self {
        case .unavailable(let reason): "the results cannot be written: \(reason)"
        case .interrupted(let interruption): interruption.description
        }
    }
}
