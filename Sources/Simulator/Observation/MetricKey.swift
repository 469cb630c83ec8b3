/// The name of a metric with the labels that tell its series apart, such as
/// `requests.completed{server="Server 1"}`.
public struct MetricKey: Hashable, Sendable, CustomStringConvertible {
    /// The name, in words joined by dots and hyphens.
    public let name: String
    /// Labels and their values, in the order in which they are written.
    public let labels: [Label]

    /// A label of a metric.
    public struct Label: Hashable, Sendable {
        /// What is told apart.
        public let name: String
        /// Which one it is.
        public let value: String

        /// The label `name` with this value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The metric called `name` with `labels`.
    public init(_ name: String, _ labels: Label...) {
        self.name = name
        self.labels = labels
    }

    /// The metric called `name` with a list of labels.
    public init(_ name: String, _ labels: [Label]) {
        self.name = name
        self.labels = labels
    }

    /// The metric in the notation of Prometheus.
    public var description: String {
        if labels.isEmpty { return name }
        return "\(name){\(labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ","))}"
    }
}
