internal import Synchronization

/// A part of the input through which one thread goes alone.
enum MapLane: Equatable {
    /// Successive splits of mapped files.
    case splits([InputSplit])
    /// All of an input that can only be read from its beginning.
    case stream(input: Int)

    /// Divides inputs among lanes, two for each mapper so that all end at about the same time, and
    /// one where there is one mapper: a key that is in several lanes is counted in each.
    ///
    /// Which thread takes which lane does not matter for anything; how many lanes there are decides
    /// how often something is spilled, but no result.
    static func plan(_ inputs: [ExaminedInput], _ settings: NativeJobSettings) -> [MapLane] {
        let sizes = inputs.map { $0.kind == .mapped ? $0.size : 0 }
        let pieces = settings.mappers > 1 ? 2 * settings.mappers : 1
        let laneSize = max(1, sizes.reduce(0, +) / pieces)
        var lanes: [MapLane] = []
        var open: [InputSplit] = []
        func close() {
            if !open.isEmpty { lanes.append(.splits(open)) }
            open = []
        }
        var splits = SplitPlan.splits(sizes: sizes, splitSize: settings.splitSize)[...]
        for (number, input) in inputs.enumerated() {
            if input.kind == .stream {
                close()
                lanes.append(.stream(input: number))
            }
            while let split = splits.first, split.input == number {
                open.append(split)
                splits.removeFirst()
                if open.reduce(0, { $0 + $1.range.count }) >= laneSize { close() }
            }
        }
        close()
        return lanes
    }
}

/// The map side of a native job.
struct MapStage: Sendable {
    /// Says how many bytes were mapped just now.
    typealias Progress = @Sendable (Int) -> Void

    let code: JobCode
    let settings: NativeJobSettings
    let inputs: [ExaminedInput]
    let lanes: [MapLane]
    let progress: Progress

    /// What the threads share.
    private final class Shared: Sendable {
        struct State {
            var nextLane = 0
            var finished: [(lane: Int, runs: LaneRuns)] = []
            var failure: (lane: Int, error: NativeJobError)?
        }

        /// Soundness: a lane's runs are handed over once, under the lock, and only read later.
        let state = Mutex(State())
    }

    /// Maps everything; gives the runs of each lane, in the order of the lanes.
    ///
    /// When a lane fails those after it are given up and those before it are finished, so that the
    /// first error of the input is the one that is told, whichever thread was faster.
    func run() throws(NativeJobError) -> [LaneRuns] {
        let shared = Shared()
        NativeThreads.run(min(settings.mappers, lanes.count)) {
            let file = SpillFile(folder: settings.spillFolder)
            while let number = take(shared) {
                let worker = MapWorker(stage: self, file: file) {
                    shared.state.withLock { ($0.failure?.lane ?? .max) < number }
                }
                do throws(NativeJobError) {
                    let runs = try worker.run(lanes[number])
                    shared.state.withLock { $0.finished.append((number, runs)) }
                } catch {
                    shared.state.withLock { state in
                        if (state.failure?.lane ?? .max) > number {
                            state.failure = (number, error)
                        }
                    }
                }
            }
        }
        let (finished, failure) = shared.state.withLock { ($0.finished, $0.failure) }
        if let failure { throw failure.error }
        return finished.sorted { $0.lane < $1.lane }.map(\.runs)
    }

    private func take(_ shared: Shared) -> Int? {
        shared.state.withLock { state in
            guard state.nextLane < lanes.count, state.failure == nil else { return nil }
            defer { state.nextLane += 1 }
            return state.nextLane
        }
    }
}

/// Goes through one lane.
private final class MapWorker {
    /// How many bytes are mapped between two looks around.
    private static let blockSize = 1 << 20

    private let stage: MapStage
    private let file: SpillFile
    private let isGivenUp: () -> Bool
    private let task: MapTask
    private var runs: LaneRuns
    private var counters = NativeJobCounters()
    private var spillError: NativeJobError?

    init(stage: MapStage, file: SpillFile, isGivenUp: @escaping () -> Bool) {
        self.stage = stage
        self.file = file
        self.isGivenUp = isGivenUp
        runs = LaneRuns(partitions: stage.settings.reducers)
        task = stage.code.makeMapTask(
            MapTaskSettings(
                partitioner: Partitioner(partitions: stage.settings.reducers),
                combines: stage.settings.combines,
                badRecords: stage.settings.badRecords
            )
        )
    }

    func run(_ lane: MapLane) throws(NativeJobError) -> LaneRuns {
        task.drain(past: stage.settings.mapShare) { [unowned self] in spill($0) }
        switch lane {
        case .splits(let splits): try map(splits)
        case .stream(let input):
            let size = Self.blockSize
            try stage.inputs[input].forEachBlock(ofSize: size) { block throws(NativeJobError) in
                if isGivenUp() { return false }
                try map(block)
                return true
            }
            try finishSplit()
        }
        try drain()
        runs.count(counters)
        return runs
    }

    private func map(_ splits: [InputSplit]) throws(NativeJobError) {
        var current: (input: Int, bytes: StableBytes, name: StableBytes)?
        for split in splits {
            let input = stage.inputs[split.input]
            let file =
                if let current, current.input == split.input { current } else {
                    (split.input, try input.map(), StableBytes(copying: input.name.utf8))
                }
            current = file
            let records = split.records(of: file.1.view)
            var start = records.lowerBound
            while start < records.upperBound, !isGivenUp() {
                let end = InputSplit(input: 0, range: start..<(start + Self.blockSize))
                    .records(of: file.1.view.slice(0..<records.upperBound)).upperBound
                let bytes = file.1.view.slice(start..<end)
                try map(RecordBlock(bytes: bytes, source: file.2.view, offset: start))
                file.1.giveUp(from: start, to: end)
                start = end
            }
            try finishSplit()
        }
    }

    private func map(_ block: RecordBlock) throws(NativeJobError) {
        do throws(BadRecord) {
            try task.map(block)
        } catch {
            throw .badRecord(error)
        }
        if let spillError { throw spillError }
        counters.bytes += block.bytes.count
        stage.progress(block.bytes.count)
    }

    private func finishSplit() throws(NativeJobError) {
        task.finish()
        if let spillError { throw spillError }
        counters.map.add(task.counters)
        counters.splits += 1
        task.restart()
    }

    /// Keeps what is left in memory where there is room.
    private func drain() throws(NativeJobError) {
        let rest = task.drain()
        let size = rest.reduce(0) { $0 + $1.count }
        let share = stage.settings.heldShare(lanes: stage.lanes.count)
        try runs.keep(rest, in: size > share ? file : nil)
    }

    private func spill(_ rest: [[UInt8]]) {
        guard spillError == nil else { return }
        do throws(NativeJobError) {
            try runs.keep(rest, in: file)
        } catch {
            spillError = error
        }
    }
}
