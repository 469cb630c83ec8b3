/// A number that goes up and down, such as the bytes of memory in use.
///
/// Smallest, largest and mean are exact; the series for charts has a bounded number of points.
public struct Gauge: Hashable, Sendable {
    /// A value, and the instant from which on it was so.
    public struct Point: Hashable, Sendable {
        /// When the gauge was set.
        public let instant: VirtualInstant
        /// To what.
        public let value: Int
    }

    /// The most points that a series has.
    public static let pointsMaximum = 1_000

    /// The value at present.
    public private(set) var value: Int
    /// The smallest value so far.
    public private(set) var minimum: Int
    /// The largest value so far.
    public private(set) var maximum: Int
    /// When the gauge was set for the first time.
    public let begin: VirtualInstant
    /// The course of the value: the last value of each slot of time of one length, oldest first.
    ///
    /// Where there would be too many points the slots become twice as long.
    public private(set) var series: [Point]
    /// How long a slot of the series is, in nanoseconds: a power of two.
    private var slot: UInt64 = 1
    /// The sum of all values, each times the nanoseconds that it lasted.
    private var area: Int128 = 0
    /// Until when the area is summed.
    private var end: VirtualInstant

    /// A gauge that is `value` from `instant` on.
    public init(_ value: Int, at instant: VirtualInstant) {
        self.value = value
        minimum = value
        maximum = value
        begin = instant
        end = instant
        series = [Point(instant: instant, value: value)]
    }

    /// Sets the gauge to `value`; an instant before the last one counts as that.
    public mutating func set(_ value: Int, at instant: VirtualInstant) {
        let instant = max(end, instant)
        area += area(until: instant)
        end = instant
        self.value = value
        minimum = min(minimum, value)
        maximum = max(maximum, value)
        append(Point(instant: instant, value: value))
    }

    /// The mean from the first setting to `instant`, each value weighted by how long it lasted; the
    /// value itself where no time has passed.
    ///
    /// - Parameter instant: Not before the last setting; an earlier one counts as that.
    public func mean(until instant: VirtualInstant) -> Double {
        let instant = max(end, instant)
        let elapsed = begin.duration(to: instant).wholeNanoseconds
        guard elapsed > 0 else { return Double(value) }
        return Double(area + area(until: instant)) / Double(elapsed)
    }

    private func area(until instant: VirtualInstant) -> Int128 {
        Int128(value) * Int128(end.duration(to: instant).wholeNanoseconds)
    }

    private mutating func append(_ point: Point) {
        add(point, to: &series)
        while series.count > Self.pointsMaximum {
            slot *= 2
            var thinned: [Point] = []
            thinned.reserveCapacity(Self.pointsMaximum + 1)
            for point in series { add(point, to: &thinned) }
            series = thinned
        }
    }

    private func add(_ point: Point, to points: inout [Point]) {
        if let last = points.last,
            last.instant.nanoseconds / slot == point.instant.nanoseconds / slot
        {
            points[points.count - 1] = point
        } else {
            points.append(point)
        }
    }
}
