internal import Synchronization

/// The reduce side of a native job.
struct ReduceStage: Sendable {
    let code: JobCode
    let settings: NativeJobSettings
    /// For each partition the runs of all lanes, in the order of the lanes.
    let partitions: [[ReadableRun]]

    /// What the threads share.
    private final class Shared: Sendable {
        struct State {
            var nextPartition = 0
            var finished: [(partition: Int, runs: [StoredRun], counters: NativeJobCounters)] = []
            var failure: (partition: Int, error: NativeJobError)?
        }

        let state = Mutex(State())
    }

    /// Reduces every partition; gives the runs of results.
    func run() throws(NativeJobError) -> (runs: [ReadableRun], counters: NativeJobCounters) {
        let shared = Shared()
        NativeThreads.run(settings.reducers) {
            let file = SpillFile(folder: settings.spillFolder)
            while let partition = take(shared) {
                do throws(NativeJobError) {
                    let (runs, counters) = try reduce(partitions[partition], file)
                    shared.state.withLock { $0.finished.append((partition, runs, counters)) }
                } catch {
                    shared.state.withLock { state in
                        if (state.failure?.partition ?? .max) > partition {
                            state.failure = (partition, error)
                        }
                    }
                }
            }
        }
        let (finished, failure) = shared.state.withLock { ($0.finished, $0.failure) }
        if let failure { throw failure.error }
        var counters = NativeJobCounters()
        var runs: [ReadableRun] = []
        for part in finished.sorted(by: { $0.partition < $1.partition }) {
            counters.add(part.counters)
            for run in part.runs { runs.append(try run.readable()) }
        }
        return (runs, counters)
    }

    private func take(_ shared: Shared) -> Int? {
        shared.state.withLock { state in
            guard state.nextPartition < partitions.count, state.failure == nil else { return nil }
            defer { state.nextPartition += 1 }
            return state.nextPartition
        }
    }

    private func reduce(
        _ runs: [ReadableRun],
        _ file: SpillFile
    ) throws(NativeJobError) -> ([StoredRun], NativeJobCounters) {
        var collector = ResultCollector(settings: settings, file: file)
        var memory = ReadMemory(of: runs, limit: settings.reduceShare)
        do {
            try code.reduceRuns(runs.map(\.view), settings.combines) { key, value in
                try collector.add(key, value)
                memory.note(key.count + ReadMemory.pairSize)
            }
        } catch let error as NativeJobError {
            throw error
        } catch let error as ShuffleError {
            throw .damagedShuffle(error)
        } catch {
            throw .damagedShuffle(.damagedRun(offset: 0))
        }
        try collector.finish()
        return (collector.runs, collector.counters)
    }
}
