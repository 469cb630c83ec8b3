import Simulator

extension ValueFormat where Value == FunctionCall {
    /// A function of the catalogue with its parameters: `word-count`, or `{grep: {expression: x}}`;
    /// also the spelling of requests, `WORD_COUNT`.
    static func function(_ role: FunctionRole) -> ValueFormat {
        let functions = role == .map ? FunctionCatalog.maps : FunctionCatalog.reduces
        return .union(
            "\(role)-function",
            "a \(role) function",
            functions.map { .function($0) },
            shorthand: requestName(of: functions)
        )
    }

    private static func requestName(of functions: [FunctionDescription]) -> ValueFormat {
        let example = functions.first?.requestName ?? ""
        let bare = functions.filter { function in
            function.parameters.allSatisfy { $0.fallback != nil }
        }
        return .scalar(
            ScalarShape(
                name: "its name in requests",
                example: example,
                form: .pattern("^[A-Z0-9_]+$")
            ),
            parse: { text throws(ValueProblem) in
                guard let found = functions.first(where: { $0.requestName == text }) else {
                    throw ValueProblem(
                        "is no function",
                        expected: Shape.oneOf(functions.map(\.name)),
                        suggestion: NearestWord.to(text, among: functions.map(\.requestName))
                    )
                }
                guard bare.contains(found) else {
                    throw ValueProblem(
                        "says too little",
                        expected: "{\(found.name): …} with its parameters"
                    )
                }
                return FunctionCall(found.name, found.fallbacks)
            },
            write: { $0.name }
        )
    }
}

extension FunctionDescription {
    /// The values of the parameters that may be left out.
    fileprivate var fallbacks: [String: String] {
        var fallbacks: [String: String] = [:]
        for parameter in parameters {
            if let fallback = parameter.fallback, !fallback.isEmpty {
                fallbacks[parameter.name] = fallback
            }
        }
        return fallbacks
    }

    /// The parameters as keys.
    fileprivate var shape: SectionShape {
        guard !parameters.isEmpty else {
            return SectionShape(name: "nothing", documentation: "No keys.", fields: [])
        }
        return SectionShape(
            name: "\(role)-\(name)",
            documentation: "Parameters of \(name).",
            fields: parameters.map { parameter in
                FieldShape(
                    key: parameter.name,
                    documentation: "\(parameter.summary).",
                    shape: ValueFormat<String>.anyText.shape,
                    isRequired: parameter.fallback == nil,
                    standard: parameter.fallback.flatMap { $0.isEmpty ? nil : .scalar($0) }
                )
            }
        )
    }
}

extension UnionCase where Union == FunctionCall {
    /// A function as a kind of the union of functions.
    fileprivate static func function(_ function: FunctionDescription) -> UnionCase {
        let shape = function.shape
        return UnionCase(
            shape: CaseShape(
                tag: function.name,
                documentation: "\(function.summary); \(function.requestName) in requests.",
                payload: .section(shape),
                isBare: shape.fields.allSatisfy { !$0.isRequired }
            ),
            read: { node, reading in
                parameters(of: function, node, &reading).map { FunctionCall(function.name, $0) }
            },
            write: { call in
                guard call.name == function.name else { return nil }
                return .mapping(
                    function.parameters.compactMap { parameter in
                        call.parameters[parameter.name].map { (parameter.name, .scalar($0)) }
                    }
                )
            }
        )
    }

    private static func parameters(
        of function: FunctionDescription,
        _ node: YAMLNode,
        _ reading: inout Reading
    ) -> [String: String]? {
        let shape = function.shape
        guard let entries = node.entries else {
            reading.reportKind(node, wanted: Shape.section(shape).wanted)
            return nil
        }
        let before = reading.diagnostics.count
        reading.reportUnknownKeys(entries, known: shape.fields.map(\.key))
        var values = function.fallbacks
        for field in shape.fields {
            guard let entry = entries.first(where: { $0.key == field.key }) else {
                if field.isRequired {
                    reading.report(
                        "the key '\(field.key)' is missing",
                        at: node.location,
                        expected: field.shape.wanted
                    )
                }
                continue
            }
            values[field.key] = reading.within(field.key) { reading in
                ValueFormat<String>.anyText.read(entry.value, &reading)
            }
        }
        return reading.diagnostics.count == before ? values : nil
    }
}
