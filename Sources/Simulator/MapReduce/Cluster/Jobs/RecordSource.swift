/// An input that map tasks read: files, or a topic of a log. Other services of the cluster offer
/// theirs through it.
public protocol RecordSource: Sendable {
    /// How many bytes each partition of the input has at the moment, or whatever else its splits
    /// count.
    ///
    /// - Throws: `InputError`.
    func partitionSizes(from node: Node) async throws(InputError) -> [Int]

    /// The whole records that begin in a split.
    ///
    /// - Throws: `InputError`.
    func read(_ split: InputSplit, from node: Node) async throws(InputError) -> InputRecords

    /// Whether each record is for one job alone: a job reads on where those before it ended that
    /// completed, and no two jobs read at the same time.
    var isConsumed: Bool { get }

    /// Where a split can be read from next door; nothing where it is the same everywhere.
    func places(of split: InputSplit) -> [InputPlace]
}

extension RecordSource {
    /// Each job reads all of it.
    public var isConsumed: Bool { false }

    /// It is the same everywhere.
    public func places(of split: InputSplit) -> [InputPlace] { [] }
}

/// Where an input is.
public enum InputPlace: Hashable, Sendable {
    /// In every node of a zone.
    case zone(String)
    /// On a machine.
    case machine(String)

    /// Whether it is in this zone or on this machine.
    func isOf(zone: String, machine: String?) -> Bool {
        switch self {
        case .zone(let name): name == zone
        case .machine(let name): name == machine
        }
    }
}

/// Some whole records of an input.
public struct InputRecords: Hashable, Sendable {
    /// Their bytes, with their ends.
    public let bytes: [UInt8]
    /// What the input is called.
    public let source: String
    /// Where in that input they begin, in bytes.
    public let offset: Int

    /// Creates records.
    public init(bytes: [UInt8], source: String, offset: Int) {
        self.bytes = bytes
        self.source = source
        self.offset = offset
    }

    /// Calls `body` with the records as a block, which is valid until it returns.
    func withBlock<Result>(_ body: (RecordBlock) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes { bytes in
            var name = source
            return try name.withUTF8 { name in
                try body(
                    RecordBlock(
                        bytes: ByteView(bytes),
                        source: ByteView(UnsafeRawBufferPointer(name)),
                        offset: offset
                    )
                )
            }
        }
    }
}

/// Why an input cannot be read.
public enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not there, or may not be read; asking again would change nothing.
    case missing(String)
    /// It cannot be read now.
    case unavailable(String)
    /// The reader crashed or was cancelled.
    case interrupted(Interruption)

    /// The reason in words.
    public var description: String {
        switch self {
        case .missing(let reason), .unavailable(let reason): "the input cannot be read: \(reason)"
        case .interrupted(let interruption): interruption.description
        }
    }
}
