import OrderedCollections
import Simulator

/// A figure as it is saved.
private struct FigureRow: Section {
    var metric = ""
    var statistic: String?
    var labels: OrderedDictionary<String, String> = [:]
    var unit = MetricDefinition.Unit.number
    var value: FigureValue?

    static let name = "figure"
    static let documentation = "A figure with its value."
    static let fields: [Field<Self>] = [
        .always("metric", \.metric, .string, "The metric; `bench explain --metrics` has them all."),
        .always("statistic", \.statistic, .nullable(.string), "Its statistic."),
        .always("labels", \.labels, .members(.string), "Its labels: name and value."),
        .always("unit", \.unit, .unit, "What it measures."),
        .measured(
            "value",
            \.value,
            in: \.unit,
            "Its value, in nanoseconds for durations; null where there is none."
        ),
    ]

    init() {}

    init(_ figure: Figure) {
        metric = figure.reference.metric
        statistic = figure.reference.statistic
        for label in figure.reference.labels { labels[label.name] = label.value }
        unit = figure.reference.unit
        value = figure.value
    }

    var figure: Figure {
        Figure(
            reference: MetricReference(
                metric: metric,
                statistic: statistic,
                labels: labels.map { MetricReference.Label(name: $0.key, value: $0.value) },
                unit: unit
            ),
            value: value
        )
    }
}

extension ValueFormat where Value == FigureTable {
    /// All figures of a run.
    static var figures: ValueFormat {
        ValueFormat<[FigureRow]>.all(.section).converted(
            to: { FigureTable($0.map(\.figure)) },
            from: { $0.all.map { FigureRow($0) } }
        )
    }
}

extension Field {
    /// A value in a unit that was read before it.
    fileprivate static func measured(
        _ key: String,
        _ path: any WritableKeyPath<Root, FigureValue?> & Sendable,
        in unit: any KeyPath<Root, MetricDefinition.Unit> & Sendable,
        _ documentation: String
    ) -> Field {
        Field(
            key: key,
            documentation: documentation,
            shape: .nullable(ValueFormat<Double>.decimal.shape),
            isRequired: true,
            read: { node, reading, root in
                if node.isMissing {
                    root[keyPath: path] = nil
                } else if let value = FigureValue(node.text ?? "", in: root[keyPath: unit]) {
                    root[keyPath: path] = value
                } else {
                    reading.reportKind(node, wanted: "a number in the figure's unit")
                }
            },
            write: { .scalar(JSONValue($0[keyPath: path]).written()) }
        )
    }
}

extension FigureValue {
    /// A value as it is saved; nothing where the text is none.
    fileprivate init?(_ text: String, in unit: MetricDefinition.Unit) {
        switch unit {
        case .count:
            guard let count = Int(text) else { return nil }
            self = .count(count)
        case .duration:
            guard let nanoseconds = Int128(text) else { return nil }
            self = .duration(Duration(attoseconds: nanoseconds * 1_000_000_000))
        case .ratio:
            guard let number = Double(text) else { return nil }
            self = .ratio(number)
        case .number:
            guard let number = Double(text) else { return nil }
            self = .number(number)
        }
    }
}

extension JSONValue {
    /// A value as it is saved.
    init(_ value: FigureValue?) {
        switch value {
        case nil: self = .null
        case .count(let count): self = .integer(count)
        case .duration(let duration): self = .integer(duration.attoseconds / 1_000_000_000)
        case .ratio(let number), .number(let number): self = .decimal(number)
        }
    }
}

extension ResultDocument.Check: Section {
    static let name = "check"
    static let documentation = "A condition with what became of it."
    static let fields: [Field<Self>] = [
        .always("kind", \.kind, .words("kind"), "What kind of condition."),
        .always("check", \.text, .string, "The condition as the file says it."),
        .always("held", \.isHeld, .truth, "Whether it held."),
        .always(
            "conditional",
            \.isConditional,
            .truth,
            "Whether it concerns some cells of a matrix only."
        ),
        .optional("source", \.source, .string, "Who said it, for a claim."),
        .optional("says", \.says, .string, "What was said, for a claim."),
        .optional("unit", \.unit, .unit, "What is measured, for a comparison."),
        .optional("detail", \.detail, .string, "What is wrong, or what came back."),
        .measured(
            "actual",
            \.actual,
            in: \.measured,
            "The value that was found; null for what is no comparison."
        ),
    ]

    private var measured: MetricDefinition.Unit { unit ?? .number }
}
