import OrderedCollections
public import Simulator

/// Every figure of a run, by the names of `MetricCatalog`.
///
/// Counters and histograms have the catalogue's names and labels; the total of a metric is what all
/// of its series make together.
public struct RunFigures: Sendable {
    private let record: RunRecord
    /// Requests completed by server: those of the scenario first, each even where it got none,
    /// then those that came during the run.
    public let load: DistributionFigures?

    /// The distribution of each metric over all its series.
    private let totals: [String: DurationHistogram]
    private let counters: SeriesIndex
    private let histograms: SeriesIndex
    private let gauges: SeriesIndex
    /// Where each server stands in `load`.
    private let loadPlaces: [String: Int]
    private let expectedShares: [String: Double]

    /// The figures of a run of `scenario`.
    public init(of record: RunRecord, in scenario: Scenario) {
        self.record = record
        load = Self.load(of: record, in: scenario)
        loadPlaces = Dictionary(
            (load?.names ?? []).enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        expectedShares = Dictionary(
            (record.expectedShares ?? []).map { ($0.name, $0.fraction) },
            uniquingKeysWith: { first, _ in first }
        )
        counters = SeriesIndex(record.metrics.counters.keys)
        histograms = SeriesIndex(record.metrics.histograms.keys)
        gauges = SeriesIndex(record.metrics.gauges.keys)
        var totals: [String: DurationHistogram] = [:]
        for key in histograms.keys where totals[key.name] == nil {
            totals[key.name] = Self.merged(histograms.places(of: key.name, []), in: record.metrics)
        }
        self.totals = totals
    }

    /// The value of the figure that `reference` names; nothing where the run has none.
    public func value(of reference: MetricReference) -> FigureValue? {
        switch reference.metric {
        case "load":
            return loadValue(reference.statistic ?? "mean").map { .number($0) }
        case "share":
            return share(of: reference)
        case "expected-share":
            let name = reference.labels.first { $0.name == "server" }?.value
            return name.flatMap { expectedShares[$0] }.map { .ratio($0) }
        case "resize":
            return reference.statistic.flatMap(resizeValue).map { .number($0) }
        case "ring.slots", "ring.slots-occupied", "ring.slots-requested", "ring.arc-maximum",
            "ring.failed-probes":
            return record.metrics.counters[MetricKey(reference.metric)].map { .count($0) }
        case "keys.moved-fraction":
            let compared = total("keys.compared", [])
            return compared > 0 ? .ratio(Double(total("keys.moved", [])) / Double(compared)) : nil
        case "availability":
            let sent = total("requests.sent", [])
            return sent > 0
                ? .ratio(Double(total("requests.completed", [])) / Double(sent)) : nil
        case "workload-availability":
            let sent = total("workload.sent", reference.labels)
            return sent > 0
                ? .ratio(Double(total("workload.completed", reference.labels)) / Double(sent)) : nil
        case "throughput": return rate(of: "requests.completed", over: "requests.span")
        case "map.rate": return rate(of: "map.records", over: "map.span")
        case "reduce.rate": return rate(of: "reduce.keys", over: "reduce.span")
        case "tasks.failure-ratio":
            let started = total("tasks.started", [])
            return started > 0
                ? .ratio(Double(total("tasks.failed", [])) / Double(started)) : nil
        case "shuffle.saving":
            let pairs = total("map.pairs", [])
            let shuffled = Double(total("shuffle.pairs", []))
            return pairs > 0 ? .ratio(1 - shuffled / Double(pairs)) : nil
        case "gzip.saving":
            let before = total("gzip.bytes-before", [])
            let after = Double(total("gzip.bytes-after", []))
            return before > 0 ? .ratio(1 - after / Double(before)) : nil
        case "jobs.span": return histogram(reference.metric).map { .duration($0.maximum) }
        case "cost", "stored":
            return .number(
                Double(total(reference.metric, reference.labels)) / RunRecorder.billion
            )
        case "cpu.usage": return usage(reference.labels).map { .number($0) }
        case "server.utilisation":
            let capacity = total("server.capacity", reference.labels)
            let busy = total("server.busy", reference.labels)
            return capacity > 0 ? .ratio(Double(busy) / Double(capacity)) : nil
        case "shared-cache.hit-rate":
            let hits = total("shared-cache.hits", [])
            let lookups = hits + total("shared-cache.misses", [])
            return lookups > 0 ? .ratio(Double(hits) / Double(lookups)) : nil
        case "run.duration":
            return .duration(VirtualInstant.zero.duration(to: record.outcome.instant))
        case "run.events":
            return .count(Int(clamping: record.outcome.events))
        default:
            guard let statistic = reference.statistic else {
                return .count(total(reference.metric, reference.labels))
            }
            return gaugeValue(reference, statistic) ?? durationValue(reference, statistic)
        }
    }

    // MARK: Rates and gauges

    /// How many of a count there were a second of a span.
    private func rate(of count: String, over span: String) -> FigureValue? {
        guard let span = histogram(span)?.maximum, span > .zero else { return nil }
        let seconds = Double(span.wholeNanoseconds) / 1e9
        return .number(Double(total(count, [])) / seconds)
    }

    /// The part of the run in which processes were busy, on average over all of them.
    private func usage(_ labels: [MetricReference.Label]) -> Double? {
        let time = Double(record.outcome.instant.nanoseconds)
        let processes = total("cpu.processes", labels)
        guard time > 0, processes > 0 else { return nil }
        return Double(total("cpu.busy", labels)) / time / Double(processes)
    }

    /// A statistic of a gauge; of several series the smallest, the largest, and the mean of means.
    private func gaugeValue(_ reference: MetricReference, _ statistic: String) -> FigureValue? {
        let gauges = gauges.places(of: reference.metric, reference.labels).map { place in
            record.metrics.gauges.values[place]
        }
        guard !gauges.isEmpty else { return nil }
        switch statistic {
        case "min": return gauges.map(\.minimum).min().map { .number(Double($0)) }
        case "max": return gauges.map(\.maximum).max().map { .number(Double($0)) }
        case "mean":
            let sum = gauges.reduce(0) { $0 + $1.mean(until: record.outcome.instant) }
            return .number(sum / Double(gauges.count))
        default: return nil
        }
    }

    /// The distribution of a metric over all series that have these labels; nothing where the run
    /// has no durations of it.
    public func histogram(
        _ metric: String,
        _ labels: [MetricReference.Label] = []
    ) -> DurationHistogram? {
        if labels.isEmpty { return totals[metric] }
        return Self.merged(histograms.places(of: metric, labels), in: record.metrics)
    }

    private static func merged(_ places: [Int], in metrics: Metrics) -> DurationHistogram? {
        guard var merged = places.first.map({ metrics.histograms.values[$0] }) else { return nil }
        for place in places.dropFirst() { merged.add(metrics.histograms.values[place]) }
        return merged
    }

    /// The values of a label that a metric was counted or timed under, in the order in which they
    /// first appeared.
    public func values(of label: String, in metric: String) -> [String] {
        let servers = label == "server" ? load?.names ?? [] : []
        if !servers.isEmpty, metric == "share" { return servers }
        if metric == "server.utilisation" { return values(of: label, in: "server.capacity") }
        if metric == "expected-share" { return record.expectedShares?.map(\.name) ?? [] }
        let counted = metric == "workload-availability" ? "workload.sent" : metric
        var values = counters.values(of: label, in: counted)
        values.append(contentsOf: histograms.values(of: label, in: counted))
        values.append(contentsOf: gauges.values(of: label, in: counted))
        // Servers stand in one order everywhere, whichever answered first.
        let known = servers.filter(values.contains)
        return known + values.subtracting(known)
    }

    // MARK: Counts and durations

    private func total(_ metric: String, _ labels: [MetricReference.Label]) -> Int {
        counters.places(of: metric, labels).reduce(0) { sum, place in
            sum + record.metrics.counters.values[place]
        }
    }

    private func durationValue(_ reference: MetricReference, _ statistic: String) -> FigureValue? {
        guard let histogram = histogram(reference.metric, reference.labels), histogram.count > 0
        else {
            return statistic == "count" ? .count(0) : nil
        }
        switch statistic {
        case "count": return .count(histogram.count)
        case "mean": return .duration(histogram.mean)
        case "min": return .duration(histogram.minimum)
        case "max": return .duration(histogram.maximum)
        default:
            guard statistic.hasPrefix("p"), let percent = Double(statistic.dropFirst()) else {
                return nil
            }
            return .duration(histogram.value(at: percent / 100))
        }
    }

    // MARK: Balance

    /// What one more server would do; nothing where there is no room for it.
    private func resizeValue(_ statistic: String) -> Double? {
        let counts = record.metrics.counters.filter { $0.key.name == "resize.load" }.map(\.value)
        let keys = total("resize.keys", [])
        guard keys > 0, !counts.isEmpty else { return nil }
        let load = DistributionFigures(names: counts.map { _ in "" }, counts: counts)
        switch statistic {
        case "moved-fraction": return Double(total("resize.moved", [])) / Double(keys)
        case "ideal-fraction": return 1 / Double(counts.count)
        case "min-to-mean": return load.minimumToMean
        case "max-to-mean": return load.maximumToMean
        default: return nil
        }
    }

    private static func load(
        of record: RunRecord,
        in scenario: Scenario
    ) -> DistributionFigures? {
        var names: [String] = scenario.cluster.serverNames
        var counts = [Int](repeating: 0, count: names.count)
        var places = Dictionary(
            names.enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        for (key, count) in record.metrics.counters where key.name == "requests.completed" {
            guard let server = key.labels.first(where: { $0.name == "server" })?.value,
                ![ClusterSpecification.balancerName, ClusterSpecification.proxyName]
                    .contains(server)
            else { continue }
            if let place = places[server] {
                counts[place] += count
            } else {
                places[server] = names.count
                names.append(server)
                counts.append(count)
            }
        }
        guard !names.isEmpty else { return nil }
        return DistributionFigures(
            names: names,
            counts: counts,
            expectedShares: expectedShares(of: names, in: record)
        )
    }

    /// The shares in the order of the names; nothing where the counts are no sample of them.
    private static func expectedShares(of names: [String], in record: RunRecord) -> [Double]? {
        guard record.isSampleOfShares, let shares = record.expectedShares,
            shares.count == names.count
        else { return nil }
        let fractions = Dictionary(
            shares.map { ($0.name, $0.fraction) },
            uniquingKeysWith: { first, _ in first }
        )
        let found = names.compactMap { fractions[$0] }
        return found.count == names.count ? found : nil
    }

    private func share(of reference: MetricReference) -> FigureValue? {
        guard let load, load.total > 0,
            let name = reference.labels.first(where: { $0.name == "server" })?.value
        else {
            return nil
        }
        let place = loadPlaces[name]
        return .ratio(Double(place.map { load.counts[$0] } ?? 0) / Double(load.total))
    }

    private func loadValue(_ statistic: String) -> Double? {
        guard let load else { return nil }
        switch statistic {
        case "mean": return load.mean
        case "min": return Double(load.minimum)
        case "max": return Double(load.maximum)
        case "variance": return load.variance
        case "stddev": return load.standardDeviation
        case "cv": return load.coefficientOfVariation
        case "max-to-mean": return load.maximumToMean
        case "max-to-min": return load.maximumToMinimum
        case "jain": return load.jainIndex
        case "gini": return load.giniCoefficient
        case "chi-square": return load.chiSquareAgainstUniform?.statistic
        case "p-value": return load.chiSquareAgainstUniform?.pValue
        case "expected-chi-square": return load.chiSquareAgainstExpected?.statistic
        case "expected-p-value": return load.chiSquareAgainstExpected?.pValue
        default: return nil
        }
    }
}

extension RunFigures {
    /// Every figure that the scenario's run can produce: the totals, then each series of each
    /// label.
    public func all(in scenario: Scenario) -> [Figure] {
        MetricCatalog.metrics.filter { $0.isProduced(by: scenario) }.flatMap(figures)
    }

    private func figures(of metric: MetricDefinition) -> [Figure] {
        var series: [[MetricReference.Label]] = metric.requiredLabels.isEmpty ? [[]] : []
        for label in metric.labels {
            for value in values(of: label, in: metric.name) {
                series.append([MetricReference.Label(name: label, value: value)])
            }
        }
        let statistics: [String?] = metric.statistics.isEmpty ? [nil] : metric.statistics
        return series.flatMap { labels in
            statistics.map { statistic in
                let reference = MetricReference(
                    metric: metric.name,
                    statistic: statistic,
                    labels: labels,
                    unit: metric.unit(of: statistic)
                )
                return Figure(reference: reference, value: value(of: reference))
            }
        }
    }
}
