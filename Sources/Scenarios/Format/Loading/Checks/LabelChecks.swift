import Simulator

/// Checks that the labels of a figure narrow it to something that a run can have.
struct LabelChecks {
    let scenario: Scenario
    /// The servers that stand at the start or are named by a call.
    let serverNames: [String]

    /// Job names of a workload that are compared with a label.
    private static let namesMaximum = 10_000

    /// A problem for each label with a value that no run of the scenario gives it.
    func problems(
        of figure: MetricReference,
        in section: String,
        at location: SourceLocation
    ) -> [Diagnostic] {
        figure.labels.compactMap { label in
            if label.name == "status" { return status(label.value, section, location) }
            guard let known = values(of: label.name, in: figure.metric),
                !known.contains(label.value)
            else { return nil }
            return Diagnostic(
                "there is no \(label.name) \"\(Shortened.text(label.value))\"",
                at: location,
                path: section,
                expected: (1...8).contains(known.count) ? Shape.oneOf(known) : nil,
                suggestion: NearestWord.to(label.value, among: known)
            )
        }
    }

    /// The values that a label can have; nil where nobody knows them before the run.
    private func values(of label: String, in metric: String) -> [String]? {
        if let words = MetricCatalog.labelValues["\(metric) \(label)"] { return words }
        let components = scenario.cluster.components
        switch label {
        case "server" where metric.hasPrefix("shuffle."):
            return components.first { $0.role == .shuffle }?.names ?? []
        case "server" where metric.hasPrefix("attempts") || metric.hasPrefix("rotation."):
            return serverNames + scenario.gatewayNames
        case "server": return serverNames
        case "upstream":
            let upstreams = scenario.cluster.proxy?.allUpstreams.map(\.upstream) ?? []
            return upstreams.filter { $0.breaker != nil }.map(\.name)
        case "topic" where metric.hasPrefix("messages."):
            return scenario.cluster.queue?.topics.map(\.name) ?? []
        case "broker":
            // Managers take in brokers of any name.
            guard scenario.cluster.queue?.manager == nil else { return nil }
            return scenario.cluster.queue?.components.first { $0.role == .broker }?.names ?? []
        case "reader":
            let consumers = scenario.cluster.queue?.consumers ?? []
            return consumers.flatMap { consumer in consumer.group.map { [$0] } ?? consumer.names }
        case "producer": return scenario.logProducers.map(\.nodeName)
        case "consumer": return scenario.logConsumers.map(\.nodeName)
        case "topic": return scenario.cluster.mapReduce?.topics.map(\.name) ?? []
        case "job": return jobNames
        case "name": return scenario.requestNames
        default: return MetricCatalog.labelValues[label]
        }
    }

    /// The names of all jobs; nil where a workload has too many, or as many as its time allows.
    private var jobNames: [String]? {
        var names: [String] = []
        for case .jobs(let jobs) in scenario.workload {
            guard let count = jobs.count, count <= Self.namesMaximum else { return nil }
            names += (1...count).map { NameText.filled(jobs.names, $0) }
        }
        return names
    }

    private func status(
        _ value: String,
        _ section: String,
        _ location: SourceLocation
    ) -> Diagnostic? {
        if let status = Int(value), (100...599).contains(status) { return nil }
        return Diagnostic(
            "\"\(Shortened.text(value))\" is no status",
            at: location,
            path: section,
            expected: "a status from 100 to 599, such as 200"
        )
    }
}
