import Histogram

/// The distribution of durations, in constant space.
///
/// Quantiles are those of an HdrHistogram with three significant digits: at most 0.1 % above the
/// true one. Count, sum, smallest and largest are exact. Between them, what is longer than 146
/// years counts as 146 years in quantiles.
///
/// A histogram takes a quarter of a megabyte; where there are few durations they are kept as they
/// are instead, in 8 bytes each, and everything that is read is the same.
public struct DurationHistogram: Sendable {
    /// The durations where they are few, nanoseconds, in the order in which they came.
    private var few: [UInt64] = []
    /// All of them where they are more.
    private var histogram: Histogram<UInt64>?
    private var sum: UInt128 = 0
    /// The longest duration that the histogram tells from shorter ones; it traps near 2 to the
    /// power of 63.
    private static let longest: UInt64 = 1 << 62
    /// The most durations that are kept as they are.
    static let fewMaximum = 1_024
    /// Tells which durations are counted together.
    private static let scale = Histogram<UInt64>(
        lowestDiscernibleValue: 1,
        highestTrackableValue: 4_096,
        numberOfSignificantValueDigits: .three
    )

    /// The smallest duration recorded.
    public private(set) var minimum = Duration.zero
    /// The largest duration recorded.
    public private(set) var maximum = Duration.zero
    /// How many durations were recorded.
    public private(set) var count = 0

    /// A histogram of nothing.
    public init() {}

    /// Adds `duration`; a negative one counts as zero.
    public mutating func record(_ duration: Duration) {
        let nanoseconds = duration.wholeNanoseconds
        let counted = min(nanoseconds, Self.longest)
        // To ask whether there is a histogram would copy it; to count in it does not.
        if histogram?.record(counted) == nil { keep(counted) }
        sum += UInt128(nanoseconds)
        let recorded = Duration(wholeNanoseconds: nanoseconds)
        minimum = count == 0 ? recorded : min(minimum, recorded)
        maximum = max(maximum, recorded)
        count += 1
    }

    /// Adds a duration where there is no histogram yet.
    private mutating func keep(_ nanoseconds: UInt64) {
        if few.count < Self.fewMaximum {
            few.append(nanoseconds)
        } else {
            makeHistogram()
            histogram?.record(nanoseconds)
        }
    }

    /// Adds every duration that `other` recorded.
    public mutating func add(_ other: DurationHistogram) {
        guard other.count > 0 else { return }
        if histogram == nil, other.histogram == nil,
            few.count + other.few.count <= Self.fewMaximum
        {
            few += other.few
        } else {
            makeHistogram()
            if let more = other.histogram { histogram?.add(more) }
            for nanoseconds in other.few { histogram?.record(nanoseconds) }
        }
        sum += other.sum
        minimum = count == 0 ? other.minimum : min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
        count += other.count
    }

    /// Counts in a histogram from now on.
    mutating func makeHistogram() {
        guard histogram == nil else { return }
        var made = Histogram<UInt64>(
            lowestDiscernibleValue: 1,
            highestTrackableValue: 1 << 40,
            numberOfSignificantValueDigits: .three
        )
        made.autoResize = true
        for nanoseconds in few { made.record(nanoseconds) }
        few = []
        histogram = made
    }

    /// All durations together.
    public var total: Duration { Duration(wholeNanoseconds: UInt64(clamping: sum)) }

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
        if quantile <= 0 { return minimum }
        let percentile = quantile * 100
        let value = histogram.map { $0.valueAtPercentile(percentile) } ?? valueOfFew(at: percentile)
        return min(max(Duration(wholeNanoseconds: value), minimum), maximum)
    }

    /// The same as the histogram's for durations that are kept as they are.
    private func valueOfFew(at percentile: Double) -> UInt64 {
        let rank = (percentile.nextDown * Double(few.count) / 100).rounded(.up)
        let place = min(max(Int(rank), 1), few.count) - 1
        return Self.scale.highestEquivalentForValue(few.sorted()[place])
    }

    /// The distribution as points: a duration, and the fraction that does not exceed it, ascending.
    public var cumulative: [(duration: Duration, fraction: Double)] {
        var points: [(duration: Duration, fraction: Double)] = []
        var seen: UInt64 = 0
        for (value, number) in counts {
            seen += number
            points.append(
                (Duration(wholeNanoseconds: value), Double(seen) / Double(max(1, count)))
            )
        }
        return points
    }

    /// How many there are of durations that are counted together, ascending.
    private var counts: [(value: UInt64, number: UInt64)] {
        if let histogram { return histogram.recordedValues().map { ($0.value, $0.count) } }
        return few.sorted().reduce(into: []) { counts, nanoseconds in
            let value = Self.scale.highestEquivalentForValue(nanoseconds)
            if let last = counts.last, last.value == value {
                counts[counts.count - 1].number += 1
            } else {
                counts.append((value, 1))
            }
        }
    }
}
