import OrderedCollections
import Simulator

/// How durations are spread.
extension RunRecorder {
    /// The distribution of each metric over all of its series, and of each of those where they are
    /// not too many; a single duration has none.
    ///
    /// - Parameter points: How many points a curve has at most.
    func curves(_ metrics: Metrics, points: Int) -> [DistributionCurve] {
        var names: OrderedDictionary<String, [MetricKey]> = [:]
        for (key, histogram) in metrics.histograms
        where histogram.count > 0 && Self.hasQuantiles(key.name) {
            names[key.name, default: []].append(key)
        }
        return names.flatMap { name, keys -> [DistributionCurve] in
            let histograms = keys.compactMap { metrics.histograms[$0] }
            guard var whole = histograms.first else { return [] }
            for histogram in histograms.dropFirst() { whole.add(histogram) }
            guard whole.count > 1 else { return [] }
            let total = DistributionCurve(name, [], whole, points: points)
            guard keys.count <= Self.seriesMaximum, keys != [MetricKey(name)] else {
                return [total]
            }
            let parts = zip(keys, histograms).filter { $1.count > 1 }.map { key, histogram in
                DistributionCurve(name, key.labels, histogram, points: points / 2)
            }
            return [total] + parts
        }
    }

    /// How many series of a metric have curves of their own.
    private static let seriesMaximum = 12

    /// Whether figures tell the quantiles of a metric.
    private static func hasQuantiles(_ metric: String) -> Bool {
        MetricCatalog.metric(named: metric)?.statistics.contains("p99") ?? false
    }
}

extension DistributionCurve {
    /// The fractions at which figures have quantiles: a curve has points there.
    private static let quantiles = [0.5, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999]

    /// The distribution of `histogram`, by the points that its quantiles of even distances, those
    /// of figures and its largest duration are.
    init(_ metric: String, _ labels: [MetricKey.Label], _ histogram: DurationHistogram, points: Int)
    {
        let even = (1..<max(2, points - Self.quantiles.count)).map {
            Double($0) / Double(max(2, points - Self.quantiles.count))
        }
        var wanted = (even + Self.quantiles).sorted()[...]
        let all = histogram.cumulative
        var kept: [Point] = []
        for (place, point) in all.enumerated() {
            let isLast = place == all.count - 1
            let before = wanted.count
            while let next = wanted.first, point.fraction >= next { wanted.removeFirst() }
            guard place == 0 || isLast || wanted.count < before else { continue }
            let duration = isLast ? histogram.maximum : min(point.duration, histogram.maximum)
            let fraction = isLast ? 1 : (point.fraction * 1e7).rounded() / 1e7
            kept.append(
                Point(duration: Int(clamping: duration.wholeNanoseconds), fraction: fraction)
            )
        }
        self.init(
            metric,
            labels: labels.map { .init(name: $0.name, value: $0.value) },
            count: histogram.count,
            points: kept
        )
    }
}
