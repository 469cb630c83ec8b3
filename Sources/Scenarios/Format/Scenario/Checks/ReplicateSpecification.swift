import Simulator

/// How often a run is repeated with other seeds, and what of them is reported.
public struct ReplicateSpecification: Sendable, Equatable {
    /// How many runs there are: all of them, or where a half-width is wanted the first ones.
    public var count = 10
    /// With which probability an interval holds the mean.
    public var confidence = 0.95
    /// How wide an interval may be to either side, as a part of its mean; nothing for any.
    public var halfWidth: Double?
    /// The figures whose intervals must be so narrow; reported in any case.
    public var figures: [MetricReference] = []
    /// How many runs there are at most where the intervals do not get narrow; a thousand where
    /// that is not said.
    public var atMost: Int?
    /// Of what the conditions on figures must hold.
    public var judge = Judge.each

    /// Of what the conditions on figures must hold.
    public enum Judge: String, Sendable, CaseIterable {
        /// Of each run.
        case each
        /// Of the mean of all runs.
        case mean
    }

    /// How many runs there are at most.
    public var maximum: Int { halfWidth == nil ? count : atMost ?? 1_000 }

    /// The defaults.
    public init() {}
}

extension ReplicateSpecification: Section {
    static let name = "replicate"
    static let documentation = "Runs with other seeds, and how narrow intervals must get."
    private static let countMaximum = 1_000_000

    static var fields: [Field<Self>] {
        [
            .key("count", \.count, countFormat, "How many runs, or the first of them."),
            .key("confidence", \.confidence, .confidence, "That an interval holds the mean."),
            .optional("until", \.halfWidth, .halfWidth, "How narrow the intervals must get."),
            .key(
                "of",
                \.figures,
                .list("a list of figures", of: .figure, length: 0...100),
                "The figures whose intervals must."
            ),
            .optional("at-most", \.atMost, countFormat, "How many runs where they do not."),
            .key("judge", \.judge, .choice("judge", Judge.self), "Of what figures must hold."),
        ]
    }

    private static var countFormat: ValueFormat<Int> {
        .integer(in: 1...countMaximum, example: 30)
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if halfWidth != nil {
            if figures.isEmpty {
                reading.report(
                    "'until' needs to know which figures",
                    at: node.entry("until")?.keyLocation ?? node.location,
                    expected: "of: [latency.mean], say"
                )
            }
            if count < 2 {
                reading.report(
                    "an interval needs two runs",
                    at: node.entry("count")?.value.location ?? node.location,
                    expected: "a count of at least 2"
                )
            }
            if maximum < count {
                let entry = node.entry("at-most") ?? node.entry("count")
                reading.report(
                    "'at-most' is less than the count of \(NumberText.grouped(count))",
                    at: entry?.value.location ?? node.location
                )
            }
        } else if let entry = node.entry("at-most") {
            reading.report("'at-most' goes with 'until'", at: entry.keyLocation)
        }
    }
}

extension ValueFormat where Value == ReplicateSpecification {
    /// A number of runs, or a section.
    static var replicate: ValueFormat {
        let section = ValueFormat.section
        let count = ValueFormat<Int>.integer(in: 1...1_000_000, example: 30)
        return ValueFormat(
            shape: .either(
                "how many runs, such as 30, or a section",
                [count.shape, section.shape]
            ),
            read: { node, reading in
                guard node.text != nil else { return section.read(node, &reading) }
                return count.read(node, &reading).map {
                    var replicate = ReplicateSpecification()
                    replicate.count = $0
                    return replicate
                }
            },
            write: section.write
        )
    }
}

extension ValueFormat where Value == Double {
    /// A probability with which an interval holds what is estimated.
    fileprivate static var confidence: ValueFormat {
        .scalar(
            ScalarShape(
                name: "a confidence",
                example: "95%",
                form: .number(
                    minimum: 0.5,
                    maximum: 0.9999,
                    pattern: #"^\d[\d_]*(\.\d[\d_]*)?%?$"#
                )
            ),
            parse: { text throws(ValueProblem) in
                let value = try QuantityText.ratio(text)
                guard (0.5...0.9999).contains(value) else {
                    throw ValueProblem("is out of bounds", expected: "from 50% to 99.99%")
                }
                return value
            },
            write: { QuantityText.written(ratio: $0) }
        )
    }

    /// `half-width 1%`.
    fileprivate static var halfWidth: ValueFormat {
        let word = "half-width"
        return .scalar(
            ScalarShape(
                name: "a half-width",
                example: "half-width 1%",
                form: .pattern(#"^half-width \d[\d_]*(\.\d[\d_]*)?%?$"#)
            ),
            parse: { text throws(ValueProblem) in
                let words = text.split(separator: " ").map(String.init)
                guard words.count == 2, words[0] == word else {
                    throw ValueProblem("does not say \(word) and a part of the mean")
                }
                let value = try QuantityText.ratio(words[1])
                guard value > 0 else { throw ValueProblem("is never reached") }
                return value
            },
            write: { "\(word) \(QuantityText.written(ratio: $0))" }
        )
    }
}

extension Scenario {
    /// Whether it is run with several seeds.
    public var isReplicated: Bool {
        replicate.map { $0.count > 1 || $0.halfWidth != nil } ?? false
    }
}
