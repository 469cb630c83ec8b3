import Simulator

/// A result for a monitoring system, with virtual time stamps: instant zero is the scenario's
/// `start`.
///
/// Two forms are read by different programs: `promtool tsdb create-blocks-from openmetrics` loads
/// OpenMetrics into a Prometheus, and `promtool check metrics` and older systems read the text
/// format. Both hold the same samples.
///
/// Sources: OpenMetrics 1.0.0 (RFC draft "OpenMetrics, a cloud-native, highly scalable metrics
/// protocol"); Prometheus, "Exposition formats", version 0.0.4 of the text format.
public struct OpenMetricsReport: ReportRenderer {
    /// The forms.
    public enum Form: Sendable, CaseIterable {
        /// OpenMetrics: seconds, counters by their name without `_total`, an end mark.
        case openMetrics
        /// The text format of Prometheus: milliseconds, counters by their full name.
        case prometheus
    }

    /// Which form is written.
    public var form: Form

    /// A report in one of the forms.
    public init(form: Form = .openMetrics) {
        self.form = form
    }

    /// The whole report of `result`, ending with a line feed.
    public func render(_ result: ResultDocument) -> String {
        let start = (try? InstantText.parse(result.start))?.sinceEpoch ?? .zero
        let offset = start.attoseconds / 1_000_000_000
        var text = ""
        for family in MetricFamilies(of: result).all { append(family, offset, to: &text) }
        if form == .openMetrics { text += "# EOF\n" }
        return text
    }

    private func append(_ family: MetricFamily, _ offset: Int128, to text: inout String) {
        let total = family.kind == .counter ? "_total" : ""
        let name = form == .prometheus ? family.name + total : family.name
        let help = ExpositionText.help(family.help, quotes: form == .openMetrics)
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(family.kind.rawValue)\n"
        if form == .openMetrics, let unit = family.unit { text += "# UNIT \(name) \(unit)\n" }
        for series in family.series {
            let labels = series.labels.map { "\($0.name)=\"\(ExpositionText.label($0.value))\"" }
            let head = "\(family.name)\(series.suffix)\(total){\(labels.joined(separator: ","))}"
            let stamps = series.samples.map { stamp(offset + Int128($0.instant)) }
            // A time stamp stands once; of several values in one millisecond the last is kept.
            for (place, sample) in series.samples.enumerated()
            where place + 1 == stamps.count || stamps[place] != stamps[place + 1] {
                text += "\(head) \(sample.value) \(stamps[place])\n"
            }
        }
    }

    private func stamp(_ nanoseconds: Int128) -> String {
        switch form {
        case .openMetrics: ExpositionText.seconds(nanoseconds)
        case .prometheus: String(nanoseconds / 1_000_000)
        }
    }
}
