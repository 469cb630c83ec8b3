import Foundation
import Testing

@testable import Scenarios

/// Prints the interval that SciPy gives for the ratio of two samples.
private let reference = """
    import json, sys
    import numpy, scipy.stats
    asked = json.load(sys.stdin)
    statistic = {"median": numpy.median, "mean": numpy.mean}[asked["statistic"]]
    def ratio(new, base, axis=-1):
        return statistic(new, axis=axis) / statistic(base, axis=axis)
    found = scipy.stats.bootstrap(
        (asked["new"], asked["base"]), ratio, n_resamples=20000, vectorized=True,
        confidence_level=0.95, method="percentile", random_state=numpy.random.default_rng(1))
    print(found.confidence_interval.low, found.confidence_interval.high)
    """

/// Runs only when asked to: it needs Python with its `scipy`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct BootstrapTests {
    private let base = [
        0.246, 0.251, 0.249, 0.262, 0.244, 0.247, 0.301, 0.25, 0.248, 0.252, 0.245, 0.258,
    ]
    private let new = [0.262, 0.27, 0.259, 0.281, 0.264, 0.266, 0.33, 0.269, 0.263, 0.275]

    @Test(arguments: Bootstrap.Statistic.allCases)
    func `intervals are those of SciPy, but for the luck of the draws`(
        statistic: Bootstrap.Statistic
    ) throws {
        let asked =
            #"{"statistic": "\#(statistic.rawValue)", "base": \#(base), "new": \#(new)}"#
        let ends = try ExternalProgram.output(of: ["python3", "-c", reference], reading: asked)
            .split(whereSeparator: \.isWhitespace)
            .compactMap { Double($0) }
        try #require(ends.count == 2)
        let found = Bootstrap(of: statistic, resamples: 20_000).ratio(of: new, to: base)
        // The ends of 20,000 draws differ by about 0.001 from one seed to the next.
        #expect(abs(found.low - ends[0]) < 0.004, "\(found), \(ends)")
        #expect(abs(found.high - ends[1]) < 0.004, "\(found), \(ends)")
    }
}
