import Testing

@testable import Simulator

/// The rules of Hadoop and Spark, at their edges.
struct SpeculationTests {
    private func situation(
        done: Int,
        of total: Int,
        elapsed: Duration,
        progress: Double = 0.5,
        isWaiting: Bool = false
    ) -> Speculation.Situation {
        Speculation.Situation(
            durations: TaskDurations(Array(repeating: .seconds(10), count: done)),
            running: [.init(index: 99, elapsed: elapsed, progress: progress)],
            total: total,
            runningAttempts: 1,
            speculativeAttempts: 0,
            isWaiting: isWaiting
        )
    }

    /// `spark.speculation.quantile` and `.multiplier`: 0.75 and 1.5 to 3.5, 0.9 and 3 from 4.0.
    @Test(
        arguments: [
            (.spark3, 74, 100.0, false), (.spark3, 75, 100.0, true), (.spark3, 75, 15.0, false),
            (.spark3, 75, 15.001, true), (.spark4, 89, 100.0, false), (.spark4, 90, 100.0, true),
            (.spark4, 90, 30.0, false), (.spark4, 90, 30.001, true), (.off, 99, 1_000.0, false),
        ] as [(Speculation, Int, Double, Bool)]
    )
    func `Spark waits for a quantile and compares with the median`(
        rule: Speculation,
        done: Int,
        elapsed: Double,
        isSelected: Bool
    ) {
        let selection = rule.selection(
            situation(done: done, of: 100, elapsed: .seconds(elapsed))
        )
        #expect(selection == (isSelected ? [99] : []))
    }

    @Test func `Spark never takes less than a tenth of a second for slow`() {
        var short = situation(done: 90, of: 100, elapsed: .milliseconds(100))
        short.durations = TaskDurations(Array(repeating: .milliseconds(1), count: 90))
        #expect(Speculation.spark3.selection(short) == [])
        short.running[0].elapsed = .milliseconds(101)
        #expect(Speculation.spark3.selection(short) == [99])
    }

    /// The attempt has as long to go as it has run at half its way: a new one takes ten seconds.
    @Test(
        arguments: [
            (5, 10.001, false, true), (5, 10.0, false, false), (4, 100.0, false, false),
            (5, 100.0, true, false),
        ] as [(Int, Double, Bool, Bool)]
    )
    func `Hadoop compares the estimated end with that of a new attempt`(
        done: Int,
        elapsed: Double,
        isWaiting: Bool,
        isSelected: Bool
    ) {
        let selection = Speculation.hadoop.selection(
            situation(done: done, of: 100, elapsed: .seconds(elapsed), isWaiting: isWaiting)
        )
        #expect(selection == (isSelected ? [99] : []))
    }
}
