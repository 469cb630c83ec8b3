import OrderedCollections
import Simulator
import Testing

@testable import Scenarios

struct TimeComparisonTests {
    private func measurements(_ times: OrderedDictionary<String, [Double]>) -> Measurements {
        var measurements = Measurements()
        measurements.workloads = times.map { name, times in
            var workload = Measurements.Workload()
            workload.name = name
            workload.wallSeconds = times
            return workload
        }
        return measurements
    }

    private let base: [Double] = [1.00, 1.01, 0.99, 1.02, 0.98, 1.00, 1.01, 0.99, 1.00, 1.03]

    private func finding(factor: Double, tolerance: Double) throws -> TimeComparison.Finding? {
        let comparison = try TimeComparison(
            from: measurements(["w": base]),
            to: measurements(["w": base.map { $0 * factor }]),
            tolerance: tolerance
        )
        return comparison.rows.first?.finding
    }

    @Test(arguments: [
        (1.2, 0.05, TimeComparison.Finding.slower), (1.2, 0.5, .same), (1.04, 0.05, .same),
        (0.8, 0.05, .faster), (0.97, 0.05, .same), (1, 0, .same),
    ])
    func `a workload is slower where the whole interval lies above the tolerance`(
        factor: Double,
        tolerance: Double,
        wanted: TimeComparison.Finding
    ) throws {
        #expect(try finding(factor: factor, tolerance: tolerance) == wanted)
    }

    @Test
    func `workloads that come and go are named, and one that goes is a regression`() throws {
        let both = measurements(["v": base, "w": base])
        let one = measurements(["w": base])
        let less = try TimeComparison(from: both, to: one)
        #expect(less.missing == ["v"] && less.isSlower)
        let more = try TimeComparison(from: one, to: both)
        #expect(more.added == ["v"] && !more.isSlower)
    }

    @Test
    func `what cannot be compared is an error`() {
        typealias Failure = TimeComparison.Failure
        #expect(throws: Failure.tooFewRuns(workload: "w", count: 4)) {
            try TimeComparison(
                from: measurements(["w": base]),
                to: measurements(["w": Array(base.prefix(4))])
            )
        }
        #expect(throws: Failure.nothingInCommon) {
            try TimeComparison(from: measurements(["v": base]), to: measurements(["w": base]))
        }
        #expect(throws: Failure.noTimes(workload: "w", clock: .processor)) {
            let times = measurements(["w": base])
            return try TimeComparison(from: times, to: times, clock: .processor)
        }
        var (less, more) = (measurements(["w": base]), measurements(["w": base]))
        (less.workloads[0].operations, more.workloads[0].operations) = (10, 20)
        #expect(throws: Failure.otherWork(workload: "w", base: 10, new: 20)) {
            try TimeComparison(from: less, to: more)
        }
    }

    @Test
    func `another machine and other work are noted`() throws {
        var (old, new) = (measurements(["w": base]), measurements(["w": base]))
        old.environment = ["processor": "A", "build": "release"]
        new.environment = ["processor": "B", "build": "release"]
        (old.workloads[0].digest, new.workloads[0].digest) = ("1", "2")
        let comparison = try TimeComparison(from: old, to: new)
        #expect(
            comparison.notes
                == ["other processor: A -> B", "w does other things: digest 1 -> 2"]
        )
    }

    @Test
    func `what was saved reads back as it was`() throws {
        var saved = measurements(["w": base])
        saved.environment = ["processor": "a \"name\""]
        saved.workloads[0].operations = 7
        saved.workloads[0].digest = "ff"
        saved.workloads[0].processorSeconds = base
        guard case .times(let read) = try ComparedFile(json: Array(saved.json.utf8), name: "a")
        else {
            Issue.record("it was read as something else")
            return
        }
        #expect(read == saved)
    }

    @Test(arguments: [
        #"{"format": "cluster-simulator/measurements", "version": 2}"#,
        #"{"results": []}"#, #"{"results": [{"command": "a"}]}"#,
        #"{"results": [{"command": "a", "times": [1, 0]}]}"#,
        #"{"results": [{"command": "a", "times": [1]}, {"command": "a", "times": [1]}]}"#,
        #"{"format": "something else"}"#, "[]", "{",
    ])
    func `what is neither a result nor times is refused`(text: String) {
        #expect(throws: ResultLoadingError.self) {
            try ComparedFile(json: Array(text.utf8), name: "a")
        }
    }

    @Test
    func `times are above zero`() {
        var saved = measurements(["w": [1, -1]])
        #expect(throws: ResultLoadingError.self) {
            try ComparedFile(json: Array(saved.json.utf8), name: "a")
        }
        saved = measurements(["w": [1, 1]])
        saved.workloads[0].processorSeconds = [1]
        #expect(throws: ResultLoadingError.self) {
            try ComparedFile(json: Array(saved.json.utf8), name: "a")
        }
    }

    /// For large samples the bootstrap of a ratio of means is the interval that the delta method
    /// gives in closed form: log of the ratio, normal, with the sum of both squared standard errors
    /// of the mean by the means.
    @Test
    func `the interval of a ratio of means is the one of the delta method`() {
        var random = SplitMix64(seed: 3)
        let sample = { (middle: Double) in
            (0..<400).map { _ in middle + Double(random.next() >> 11) * 0x1p-53 }
        }
        let (base, new) = (sample(2), sample(2.5))
        let estimate = Bootstrap(of: .mean).ratio(of: new, to: base)
        let error = { (values: [Double]) in
            let mean = values.reduce(0, +) / Double(values.count)
            let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            return (squares / Double(values.count - 1) / Double(values.count)).squareRoot() / mean
        }
        let (first, second) = (error(base), error(new))
        let width = 1.959_964 * (first * first + second * second).squareRoot()
        #expect(abs(estimate.low / (estimate.value * (1 - width)) - 1) < 0.001)
        #expect(abs(estimate.high / (estimate.value * (1 + width)) - 1) < 0.001)
        #expect(estimate == Bootstrap(of: .mean).ratio(of: new, to: base))
        #expect(estimate != Bootstrap(of: .mean, seed: 2).ratio(of: new, to: base))
    }

    /// Intervals of 90 % hold the true ratio in about nine of ten experiments.
    @Test
    func `intervals hold the truth as often as they say`() {
        var random = SplitMix64(seed: 5)
        let sample = { (factor: Double) in
            (0..<30).map { _ in factor * (1 + random.exponentialDraw()) }
        }
        var held = 0
        for _ in 0..<200 {
            let bootstrap = Bootstrap(of: .mean, confidence: 0.9, resamples: 400)
            let estimate = bootstrap.ratio(of: sample(1.1), to: sample(1))
            if estimate.low <= 1.1, estimate.high >= 1.1 { held += 1 }
        }
        // Four standard errors of 200 experiments around the 0.88 that samples of 30 give.
        #expect((158...194).contains(held), "\(held)")
    }

    @Test
    func `medians of odd and even numbers`() {
        let bootstrap = Bootstrap()
        #expect(bootstrap.value(of: [1, 2, 9]) == 2)
        #expect(bootstrap.value(of: [1, 2, 4, 9]) == 3)
        #expect(Bootstrap.quantile(0.25, of: [0, 10]) == 2.5)
        #expect(Bootstrap.quantile(1, of: [0, 10]) == 10)
    }
}

extension SplitMix64 {
    fileprivate mutating func exponentialDraw() -> Double {
        -Mathematics.logarithm(1 - Double(next() >> 11) * 0x1p-53)
    }
}
