/// The files in which the segments of a partition stand on the disk of a broker, one for each.
///
/// A crash leaves a file as it was at the last `synchronize`; what was appended after that is gone,
/// or damaged where the disk broke its promise. The log ends where a batch is not whole, as with
/// Kafka's recovery after a crash.
///
/// Source: Apache Kafka, `LogFileUtils.filenamePrefixFromOffset`, `LogSegment.recover`.
enum SegmentFile {
    /// The name of the file of a segment: its base offset in twenty digits.
    static func name(of partition: TopicPartition, baseOffset: Int) -> String {
        let digits = String(baseOffset)
        let zeros = String(repeating: "0", count: 20 - digits.utf8.count)
        return "\(folder(of: partition))\(zeros)\(digits).log"
    }

    /// What the names of all files of a partition begin with.
    static func folder(of partition: TopicPartition) -> String { "\(partition)/" }

    /// The partition whose file this is; nothing where it is none.
    static func partition(of name: String) -> TopicPartition? {
        guard let slash = name.lastIndex(of: "/") else { return nil }
        let folder = name[..<slash]
        guard let dash = folder.lastIndex(of: "-"),
            let number = Int(folder[folder.index(after: dash)...])
        else { return nil }
        let partition = TopicPartition(String(folder[..<dash]), number)
        return baseOffset(of: name, partition) == nil ? nil : partition
    }

    /// The base offset of a file of a partition; nothing where it is none.
    static func baseOffset(of name: String, _ partition: TopicPartition) -> Int? {
        let folder = folder(of: partition)
        guard name.hasPrefix(folder), name.hasSuffix(".log"),
            name.utf8.count == folder.utf8.count + 24
        else { return nil }
        return Int(name.dropFirst(folder.count).dropLast(4))
    }

    /// The bytes of a segment from the batch that has `offset` on.
    static func bytes(of segment: PartitionLog.Segment, from offset: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for batch in segment.batches where batch.baseOffset >= offset { bytes += batch.bytes }
        return bytes
    }

    /// What became of a log that was read from its files.
    struct Recovery: Sendable {
        /// The log, as far as it is whole.
        var log: PartitionLog
        /// The files that have to be cut, by their names, to so many bytes; those that are cut to
        /// none have to go, but for the first one, whose name says where the log goes on.
        var cuts: [(name: String, length: Int)] = []
    }

    /// Reads a log from the files of its partition.
    ///
    /// - Parameter files: Names and bytes, in any order; others than those of segments are left
    ///   alone.
    static func recover(
        _ partition: TopicPartition,
        from files: [(name: String, bytes: [UInt8])],
        settings: PartitionLog.Settings
    ) -> Recovery {
        let segments = files.compactMap { file in
            baseOffset(of: file.name, partition).map { (base: $0, file: file) }
        }.sorted { $0.base < $1.base }
        let start = segments.first?.base ?? 0
        var recovery = Recovery(log: PartitionLog(settings: settings, start: start))
        var isWhole = true
        for (base, file) in segments {
            // Nothing counts behind a gap.
            guard isWhole, base == recovery.log.end else {
                recovery.cuts.append((file.name, 0))
                continue
            }
            recovery.log.beginSegment()
            var place = 0
            while place < file.bytes.count {
                guard let batch = RecordBatch(file.bytes, at: place), batch.isWhole,
                    recovery.log.restore(batch)
                else {
                    isWhole = false
                    recovery.cuts.append((file.name, place))
                    break
                }
                place += batch.bytes.count
            }
        }
        return recovery
    }
}
