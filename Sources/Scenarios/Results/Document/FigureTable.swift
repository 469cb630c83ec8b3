/// The figures of a run, found by what they are called.
public struct FigureTable: Equatable, Sendable {
    /// The figures: the totals of each metric, then its series by label.
    public let all: [Figure]
    private let places: [String: Int]

    /// A table of `figures`; of those that are called alike the first counts.
    public init(_ figures: [Figure] = []) {
        all = figures
        places = Dictionary(
            figures.enumerated().map { ($0.element.reference.description, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The value of the figure that `reference` names; nothing where the run has none.
    public func value(of reference: MetricReference) -> FigureValue? {
        places[reference.description].flatMap { all[$0].value }
    }

    /// Whether the run can produce a metric, also where there was nothing to measure.
    public func has(_ metric: String) -> Bool {
        all.contains { $0.reference.metric == metric }
    }

    /// The sum of a count over everything; zero where there is none.
    func total(_ metric: String) -> Int {
        let reference = MetricReference(metric: metric, statistic: nil, labels: [], unit: .count)
        if case .count(let count) = value(of: reference) { return count }
        return 0
    }

    /// The values of a label that a metric has series of, in their order.
    func values(of label: String, in metric: String) -> [String] {
        var values: [String] = []
        for figure in all where figure.reference.metric == metric {
            for found in figure.reference.labels
            where found.name == label && !values.contains(found.value) {
                values.append(found.value)
            }
        }
        return values
    }
}
