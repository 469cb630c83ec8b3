import Simulator
import Testing

@testable import Scenarios

/// Times beside those of a loop that is always the same. The expected ratios follow from how the
/// times are made: what the machine does to both cancels out.
struct CalibratedComparisonTests {
    /// How slow the machine is at the time of each run.
    private let slowness: [Double] = [1, 1.5, 0.8, 2, 1.1, 0.9, 1.7, 1.3, 1, 1.2]

    private func measurements(
        work: Double,
        slowness: [Double],
        isCalibrated: Bool = true
    ) -> Measurements {
        var workload = Measurements.Workload()
        workload.name = "w"
        workload.wallSeconds = slowness.map { $0 * work }
        workload.processorSeconds = workload.wallSeconds.map { $0 / 2 }
        if isCalibrated {
            workload.calibrationWallSeconds = slowness.map { $0 * 0.0625 }
            workload.calibrationProcessorSeconds = workload.calibrationWallSeconds
        }
        var measurements = Measurements()
        measurements.workloads = [workload]
        return measurements
    }

    @Test(arguments: TimeComparison.Clock.allCases)
    func `a machine that has become slower is no slower workload`(
        clock: TimeComparison.Clock
    ) throws {
        let base = measurements(work: 1, slowness: slowness)
        let later = slowness.map { $0 * 3 }
        let comparison = try TimeComparison(
            from: base,
            to: measurements(work: 1, slowness: later),
            clock: clock
        )
        let row = try #require(comparison.rows.first)
        #expect(row.finding == .same && row.isCalibrated)
        #expect(abs(row.ratio.low - 1) < 1e-12 && abs(row.ratio.high - 1) < 1e-12)
        let raw = try TimeComparison(
            from: base,
            to: measurements(work: 1, slowness: later, isCalibrated: false),
            clock: clock
        )
        #expect(raw.rows.first?.finding == .slower)
        #expect(raw.rows.first?.isCalibrated == false)
        #expect(raw.notes == [])
    }

    @Test(arguments: [(1.2, 0.5), (1.2, 1), (1.2, 4)])
    func `a slower workload is found whatever the machine does`(
        factor: Double,
        machine: Double
    ) throws {
        let comparison = try TimeComparison(
            from: measurements(work: 1, slowness: slowness),
            to: measurements(work: factor, slowness: slowness.reversed().map { $0 * machine })
        )
        let row = try #require(comparison.rows.first)
        #expect(row.finding == .slower)
        for end in [row.ratio.low, row.ratio.value, row.ratio.high] {
            #expect(abs(end - factor) < 1e-12)
        }
        #expect(
            comparison.notes == [
                "ratios are of times divided by that of the calibration loop beside each run"
            ]
        )
        let reports: [ComparisonReport.Format] = [.json, .markdown]
        for format in reports {
            let text = ComparisonReport(format: format).render(comparison)
            #expect(text.contains("calibrat"))
        }
    }

    @Test
    func `the note names those that are calibrated where others are not`() throws {
        var (base, new) = (
            measurements(work: 1, slowness: slowness), measurements(work: 1, slowness: slowness)
        )
        var plain = measurements(work: 1, slowness: slowness, isCalibrated: false).workloads[0]
        plain.name = "plain"
        base.workloads.append(plain)
        new.workloads.append(plain)
        let notes = try TimeComparison(from: base, to: new).notes
        #expect(
            notes == [
                "ratios of w are of times divided by that of the calibration loop beside each run"
            ]
        )
    }

    @Test
    func `the times of the loop are saved and read back`() throws {
        let saved = measurements(work: 1, slowness: slowness)
        guard case .times(let read) = try ComparedFile(json: Array(saved.json.utf8), name: "a")
        else {
            Issue.record("it was read as something else")
            return
        }
        #expect(read == saved)
        let plain = measurements(work: 1, slowness: slowness, isCalibrated: false)
        #expect(!plain.json.contains("calibration"))
    }

    @Test
    func `every run has a time of the loop above zero, or none has`() {
        var lacking = measurements(work: 1, slowness: slowness)
        lacking.workloads[0].calibrationWallSeconds.removeLast()
        var zero = measurements(work: 1, slowness: slowness)
        zero.workloads[0].calibrationProcessorSeconds[3] = 0
        for wrong in [lacking, zero] {
            #expect(throws: ResultLoadingError.self) {
                try ComparedFile(json: Array(wrong.json.utf8), name: "a")
            }
        }
    }

    /// The median of *n* = 2 *m* - 1 draws from *n* values is at most the *k*-th of them where at
    /// least *m* draws are: with the probability that a binomial variable of *n* trials, each a
    /// success with *k* / *n*, is at least *m*.
    ///
    /// Source: Efron, "Bootstrap Methods: Another Look at the Jackknife", 1979, section 3.
    private func probability(thatMedianIsAtMost rank: Int, of count: Int) -> Double {
        let success = Double(rank) / Double(count)
        var sum = 0.0
        for number in (count + 1) / 2...count {
            var term = 1.0
            for factor in 0..<number {
                term *= Double(count - factor) / Double(number - factor) * success
            }
            for _ in number..<count { term *= 1 - success }
            sum += term
        }
        return sum
    }

    @Test(arguments: [11, 19, 27])
    func `the interval of a median is that of the order statistics in closed form`(
        count: Int
    ) throws {
        let values = (1...count).map { 1 + Double($0 * $0) / 100 }
        let estimate = Bootstrap().ratio(of: values, to: Array(repeating: 1, count: count))
        let ranks = 1...count
        let low = try #require(
            ranks.first { probability(thatMedianIsAtMost: $0, of: count) >= 0.025 }
        )
        let high = try #require(
            ranks.first { probability(thatMedianIsAtMost: $0, of: count) >= 0.975 }
        )
        #expect(estimate.value == values[count / 2])
        #expect(estimate.low == values[low - 1])
        #expect(estimate.high == values[high - 1])
    }
}
