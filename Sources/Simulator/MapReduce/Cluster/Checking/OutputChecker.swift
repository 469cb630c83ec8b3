/// Holds what clients got of their jobs against a plain sequential run of the same functions on the
/// same records.
///
/// A job that completed has the same bytes as the sequential run; one that failed says why; no
/// client is left without an end; and what a client was told once stays true. ``JobTablesChecker``
/// judges jobs whatever becomes of their clients.
public struct OutputChecker: Sendable {
    private let expectsDurability: Bool

    /// A checker.
    ///
    /// - Parameter expectsDurability: Whether the database keeps what it promised to keep. Where a
    ///   fault has it lose that, a job may end twice, and only what its client got at last is held
    ///   against the sequential run.
    public init(expectsDurability: Bool = true) {
        self.expectsDurability = expectsDurability
    }

    /// What is wrong with an outcome, in one sentence; nothing where all is well.
    ///
    /// - Parameters:
    ///   - outcome: What a client was told of the job.
    ///   - code: The code of the job, without any planted bug.
    ///   - topic: What it read.
    public func finding(
        in outcome: JobClient.Outcome,
        code: JobCode,
        topic: MemoryTopic
    ) -> String? {
        if outcome.wasContradicted, expectsDurability {
            return "\(outcome.identifier): the client was told two different ends"
        }
        switch outcome.status {
        case .running: return "the client of \(outcome.identifier) knows of no end"
        case .failed:
            let hasReason = outcome.error.map { !$0.isEmpty } ?? false
            return hasReason ? nil : "\(outcome.identifier) failed without a reason"
        case .completed:
            guard let results = outcome.results else {
                return "\(outcome.identifier) completed, but its results could not be fetched"
            }
            do {
                let expected = try self.expected(outcome.submission, code, topic)
                return Self.difference(results, from: expected, of: outcome.identifier)
            } catch {
                return "\(outcome.identifier) completed, but a sequential run fails: \(error)"
            }
        }
    }

    /// How the results of the job called `job` differ from those of a sequential run, in one
    /// sentence; nothing where they do not.
    static func difference(
        _ results: [[UInt8]],
        from expected: [[UInt8]],
        of job: String
    ) -> String? {
        for (partition, pair) in zip(results, expected).enumerated() where pair.0 != pair.1 {
            let lines = pair.0.split(separator: 0x0A, omittingEmptySubsequences: false)
            let expectedLines = pair.1.split(separator: 0x0A, omittingEmptySubsequences: false)
            let number = zip(lines, expectedLines).prefix { $0 == $1 }.count
            func text(_ lines: [ArraySlice<UInt8>]) -> String {
                number < lines.count
                    ? "'\(String(decoding: lines[number], as: UTF8.self))'" : "its end"
            }
            return "\(job), partition \(partition), line \(number + 1): "
                + "\(text(lines)) instead of \(text(expectedLines))"
        }
        return results.count == expected.count
            ? nil : "\(job): \(results.count) partitions of \(expected.count)"
    }

    /// The results of a sequential run, a text for each partition.
    func expected(
        _ submission: JobSubmission,
        _ code: JobCode,
        _ topic: MemoryTopic
    ) throws -> [[UInt8]] {
        let plan = JobPlan.mapInputs(
            sizes: topic.partitions.map(\.count),
            mappers: submission.mappers
        )
        let records = plan.map { $0.map(topic.records(of:)) }
        let results = try Self.withBlocks(records) {
            try code.sequentialRun(of: $0, badRecords: submission.badRecords)
        }
        let partitioner = Partitioner(partitions: submission.reducers)
        var texts = [[UInt8]](repeating: [], count: submission.reducers)
        for result in results {
            result.key.withUnsafeBytes { bytes in
                let key = ByteView(bytes)
                let partition = partitioner.partition(of: key)
                ResultLine.append(key, result.value, to: &texts[partition])
            }
        }
        return texts
    }

    /// Calls `body` with blocks of all records, which are valid until it returns.
    private static func withBlocks<Result>(
        _ records: [[InputRecords]],
        _ body: ([[RecordBlock]]) throws -> Result
    ) rethrows -> Result {
        let all = records.joined()
        let names = all.map { Array($0.source.utf8) }
        return try all.map(\.bytes).withByteViews { bytes in
            try names.withByteViews { names in
                var next = 0
                return try body(
                    records.map { records in
                        records.map { record in
                            defer { next += 1 }
                            return RecordBlock(
                                bytes: bytes[next],
                                source: names[next],
                                offset: record.offset
                            )
                        }
                    }
                )
            }
        }
    }
}
