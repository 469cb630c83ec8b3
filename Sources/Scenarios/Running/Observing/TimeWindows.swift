import Simulator

/// Windows of one round length that cover a run: 1, 2 or 5 times a power of ten nanoseconds.
struct TimeWindows: Equatable {
    /// How long each is, in nanoseconds.
    let length: Int
    /// How many there are; one at least.
    let count: Int
    /// When the run ended, in nanoseconds.
    let end: Int

    /// How many windows a run has, and each run of a matrix.
    static let maximum = (single: 120, matrix: 80)

    /// The shortest windows of which not more than `maximum` cover the time until `end`.
    ///
    /// - Parameter least: What they are a multiple of; a power of ten.
    init(until end: VirtualInstant, atMost maximum: Int, least: Int = 1) {
        let end = Int(clamping: end.nanoseconds)
        var power = least
        var length = power
        search: while true {
            for factor in [1, 2, 5] {
                length = power * factor
                if Self.count(of: length, until: end) <= maximum { break search }
            }
            power *= 10
        }
        self.length = length
        self.end = end
        count = Self.count(of: length, until: end)
    }

    private static func count(of length: Int, until end: Int) -> Int {
        max(1, (end - 1) / length + 1)
    }

    /// The window in which an instant is; the end of the run is in the last one.
    func place(of instant: VirtualInstant) -> Int {
        min(count - 1, Int(clamping: instant.nanoseconds) / length)
    }

    /// How many seconds a window has.
    var seconds: Double { Double(length) / 1e9 }
}

/// What happened in each window.
struct WindowCounts {
    private let windows: TimeWindows
    private(set) var counts: [Int]

    /// Nothing yet.
    init(_ windows: TimeWindows) {
        self.windows = windows
        counts = [Int](repeating: 0, count: windows.count)
    }

    /// Adds `amount` at an instant.
    mutating func add(_ amount: Int = 1, at instant: VirtualInstant) {
        counts[windows.place(of: instant)] += amount
    }

    /// Adds what others counted in the same windows.
    mutating func add(_ other: WindowCounts) {
        for place in counts.indices { counts[place] += other.counts[place] }
    }

    /// Whether something happened.
    var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

    /// How much it was a second, in each window.
    func rate(of metric: String, _ labels: [MetricReference.Label] = []) -> TimeSeries {
        TimeSeries(
            metric,
            statistic: "rate",
            labels: labels,
            unit: .number,
            window: windows.length,
            values: counts.map { Double($0) / windows.seconds }
        )
    }

    /// The sum of all changes until the end of each window.
    func level(of metric: String, _ labels: [MetricReference.Label] = []) -> TimeSeries {
        var sum = 0
        return TimeSeries(
            metric,
            labels: labels,
            unit: .count,
            window: windows.length,
            values: counts.map {
                sum += $0
                return Double(sum)
            }
        )
    }

    /// The part that these are of `whole`, in each window that has something of the whole.
    func part(of whole: WindowCounts, as metric: String) -> TimeSeries {
        TimeSeries(
            metric,
            unit: .ratio,
            window: windows.length,
            values: zip(counts, whole.counts).map { $1 == 0 ? nil : Double($0) / Double($1) }
        )
    }
}

/// Durations by the windows in which they ended.
struct WindowDurations {
    private let windows: TimeWindows
    private var entries: [(place: Int32, nanoseconds: Int)] = []

    /// None yet.
    init(_ windows: TimeWindows) {
        self.windows = windows
    }

    /// Whether there is none.
    var isEmpty: Bool { entries.isEmpty }

    /// Adds a duration that ended at an instant.
    mutating func add(_ duration: Duration, at instant: VirtualInstant) {
        entries.append(
            (Int32(windows.place(of: instant)), Int(clamping: duration.wholeNanoseconds))
        )
    }

    /// Statistics of the durations of each window: the least that a part of them does not exceed.
    func series(
        of metric: String,
        _ labels: [MetricReference.Label] = [],
        _ statistics: KeyValuePairs<String, Double> = Self.all
    ) -> [TimeSeries] {
        guard !entries.isEmpty else { return [] }
        let sorted = sortedByWindow()
        return statistics.map { name, quantile in
            TimeSeries(
                metric,
                statistic: name,
                labels: labels,
                unit: .duration,
                window: windows.length,
                values: sorted.map { durations in
                    guard !durations.isEmpty else { return nil }
                    let rank = (quantile * Double(durations.count)).rounded(.up)
                    return Double(durations[min(durations.count, max(1, Int(rank))) - 1])
                }
            )
        }
    }

    /// What a chart of durations shows.
    static let all: KeyValuePairs = ["p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1]
    /// What it shows of each of a few.
    static let middleAndTail: KeyValuePairs = ["p50": 0.5, "p99": 0.99]
    /// What it shows of each of several.
    static let tail: KeyValuePairs = ["p99": 0.99]

    private func sortedByWindow() -> [[Int]] {
        var sorted = [[Int]](repeating: [], count: windows.count)
        for (place, nanoseconds) in entries { sorted[Int(place)].append(nanoseconds) }
        for place in sorted.indices { sorted[place].sort() }
        return sorted
    }
}
