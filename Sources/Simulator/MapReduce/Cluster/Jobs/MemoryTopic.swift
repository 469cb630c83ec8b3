/// A topic that is in memory from the start.
public struct MemoryTopic: RecordSource {
    /// What it is called.
    public let name: String
    /// The records of each partition.
    public let partitions: [[UInt8]]
    /// How many bytes can be read a second.
    public let bytesPerSecond: Int
    /// Where each partition is; of partitions past its end, and where it is empty, everywhere.
    public let replicas: [[InputPlace]]
    /// How many bytes can be read a second from elsewhere.
    public let remoteBytesPerSecond: Int
    /// How long it takes until bytes come from elsewhere.
    public let remoteLatency: Duration
    package var plantedBug: MapReducePlantedBug?

    /// A topic of these partitions.
    public init(
        _ name: String,
        partitions: [[UInt8]],
        bytesPerSecond: Int = 100_000_000,
        replicas: [[InputPlace]] = [],
        remoteBytesPerSecond: Int = 10_000_000,
        remoteLatency: Duration = .milliseconds(2)
    ) {
        precondition(bytesPerSecond > 0 && remoteBytesPerSecond > 0, "reading makes progress")
        self.name = name
        self.partitions = partitions
        self.bytesPerSecond = bytesPerSecond
        self.replicas = replicas
        self.remoteBytesPerSecond = remoteBytesPerSecond
        self.remoteLatency = remoteLatency
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
        let places = places(of: split)
        let isLocal =
            places.isEmpty || places.contains { $0.isOf(zone: node.zone, machine: node.machine) }
        do {
            if !isLocal { try await node.sleep(for: remoteLatency) }
            try await node.work(
                for: .seconds(records.bytes.count)
                    / (isLocal ? bytesPerSecond : remoteBytesPerSecond)
            )
        } catch {
            throw .interrupted(error)
        }
        return records
    }

    /// See ``RecordSource/places(of:)``.
    public func places(of split: InputSplit) -> [InputPlace] {
        split.input < replicas.count ? replicas[split.input] : []
    }

    /// How many lines begin in `split`.
    public func lineCount(of split: InputSplit) -> Int {
        let bytes = records(of: split).bytes
        let ends = bytes.count { $0 == 0x0A }
        return bytes.last.map { $0 == 0x0A ? ends : ends + 1 } ?? 0
    }

    /// A topic of these lines of each partition alone, for checkers.
    ///
    /// - Parameter ranges: Numbers of lines, counted from zero; those that are not there are left
    ///   out.
    func lines(_ ranges: [Int: [Range<Int>]]) -> MemoryTopic {
        let chosen = partitions.enumerated().map { number, bytes -> [UInt8] in
            guard let ranges = ranges[number] else { return [] }
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            return ranges.sorted { $0.lowerBound < $1.lowerBound }.flatMap { range in
                lines[range.clamped(to: 0..<lines.count)].flatMap { Array($0) + [0x0A] }
            }
        }
        return MemoryTopic(name, partitions: chosen)
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
