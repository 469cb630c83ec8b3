import OrderedCollections

extension TaskWorker {
    /// Runs a reduce task: fetches its partition of all map output, groups and reduces it, and
    /// writes the results.
    func reduce(
        _ order: TaskOrder,
        _ outputs: [MapOutputLocation]
    ) async throws -> AttemptReport.Outcome {
        let submission = order.submission
        let code = try library.code(for: submission)
        let partition = order.attempt.task.index
        let started = node.now
        let fetched = try await fetch(partition, of: outputs)
        guard fetched.lost.isEmpty else { return .lostInput(fetched.lost) }
        journal.time("mapreduce_shuffle_duration_seconds", kind, started.duration(to: node.now))
        let bytes = fetched.runs.reduce(0) { $0 + $1.count }
        try require(memoryFor: bytes + fetched.pairs * 16)
        var results = ResultRows(batch: settings.resultBatch)
        try fetched.runs.withByteViews { views in
            try code.reduceRuns(views, submission.combines && code.isCombinable) { key, value in
                results.append(key, value)
            }
        }
        journal.count("mapreduce_reduce_input_groups_total", results.count)
        try await spend(
            settings.costs.reduceTime(keys: results.count, values: fetched.pairs),
            from: 0.3,
            to: 0.9
        )
        if let output = library.output { try await write(results, of: order.attempt, to: output) }
        for (number, batch) in results.batches.enumerated() {
            try await write(batch, number, of: order.attempt)
        }
        return .reduced(batches: results.batches.count)
    }

    private struct Fetched {
        var runs: [[UInt8]] = []
        var pairs = 0
        var lost: [AttemptIdentifier] = []
    }

    private func fetch(
        _ partition: Int,
        of outputs: [MapOutputLocation]
    ) async throws -> Fetched {
        var fetched = Fetched()
        for (number, output) in outputs.enumerated() {
            let expected = output.pairs[partition]
            guard expected > 0 else { continue }
            let key = settings.shuffle.key(output.attempt, partition: partition)
            let server =
                settings.shuffle.store == .local
                ? output.worker : settings.shuffle.server(of: key)
            let answer: ShuffleAnswer
            do {
                answer = try await ask(server, .range(key), what: "the map output on")
            } catch is Failure {
                answer = .missing
            }
            if case .chunks(let chunks, let pairs) = answer, isWhole(pairs, expected) {
                fetched.runs.append(Array(chunks.joined()))
                fetched.pairs += pairs
            } else if settings.plantedBug != .forgetsLostMapOutput {
                fetched.lost.append(output.attempt)
            }
            note(progress: 0.3 * Double(number + 1) / Double(outputs.count))
        }
        return fetched
    }

    private func isWhole(_ pairs: Int, _ expected: Int) -> Bool {
        switch settings.plantedBug {
        case .sharesListsBetweenAttempts, .repeatsPushes: pairs >= expected
        case .takesPartsForTheWhole: pairs <= expected
        default: pairs == expected
        }
    }

    /// Writes all results of the partition to where they go besides the table.
    private func write(
        _ results: ResultRows,
        of attempt: AttemptIdentifier,
        to output: any ResultSink
    ) async throws {
        let partition = PartitionResults(
            job: attempt.task.job,
            partition: attempt.task.index,
            bytes: Array(results.batches.map(\.bytes).joined())
        )
        do throws(ResultSinkError) {
            try await output.write(partition, from: node)
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            throw Failure.failed("\(error)")
        }
    }

    private func write(
        _ batch: ResultRows.Batch,
        _ number: Int,
        of attempt: AttemptIdentifier
    ) async throws {
        let row: DatabaseRow = [
            "job_id": .text(attempt.task.job),
            "partition": .integer(attempt.task.index),
            "attempt": .integer(attempt.number),
            "batch": .integer(number),
            "rows": .bytes(batch.bytes),
        ]
        let key = DatabaseKey(JobTables.results, "\(attempt)/\(number)")
        let transaction = DatabaseTransaction([.put(key, row, inserts: batch.rows)])
        for _ in 1...3 {
            switch try await database.commit(transaction, from: node) {
            case .committed: return
            case .conflict, .failed: throw Failure.failed("the database has no room")
            case nil: continue
            }
        }
        throw Failure.failed("the database does not answer")
    }
}

/// Results as lines of key, tabulator and value, in batches.
struct ResultRows {
    struct Batch {
        var bytes: [UInt8] = []
        var rows = 0
    }

    private let limit: Int
    private(set) var batches: [Batch] = []
    private(set) var count = 0

    init(batch limit: Int) {
        self.limit = limit
    }

    mutating func append(_ key: ByteView, _ value: ReducedValue) {
        if count % limit == 0 { batches.append(Batch()) }
        count += 1
        let last = batches.count - 1
        batches[last].rows += 1
        ResultLine.append(key, value, to: &batches[last].bytes)
    }
}

/// A result as text.
enum ResultLine {
    /// Appends the key, a tabulator, the value and a line end.
    static func append(_ key: ByteView, _ value: ReducedValue, to text: inout [UInt8]) {
        text.append(contentsOf: key.buffer)
        text.append(0x09)
        value.append(to: &text)
        text.append(0x0A)
    }
}
