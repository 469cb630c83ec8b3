public import OrderedCollections

/// What a run counted and timed, in the order in which each metric first appeared.
public struct Metrics: Sendable {
    /// Counts.
    public private(set) var counters: OrderedDictionary<MetricKey, Int> = [:]
    /// Distributions of durations.
    public private(set) var histograms: OrderedDictionary<MetricKey, DurationHistogram> = [:]

    /// No metrics yet.
    public init() {}

    /// Adds `amount` to the counter `key`.
    public mutating func count(_ key: MetricKey, _ amount: Int = 1) {
        counters[key, default: 0] += amount
    }

    /// Adds `duration` to the distribution `key`.
    public mutating func record(_ key: MetricKey, _ duration: Duration) {
        histograms[key, default: DurationHistogram()].record(duration)
    }

    /// The sum of all counters called `name` whose labels include `labels`.
    public func total(_ name: String, _ labels: MetricKey.Label...) -> Int {
        counters.reduce(0) { sum, entry in
            let matches = entry.key.name == name && labels.allSatisfy(entry.key.labels.contains)
            return matches ? sum + entry.value : sum
        }
    }
}
