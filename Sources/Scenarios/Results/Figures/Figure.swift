/// The value of a figure, in the unit of its metric.
public enum FigureValue: Equatable, Sendable {
    /// Things counted.
    case count(Int)
    /// Virtual time.
    case duration(Duration)
    /// A part of a whole, 1 for all of it.
    case ratio(Double)
    /// Anything else.
    case number(Double)

    /// What it measures.
    public var unit: MetricDefinition.Unit {
        switch self {
        case .count: .count
        case .duration: .duration
        case .ratio: .ratio
        case .number: .number
        }
    }

    /// As a number, for drawing; nanoseconds for a duration.
    public var asNumber: Double {
        switch self {
        case .count(let value): Double(value)
        case .duration(let value): MetricValue.duration(value).asNumber
        case .ratio(let value), .number(let value): value
        }
    }
}

/// One figure of a run with its value.
public struct Figure: Equatable, Sendable {
    /// Which figure.
    public var reference: MetricReference
    /// Its value; nothing where the run has none, such as the mean latency of no requests.
    public var value: FigureValue?

    /// The figure that `reference` names, with its value.
    public init(reference: MetricReference, value: FigureValue?) {
        self.reference = reference
        self.value = value
    }
}
