/// A condition on the outcome of a run.
public enum Check: Sendable, Equatable {
    /// A figure compared with a value.
    case comparison(MetricReference, Comparison, MetricValue, tolerance: Double?)
    /// A property that must hold all along.
    case invariant(String)
}

/// How a figure is compared.
public enum Comparison: String, Sendable, CaseIterable {
    /// The same.
    case equal = "=="
    /// Not the same.
    case notEqual = "!="
    /// Less, or the same.
    case atMost = "<="
    /// More, or the same.
    case atLeast = ">="
    /// Less.
    case less = "<"
    /// More.
    case more = ">"
}

/// One figure of a run: a metric, a statistic of it, narrowed by labels.
public struct MetricReference: Sendable, Equatable, CustomStringConvertible {
    /// A label with its value.
    public struct Label: Sendable, Equatable {
        /// The label.
        public var name: String
        /// Its value.
        public var value: String
    }

    /// The metric's name.
    public var metric: String
    /// The statistic, for a metric that has some.
    public var statistic: String?
    /// What narrows it.
    public var labels: [Label]
    /// What it measures.
    public var unit: MetricDefinition.Unit

    /// The figure's name, such as `latency.p99`.
    public var figure: String { statistic.map { "\(metric).\($0)" } ?? metric }

    /// The figure in the spelling of scenario files.
    public var description: String {
        guard !labels.isEmpty else { return figure }
        return "\(figure){\(labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ", "))}"
    }
}

/// The value with which a figure is compared, in its unit.
public enum MetricValue: Sendable, Equatable {
    /// For counts, ratios and other numbers.
    case number(Double)
    /// For times.
    case duration(Duration)

    /// As a number; nanoseconds for a duration.
    public var asNumber: Double {
        switch self {
        case .number(let value): value
        case .duration(let value): Double(value.wholeNanoseconds)
        }
    }
}

extension Check {
    /// Whether a comparison holds for a figure's value (nanoseconds for a time); false for an
    /// invariant and for no number.
    public func holds(for value: Double) -> Bool {
        guard case .comparison(_, let comparison, let wanted, let tolerance) = self else {
            return false
        }
        let other = wanted.asNumber
        switch comparison {
        case .equal: return abs(value - other) <= tolerance ?? 0
        case .notEqual: return abs(value - other) > tolerance ?? 0
        case .atMost: return value <= other
        case .atLeast: return value >= other
        case .less: return value < other
        case .more: return value > other
        }
    }
}
