/// When a slow task gets a second attempt, by the rule of a real system.
public enum Speculation: String, Hashable, Sendable, CaseIterable {
    /// Never.
    case off
    /// `DefaultSpeculator` of Hadoop: by the estimated end, which progress gives.
    case hadoop
    /// Spark up to 3.5: three quarters done, and half as long again as the median.
    case spark3 = "spark-3"
    /// Spark from 4.0: nine tenths done, and three times as long as the median.
    case spark4 = "spark-4"

    /// What the rule looks at: the tasks of one kind of one job.
    struct Situation {
        /// How long each task took that is done.
        var durations: TaskDurations
        /// Tasks that have one attempt running, and no second one.
        var running: [Candidate]
        /// How many tasks there are.
        var total: Int
        /// How many attempts run at the moment.
        var runningAttempts: Int
        /// How many second attempts run.
        var speculativeAttempts: Int
        /// Whether some task waits for a worker.
        var isWaiting: Bool
    }

    /// A task with one running attempt.
    struct Candidate: Equatable {
        /// Which of the tasks.
        var index: Int
        /// How long the attempt has been running.
        var elapsed: Duration
        /// How much of it is done, 0 to 1.
        var progress: Double
    }

    /// The tasks that get a second attempt now, the most urgent first.
    func selection(_ situation: Situation) -> [Int] {
        switch self {
        case .off: []
        case .hadoop: Self.hadoopSelection(situation)
        case .spark3: Self.sparkSelection(situation, quantile: 0.75, multiplier: 1.5)
        case .spark4: Self.sparkSelection(situation, quantile: 0.9, multiplier: 3)
        }
    }

    /// How long after a selection that gave something the next one is made.
    var pause: Duration {
        switch self {
        case .hadoop: .seconds(15)
        case .off, .spark3, .spark4: .zero
        }
    }

    /// `TaskSetManager.checkSpeculatableTasks`: the threshold is the median of the successful
    /// durations times the multiplier, 100 ms at least.
    private static func sparkSelection(
        _ situation: Situation,
        quantile: Double,
        multiplier: Double
    ) -> [Int] {
        let needed = max(Int(quantile * Double(situation.total)), 1)
        guard situation.durations.count >= needed else { return [] }
        let threshold = max(situation.durations.median * multiplier, .milliseconds(100))
        return situation.running.filter { $0.elapsed > threshold }.map(\.index)
    }

    /// `DefaultSpeculator.maybeScheduleASpeculation`: nothing while a task waits for a worker; one
    /// task a scan, the one whose replacement would gain most; a cap on second attempts.
    private static func hadoopSelection(_ situation: Situation) -> [Int] {
        let done = situation.durations.count
        guard !situation.isWaiting, done >= 1, Double(done) >= 0.05 * Double(situation.total)
        else { return [] }
        let allowed = max(10, max(situation.total / 100, situation.runningAttempts / 10))
        guard situation.speculativeAttempts < allowed else { return [] }
        let mean = situation.durations.mean
        var best: (index: Int, gain: Duration)?
        for candidate in situation.running where candidate.progress > 0 {
            let remaining = candidate.elapsed * (1 / candidate.progress - 1)
            let gain = remaining - mean
            if gain > .zero, best.map({ gain > $0.gain }) ?? true {
                best = (candidate.index, gain)
            }
        }
        return best.map { [$0.index] } ?? []
    }
}
