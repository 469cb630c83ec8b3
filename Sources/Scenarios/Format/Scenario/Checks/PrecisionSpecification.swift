/// How narrow the confidence intervals of replicated runs must be.
public struct PrecisionSpecification: Sendable, Equatable {
    /// Half of an interval is at most this part of its mean.
    public var halfWidth = 0.01
    /// What must be so narrow; all that the report shows where it is empty.
    public var figures: [MetricReference] = []
    /// No more seeds than that.
    public var maximum = 1_000

    /// A precision that still lacks its width.
    public init() {}
}

extension PrecisionSpecification: Section {
    static let name = "precision"
    static let documentation = "How narrow the confidence intervals of replicated runs must be."
    static var fields: [Field<Self>] {
        [
            .key(
                "half-width",
                \.halfWidth,
                .ratio,
                required: true,
                "Half of an interval is at most this part of its mean."
            ),
            .key("figures", \.figures, .figures, "What must be so narrow."),
            .key(
                "at-most",
                \.maximum,
                .integer(in: 2...100_000, example: 1_000),
                "No more seeds than that."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard halfWidth <= 0, let entry = node.entry("half-width") else { return }
        reading.report("is never reached", at: entry.value.location, expected: "above 0%")
    }
}
