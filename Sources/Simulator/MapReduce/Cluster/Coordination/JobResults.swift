import OrderedCollections

/// The results of a job, put together from the rows that its reduce tasks wrote.
struct JobResults {
    /// Some of the results are not there.
    struct Loss: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    private let job: TrackedJob
    private let rows: [DatabaseRow]
    private let plantedBug: MapReducePlantedBug?

    init(_ job: TrackedJob, rows: [DatabaseRow], plantedBug: MapReducePlantedBug? = nil) {
        self.job = job
        self.rows = rows
        self.plantedBug = plantedBug
    }

    /// A text of lines for each partition, of the attempts that won; all of it or nothing.
    func partitions() throws(Loss) -> [[UInt8]] {
        guard job.isWhole || plantedBug == .handsOutWhatIsLeft else {
            throw loss("the database has lost some of its tasks")
        }
        var partitions: [[UInt8]] = []
        for task in job.reduces.all { partitions.append(try partition(of: task)) }
        return partitions
    }

    private func partition(of task: TrackedTask) throws(Loss) -> [UInt8] {
        let index = task.identifier.index
        let takesAll = plantedBug == .readsResultsOfAllAttempts
        let batches = rows.filter {
            $0["partition"]?.integer == index
                && (takesAll || $0["attempt"]?.integer == task.winner)
        }.sorted { ($0["batch"]?.integer ?? 0) < ($1["batch"]?.integer ?? 0) }
        if !takesAll, plantedBug != .handsOutWhatIsLeft {
            guard task.status == .completed else {
                throw loss("the database has lost the end of \(task.identifier)")
            }
            guard batches.compactMap({ $0["batch"]?.integer }) == Array(0..<task.resultBatches)
            else {
                throw loss(
                    "the database has \(batches.count) of \(task.resultBatches) batches of "
                        + "partition \(index)"
                )
            }
        }
        return batches.flatMap { $0["rows"]?.bytes ?? [] }
    }

    private func loss(_ reason: String) -> Loss {
        Loss(description: "the results of \(job.identifier) are lost: \(reason)")
    }
}
