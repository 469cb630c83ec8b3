public import OrderedCollections

/// What a run counted, timed and gauged, in the order in which each metric first appeared.
public struct Metrics: Sendable {
    /// Counts.
    public private(set) var counters: OrderedDictionary<MetricKey, Int> = [:]
    /// Distributions of durations.
    public private(set) var histograms: OrderedDictionary<MetricKey, DurationHistogram> = [:]
    /// What goes up and down.
    public private(set) var gauges: OrderedDictionary<MetricKey, Gauge> = [:]

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

    /// Adds all durations of `histogram` to the distribution `key`.
    public mutating func add(_ histogram: DurationHistogram, to key: MetricKey) {
        guard histograms[key] != nil else {
            // Shared, not copied: a histogram takes a quarter of a megabyte.
            histograms[key] = histogram
            return
        }
        histograms[key]?.add(histogram)
    }

    /// Takes over a gauge of other metrics as the gauge `key`.
    public mutating func take(_ gauge: Gauge, as key: MetricKey) {
        gauges[key] = gauge
    }

    /// Sets the gauge `key` to `value` from `instant` on.
    public mutating func set(_ key: MetricKey, _ value: Int, at instant: VirtualInstant) {
        gauges[key, default: Gauge(value, at: instant)].set(value, at: instant)
    }

    /// Moves the gauge `key` by `change` at `instant`; one that was never set is zero before.
    public mutating func adjust(_ key: MetricKey, by change: Int, at instant: VirtualInstant) {
        set(key, (gauges[key]?.value ?? 0) + change, at: instant)
    }

    /// The sum of all counters called `name` whose labels include `labels`.
    public func total(_ name: String, _ labels: MetricKey.Label...) -> Int {
        counters.reduce(0) { sum, entry in
            let matches = entry.key.name == name && labels.allSatisfy(entry.key.labels.contains)
            return matches ? sum + entry.value : sum
        }
    }
}
