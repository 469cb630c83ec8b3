/// An input that map tasks read: files, or a topic of a log. Other services of the cluster offer
/// theirs through it.
public protocol RecordSource: Sendable {
    /// How many bytes each partition of the input has at the moment.
    ///
    /// - Throws: `InputError`.
    func partitionSizes(from node: Node) async throws(InputError) -> [Int]

    /// The whole records that begin in a split.
    ///
    /// - Throws: `InputError`.
    func read(_ split: InputSplit, from node: Node) async throws(InputError) -> InputRecords
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
    /// It is not there, or not now.
    case unavailable(String)
    /// The reader crashed or was cancelled.
    case interrupted(Interruption)

    /// The reason in words.
    public var description: String {
        switch self {
        case .unavailable(let reason): "the input cannot be read: \(reason)"
        case .interrupted(let interruption): interruption.description
        }
    }
}

/// A topic that is in memory from the start.
public struct MemoryTopic: RecordSource {
    /// What it is called.
    public let name: String
    /// The records of each partition.
    public let partitions: [[UInt8]]
    /// How many bytes can be read a second.
    public let bytesPerSecond: Int
    package var plantedBug: MapReducePlantedBug?

    /// A topic of these partitions.
    public init(_ name: String, partitions: [[UInt8]], bytesPerSecond: Int = 100_000_000) {
        precondition(bytesPerSecond > 0, "reading makes progress")
        self.name = name
        self.partitions = partitions
        self.bytesPerSecond = bytesPerSecond
    }

    /// See ``RecordSource/partitionSizes(from:)``.
    public func partitionSizes(from node: Node) async throws(InputError) -> [Int] {
        partitions.map(\.count)
    }

    /// See ``RecordSource/read(_:from:)``.
    public func read(
        _ split: InputSplit,
        from node: Node
    ) async throws(InputError) -> InputRecords {
        let records = records(of: split)
        do {
            try await node.work(for: .seconds(records.bytes.count) / bytesPerSecond)
        } catch {
            throw .interrupted(error)
        }
        return records
    }

    /// How many lines begin in `split`.
    public func lineCount(of split: InputSplit) -> Int {
        let bytes = records(of: split).bytes
        let ends = bytes.count { $0 == 0x0A }
        return bytes.last.map { $0 == 0x0A ? ends : ends + 1 } ?? 0
    }

    /// The records of `split` at once, for checkers.
    func records(of split: InputSplit) -> InputRecords {
        let partition = partitions[split.input]
        return partition.withUnsafeBytes { bytes in
            var range = split.records(of: ByteView(bytes))
            if plantedBug == .readsBoundaryRecordsTwice, range.lowerBound > 0 {
                let before = bytes[..<(range.lowerBound - 1)].lastIndex(of: 0x0A)
                range = (before.map { $0 + 1 } ?? 0)..<range.upperBound
            }
            return InputRecords(
                bytes: Array(bytes[range]),
                source: "\(name)-\(split.input)",
                offset: range.lowerBound
            )
        }
    }
}
