import OrderedCollections
import Simulator

/// The metric families of a result: its figures as they were at the end of each run, and what its
/// series show over time.
///
/// Names begin with `cluster_` but for those that the metrics of real systems have, such as
/// `mapreduce_jobs_completed_total`. Where a metric is broken down by a label, that is a family of
/// its own, so that a sum over one family counts nothing twice.
struct MetricFamilies {
    private var families: OrderedDictionary<String, MetricFamily> = [:]

    /// The families, in the order in which they were met.
    var all: [MetricFamily] { Array(families.values) }

    /// The families of `document`.
    init(of document: ResultDocument) {
        for cell in document.cells {
            var labels = [(name: "scenario", value: document.scenario)]
            if document.isMatrix {
                labels += [("run", String(cell.index)), ("run_name", cell.name)]
            }
            for figure in cell.figures.all { add(figure, labels, at: cell.duration) }
            for series in cell.observations.series { add(series, labels, until: cell.duration) }
        }
    }

    private typealias Labels = [(name: String, value: String)]

    // MARK: Figures

    /// A figure as it was at the end of the run.
    private mutating func add(_ figure: Figure, _ base: Labels, at end: Int) {
        let reference = figure.reference
        guard let value = figure.value else { return }
        let own = reference.labels.map { (ExpositionText.name($0.name), $0.value) }
        let parts = reference.labels.map { "by_" + ExpositionText.name($0.name) }
        let words = ["cluster", ExpositionText.name(reference.metric)] + parts
        let help = MetricCatalog.metric(named: reference.metric)?.documentation ?? ""
        let unit = Self.unit(reference.unit)
        if Self.isDuration(reference.metric), let statistic = reference.statistic {
            addDuration(words, statistic, help, base + own, value, end)
            return
        }
        var name = (words + [reference.statistic.map(ExpositionText.name)].compactMap { $0 })
            .joined(separator: "_")
        if let unit, !name.hasSuffix("_\(unit)") { name += "_\(unit)" }
        add(
            MetricFamily(name: name, kind: .gauge, help: help, unit: unit),
            .init(labels: base + own, samples: [.init(end, value)])
        )
    }

    private static func isDuration(_ metric: String) -> Bool {
        MetricCatalog.metric(named: metric)?.unit == .duration
    }

    /// Quantiles and their number go into a summary, the rest into gauges.
    private mutating func addDuration(
        _ words: [String],
        _ statistic: String,
        _ help: String,
        _ labels: Labels,
        _ value: FigureValue,
        _ end: Int
    ) {
        let name = words.joined(separator: "_")
        let summary = MetricFamily(
            name: "\(name)_seconds",
            kind: .summary,
            help: help,
            unit: "seconds"
        )
        if statistic == "count" {
            add(summary, .init(suffix: "_count", labels: labels, samples: [.init(end, value)]))
        } else if let quantile = Self.quantile(statistic) {
            let labels = labels + [("quantile", quantile)]
            add(summary, .init(labels: labels, samples: [.init(end, value)]))
        } else {
            let words = words + [ExpositionText.name(statistic), "seconds"]
            add(
                MetricFamily(
                    name: words.joined(separator: "_"),
                    kind: .gauge,
                    help: "\(help) (\(statistic))",
                    unit: "seconds"
                ),
                .init(labels: labels, samples: [.init(end, value)])
            )
        }
    }

    /// The quantile of a percentile: `0.999` of `p99.9`.
    private static func quantile(_ statistic: String) -> String? {
        guard statistic.hasPrefix("p"), let percent = Double(statistic.dropFirst()) else {
            return nil
        }
        return DecimalText.significant(percent / 100, digits: 6)
    }

    private static func unit(_ unit: MetricDefinition.Unit) -> String? {
        switch unit {
        case .duration: "seconds"
        case .ratio: "ratio"
        case .count, .number: nil
        }
    }

    // MARK: Series

    /// What a series shows, each value at the end of its window.
    private mutating func add(_ series: TimeSeries, _ base: Labels, until end: Int) {
        let samples = series.values.enumerated().compactMap { place, value in
            value.map { value -> MetricFamily.Sample in
                let instant = min(end, series.begin + (place + 1) * series.window)
                let number = series.unit == .duration ? value / 1e9 : value
                return .init(instant: instant, value: DecimalText.significant(number, digits: 9))
            }
        }
        guard !samples.isEmpty else { return }
        let labels = base + series.labels.map { (ExpositionText.name($0.name), $0.value) }
        let isTotal = series.statistic == "total"
        var name = Self.renamed[series.metric] ?? series.metric
        let isForeign = name.contains("_")
        if isForeign {
            if isTotal, name.hasSuffix("_total") { name.removeLast("_total".count) }
        } else {
            let statistic = isTotal ? [] : [series.statistic].compactMap { $0 } + ["window"]
            let parts = series.labels.map { "by_\($0.name)" }
            name = (["cluster", name] + parts + statistic).map(ExpositionText.name)
                .joined(separator: "_")
        }
        let unit = isForeign ? Self.unit(ofName: name) : Self.unit(series.unit)
        if !isForeign, let unit, !name.hasSuffix("_\(unit)") { name += "_\(unit)" }
        add(
            MetricFamily(
                name: name,
                kind: isTotal ? .counter : .gauge,
                help: MetricHelp.of(series),
                unit: unit
            ),
            .init(labels: labels, samples: samples)
        )
    }

    private static func unit(ofName name: String) -> String? {
        ["seconds", "bytes"].first { name.hasSuffix("_\($0)") }
    }

    private mutating func add(_ family: MetricFamily, _ series: MetricFamily.Series) {
        var family = family
        if family.kind == .gauge, Self.reserved.contains(where: family.name.hasSuffix) {
            family.name += "_value"
        }
        families[family.name, default: family].series.append(series)
    }

    /// How the names of histograms, summaries and counters end; what is none of them may not.
    private static let reserved = ["_bucket", "_count", "_sum", "_total"]
    /// Names of the journal that end like that, by what the same exporter has beside them.
    private static let renamed = ["pg_stat_activity_count": "pg_stat_database_numbackends"]
}

extension MetricFamily.Sample {
    fileprivate init(_ instant: Int, _ value: FigureValue) {
        self.init(instant: instant, value: ExpositionText.value(value))
    }
}
