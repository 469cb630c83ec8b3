import Simulator

/// Something that must hold of a run; it decides the exit code.
public struct Expectation: Sendable, Equatable {
    /// The condition as the file says it.
    public var text: String
    /// The condition.
    public var check: Check
    /// The cells of a matrix that it concerns; empty for all.
    public var conditions: [CellCondition]
    /// Where the file says it.
    public var location: SourceLocation
}

/// Something that a source said; reported as held or not, it never decides the exit code.
public struct Claim: Sendable, Equatable {
    /// Who said it.
    public var source = ""
    /// What was said, in words.
    public var says = ""
    /// The same as a condition on the run.
    public var expectation = Expectation.none
    /// The cells of a matrix that it concerns; empty for all.
    public var conditions: [CellCondition] = []

    /// A claim that says nothing yet.
    public init() {}
}

/// A parameter of a matrix that a cell must have.
public struct CellCondition: Sendable, Equatable {
    /// The path of the axis, or `label`.
    public var axis: String
    /// The value, as YAML in one line.
    public var value: String
    /// The value as the file says it.
    let node: YAMLNode
    /// Where the file says the axis.
    let location: SourceLocation

    /// Equal when axis and value are.
    public static func == (left: CellCondition, right: CellCondition) -> Bool {
        left.axis == right.axis && left.node.says(right.node)
    }
}

extension Expectation {
    /// What stands where a required condition is still to be read.
    static let none = Expectation(
        text: "",
        check: .invariant(""),
        conditions: [],
        location: .builtIn
    )
}

extension ValueFormat where Value == Expectation {
    /// A condition as text, or `{invariant: NAME}`, which is how YAML reads `invariant: NAME`.
    static var check: ValueFormat {
        let scalar = ValueFormat<String>.anyText
        let wanted = "a condition such as requests.lost == 0"
        return ValueFormat(
            shape: .either(wanted, [scalar.shape, .section(.invariant)]),
            read: { node, reading in
                if let entry = node.entry("invariant"), node.entries?.count == 1 {
                    return invariant(entry, node, &reading)
                }
                guard let text = node.text else {
                    reading.reportKind(node, wanted: wanted)
                    return nil
                }
                do throws(ValueProblem) {
                    let check = try CheckParser.check(text)
                    return Expectation(
                        text: text,
                        check: check,
                        conditions: [],
                        location: node.location
                    )
                } catch {
                    reading.report(error, in: node, wanted: wanted)
                    return nil
                }
            },
            write: { expectation in
                guard case .invariant(let name) = expectation.check else {
                    return .scalar(expectation.text)
                }
                return .mapping([("invariant", .scalar(name))])
            }
        )
    }

    private static func invariant(
        _ entry: YAMLEntry,
        _ node: YAMLNode,
        _ reading: inout Reading
    ) -> Expectation? {
        let known = MetricCatalog.invariants.map(\.name)
        guard let name = entry.value.text, known.contains(name) else {
            reading.report(
                "\(Shortened.node(entry.value)) names no invariant",
                at: entry.value.location,
                expected: Shape.oneOf(known),
                suggestion: entry.value.text.flatMap { NearestWord.to($0, among: known) }
            )
            return nil
        }
        return Expectation(
            text: "invariant: \(name)",
            check: .invariant(name),
            conditions: [],
            location: node.location
        )
    }

    /// An item of `expect`: a condition, or a mapping of one with the cells it concerns.
    static var expectation: ValueFormat {
        let plain = ValueFormat.check
        let limited = ValueFormat<LimitedExpectation>.section
        return ValueFormat(
            shape: .either(
                "an expectation such as requests.lost == 0",
                [plain.shape, limited.shape]
            ),
            read: { node, reading in
                guard node.entries != nil, node.entry("invariant") == nil else {
                    return plain.read(node, &reading)
                }
                return limited.read(node, &reading).map { limited in
                    var expectation = limited.expectation
                    expectation.conditions = limited.conditions
                    return expectation
                }
            },
            write: { expectation in
                guard !expectation.conditions.isEmpty else { return plain.write(expectation) }
                var value = LimitedExpectation()
                value.expectation = expectation
                value.conditions = expectation.conditions
                return limited.write(value)
            }
        )
    }
}

extension SectionShape {
    /// `{invariant: NAME}`.
    fileprivate static var invariant: SectionShape {
        SectionShape(
            name: "invariant",
            documentation: "A property that must hold all along.",
            fields: [
                FieldShape(
                    key: "invariant",
                    documentation: "Its name.",
                    shape: .choice("invariant", words: MetricCatalog.invariants.map(\.name)),
                    isRequired: true,
                    standard: nil
                )
            ]
        )
    }
}

/// An expectation with the cells it concerns.
private struct LimitedExpectation: Section {
    var expectation = Expectation.none
    var conditions: [CellCondition] = []

    static let name = "expectation"
    static let documentation = "A condition with the cells of the matrix that it concerns."
    static var fields: [Field<Self>] {
        [
            .key("check", \.expectation, .check, required: true, "The condition."),
            .key(
                "when",
                \.conditions,
                .conditions,
                "Axes of the matrix with the values it concerns."
            ),
        ]
    }
}

extension Claim: Section {
    static let name = "claim"
    static let documentation = "Something that a source said."
    static var fields: [Field<Self>] {
        [
            .key("source", \.source, .line, required: true, "Who said it."),
            .key("says", \.says, .line, required: true, "What was said, in words."),
            .key(
                "check",
                \.expectation,
                .check,
                required: true,
                "The same as a condition on the run."
            ),
            .key(
                "when",
                \.conditions,
                .conditions,
                "Axes of the matrix with the values it concerns."
            ),
        ]
    }
}

extension ValueFormat where Value == [CellCondition] {
    /// Axes with values.
    fileprivate static var conditions: ValueFormat {
        let name = "a mapping from axes of the matrix to values"
        return ValueFormat(
            shape: .table(name, fields: [], values: .anything("a value of the axis")),
            read: { node, reading in
                guard let entries = node.entries else {
                    reading.reportKind(node, wanted: name)
                    return nil
                }
                return entries.map { entry in
                    CellCondition(
                        axis: entry.key,
                        value: YAMLWriter.flow(entry.value),
                        node: entry.value,
                        location: entry.keyLocation
                    )
                }
            },
            write: { conditions in .mapping(conditions.map { ($0.axis, $0.node) }) }
        )
    }
}
