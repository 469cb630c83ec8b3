import OrderedCollections

extension TaskWorker {
    /// Runs a map task: reads its splits, maps and combines their records, and hands the output to
    /// the shuffle.
    func map(
        _ order: TaskOrder,
        _ splits: [InputSplit]
    ) async throws -> AttemptReport.Outcome {
        let submission = order.submission
        let code = try library.code(for: submission)
        guard let input = library.input(submission.inputTopic) else {
            throw Failure.failed("there is no topic '\(submission.inputTopic)'")
        }
        var partitioner = Partitioner(partitions: submission.reducers)
        if settings.plantedBug == .partitionsByProcess {
            partitioner.plantedOffset = UInt32(truncatingIfNeeded: node.identifier)
        }
        let task = code.makeMapTask(
            MapTaskSettings(
                partitioner: partitioner,
                combines: submission.combines && code.isCombinable,
                badRecords: submission.badRecords
            )
        )
        for (number, split) in splits.enumerated() {
            let records = try await input.read(split, from: node)
            let before = task.counters.records
            try records.withBlock { try task.map($0) }
            try require(memoryFor: task.footprint)
            try await spend(
                settings.costs.mapTime(
                    records: task.counters.records - before,
                    bytes: records.bytes.count
                ),
                from: Double(number) / Double(splits.count),
                to: Double(number + 1) / Double(splits.count)
            )
        }
        task.finish()
        let runs = task.drain()
        journal.note(task.counters)
        let pairs = try await store(runs, of: order.attempt)
        return .mapped(pairs: pairs)
    }

    /// Works for `duration`, and says how far it is on the way.
    func spend(
        _ duration: Duration,
        from start: Double,
        to end: Double
    ) async throws(Interruption) {
        let slices = max(1, min(20, Int(duration / .milliseconds(50))))
        for slice in 1...slices {
            try await node.work(for: duration / slices)
            journal.noteBusy(role, duration / slices)
            note(progress: start + (end - start) * Double(slice) / Double(slices))
        }
    }

    // MARK: The shuffle

    /// Hands over a run for each partition.
    ///
    /// - Returns: How many pairs each has.
    private func store(
        _ runs: [[UInt8]],
        of attempt: AttemptIdentifier
    ) async throws -> [Int] {
        var counts: [Int] = []
        for (partition, run) in runs.enumerated() {
            let chunks = try RunChunk.chunks(of: run, pairs: settings.shuffle.pipeline)
            let key = settings.shuffle.key(attempt, partition: partition)
            if settings.shuffle.store == .local, !chunks.isEmpty {
                lists[attempt.task.job, default: []].append(key)
            }
            for (number, chunk) in chunks.enumerated() {
                try await push(chunk, number, to: key)
            }
            counts.append(chunks.reduce(0) { $0 + $1.pairs })
        }
        journal.count("mapreduce_shuffle_pairs_total", counts.reduce(0, +))
        return counts
    }

    private func push(_ chunk: RunChunk, _ number: Int, to key: String) async throws {
        let expected = settings.plantedBug == .repeatsPushes ? nil : number
        let request = ShuffleRequest.push(
            key,
            chunk.bytes,
            pairs: chunk.pairs,
            length: settings.plantedBug == .sharesListsBetweenAttempts ? nil : expected,
            timeToLive: settings.shuffle.timeToLive
        )
        if settings.shuffle.store == .local {
            return try check(answerLocally(request), number)
        }
        let answer = try await ask(
            settings.shuffle.server(of: key),
            request,
            what: "the shuffle store"
        )
        try check(answer, number)
    }

    private func check(_ answer: ShuffleAnswer, _ number: Int) throws(Failure) {
        switch answer {
        case .done: return
        // This very push had been done; only its answer was lost.
        case .length(number + 1): node.sometimes(MapReducePlace.pushMetItself)
        case .outOfMemory: throw .failed("the shuffle store has no memory left")
        case .length, .chunks, .missing, .moved, .down:
            throw .failed("the shuffle store lost map output")
        }
    }

    /// Asks a node of the shuffle, three times at most.
    func ask(
        _ server: String,
        _ request: ShuffleRequest,
        what: String
    ) async throws -> ShuffleAnswer {
        if settings.shuffle.isReplicated { return try await askOwner(request) }
        var last = CallError.timedOut
        for attempt in 1...3 {
            do throws(CallError) {
                return try await network.call(
                    .shuffle,
                    of: server,
                    from: node,
                    request,
                    timeout: settings.shuffle.timeout,
                    .background
                )
            } catch {
                if case .interrupted(let interruption) = error { throw interruption }
                last = error
            }
            if attempt < 3 { try await node.sleep(for: .milliseconds(200 * attempt)) }
        }
        throw Failure.failed("\(what) '\(server)': \(last)")
    }
}

/// Some pairs of a run that are pushed together.
struct RunChunk {
    let bytes: [UInt8]
    let pairs: Int

    /// Cuts a run into chunks of `pairs` pairs.
    static func chunks(of run: [UInt8], pairs limit: Int) throws -> [RunChunk] {
        var chunks: [RunChunk] = []
        var start = 0
        var pairs = 0
        let ends = try SortedRun.ends(of: run)
        for (number, end) in ends.enumerated() {
            pairs += 1
            if pairs == limit || number == ends.count - 1 {
                chunks.append(RunChunk(bytes: Array(run[start..<end]), pairs: pairs))
                start = end
                pairs = 0
            }
        }
        return chunks
    }
}

extension ShuffleSettings {
    /// The list of one partition of the output of an attempt.
    func key(_ attempt: AttemptIdentifier, partition: Int) -> String {
        if plantedBug == .sharesListsBetweenAttempts { return "\(attempt.task)/\(partition)" }
        return "\(attempt)/\(partition)"
    }
}
