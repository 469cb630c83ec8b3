import Histogram

/// The distribution of durations, in constant space.
///
/// Quantiles are those of an HdrHistogram with three significant digits: at most 0.1 % above the
/// true one. Count, sum, smallest and largest are exact. Between them, what is longer than 146
/// years counts as 146 years in quantiles.
public struct DurationHistogram: Sendable {
    private var histogram = Histogram<UInt64>(
        lowestDiscernibleValue: 1,
        highestTrackableValue: 1 << 40,
        numberOfSignificantValueDigits: .three
    )
    private var sum: UInt128 = 0
    /// The longest duration that the histogram tells from shorter ones; it traps near 2 to the
    /// power of 63.
    private static let longest: UInt64 = 1 << 62

    /// The smallest duration recorded.
    public private(set) var minimum = Duration.zero
    /// The largest duration recorded.
    public private(set) var maximum = Duration.zero
    /// How many durations were recorded.
    public private(set) var count = 0

    /// A histogram of nothing.
    public init() {
        histogram.autoResize = true
    }

    /// Adds `duration`; a negative one counts as zero.
    public mutating func record(_ duration: Duration) {
        let nanoseconds = duration.wholeNanoseconds
        histogram.record(min(nanoseconds, Self.longest))
        sum += UInt128(nanoseconds)
        let recorded = Duration(wholeNanoseconds: nanoseconds)
        minimum = count == 0 ? recorded : min(minimum, recorded)
        maximum = max(maximum, recorded)
        count += 1
    }

    /// Adds every duration that `other` recorded.
    public mutating func add(_ other: DurationHistogram) {
        guard other.count > 0 else { return }
        histogram.add(other.histogram)
        sum += other.sum
        minimum = count == 0 ? other.minimum : min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
        count += other.count
    }

    /// The mean; zero where nothing was recorded.
    public var mean: Duration {
        count == 0 ? .zero : Duration(wholeNanoseconds: UInt64(sum / UInt128(count)))
    }

    /// The duration that a fraction of `quantile` of those recorded do not exceed; zero where
    /// nothing was.
    ///
    /// - Parameter quantile: From 0 to 1.
    public func value(at quantile: Double) -> Duration {
        if count == 0 { return .zero }
        if quantile >= 1 { return maximum }
        let value = histogram.valueAtPercentile(min(max(quantile, 0), 1) * 100)
        return min(max(Duration(wholeNanoseconds: value), minimum), maximum)
    }

    /// The distribution as points: a duration, and the fraction that does not exceed it, ascending.
    public var cumulative: [(duration: Duration, fraction: Double)] {
        var points: [(duration: Duration, fraction: Double)] = []
        var seen: UInt64 = 0
        for bucket in histogram.recordedValues() {
            seen += bucket.count
            points.append(
                (
                    Duration(wholeNanoseconds: bucket.value),
                    Double(seen) / Double(max(1, count))
                )
            )
        }
        return points
    }
}
