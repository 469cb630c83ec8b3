/// The JSON Schema of scenario files, made from the definitions that also check them.
public enum ScenarioSchema {
    /// The schema as text: draft 2020-12, for editors that complete and check YAML.
    ///
    /// What concerns several keys at once (exactly one selector, a prime table) is left to `bench
    /// validate`.
    public static func jsonSchema() -> String {
        SchemaBuilder.document(
            ScenarioLoader.format.shape,
            title: "Scenario of the cluster simulator"
        )
    }
}

/// The JSON Schema of saved results, made from the definitions that also write and read them.
public enum ResultSchema {
    /// The schema as text: draft 2020-12.
    public static func jsonSchema() -> String {
        SchemaBuilder.document(
            ResultDocument.format.shape,
            title: "Result of the cluster simulator"
        )
    }
}

/// The JSON Schema of saved sweeps, made from the definitions that also write and read them.
public enum SweepSchema {
    /// The schema as text: draft 2020-12.
    public static func jsonSchema() -> String {
        SchemaBuilder.document(
            SweepResult.format.shape,
            title: "Sweep of the cluster simulator"
        )
    }
}

/// Makes the parts of a JSON Schema from shapes.
private struct SchemaBuilder {
    /// A whole schema, whose root is a section.
    static func document(_ shape: Shape, title: String) -> String {
        guard case .section(let root) = shape else { return "{}" }
        var builder = SchemaBuilder()
        let body = builder.section(root)
        let head: Members = [
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("title", .string(title)),
        ]
        let definitions: Members = [("$defs", .object(builder.definitions))]
        return JSONText.object(head + body + definitions).written() + "\n"
    }

    typealias Members = [(String, JSONText)]

    /// The sections and unions by name, in the order in which they were met.
    private(set) var definitions: Members = []

    mutating func section(_ section: SectionShape) -> Members {
        var members: Members = [
            ("description", .string(section.documentation)), ("type", .string("object")),
        ]
        members.append(("properties", .object(section.fields.map { ($0.key, property($0)) })))
        let required = section.fields.filter(\.isRequired).map { JSONText.string($0.key) }
        if !required.isEmpty { members.append(("required", .array(required))) }
        return members + [("additionalProperties", .boolean(false))]
    }

    private mutating func property(_ field: FieldShape) -> JSONText {
        var members: Members = [("description", .string(field.documentation))]
        if let standard = field.standard { members.append(("default", json(standard))) }
        if case .object(let shape) = schema(field.shape) {
            members += shape.filter { $0.0 != "description" }
        }
        return .object(members)
    }

    private mutating func schema(_ shape: Shape) -> JSONText {
        switch shape {
        case .scalar(let scalar): return self.scalar(scalar)
        case .choice(_, let words): return .object([("enum", .array(words.map { .string($0) }))])
        case .list(_, let item, let length):
            return .object([
                ("type", .string("array")), ("items", schema(item)),
                ("minItems", .integer(Int128(length.lowerBound))),
                ("maxItems", .integer(Int128(length.upperBound))),
            ])
        case .section(let section): return reference(section.name) { .object($0.section(section)) }
        case .union(let union): return reference(union.name) { $0.union(union) }
        case .either(_, let shapes): return .object([("anyOf", .array(shapes.map { schema($0) }))])
        case .table(_, let fields, let values):
            var members: Members = [("type", .string("object"))]
            if !fields.isEmpty {
                members.append(("properties", .object(fields.map { ($0.key, property($0)) })))
            }
            return .object(members + [("additionalProperties", schema(values))])
        case .nullable(let shape):
            let nothing = JSONText.object([("type", .string("null"))])
            return .object([("anyOf", .array([schema(shape), nothing]))])
        case .anything: return .object([])
        }
    }

    /// A reference to a definition, which is made when it is met first.
    private mutating func reference(
        _ name: String,
        _ make: (inout SchemaBuilder) -> JSONText
    ) -> JSONText {
        if !definitions.contains(where: { $0.0 == name }) {
            let place = definitions.count
            definitions.append((name, .object([])))
            let made = make(&self)
            definitions[place].1 = made
        }
        return .object([("$ref", .string("#/$defs/\(name)"))])
    }

    private mutating func union(_ union: UnionShape) -> JSONText {
        let properties: Members = union.cases.map { unionCase in
            var members: Members = [("description", .string(unionCase.documentation))]
            if case .object(let payload) = schema(unionCase.payload) {
                members += payload.filter { $0.0 != "description" }
            }
            guard unionCase.isBare else { return (unionCase.tag, .object(members)) }
            let nothing = JSONText.object([("type", .string("null"))])
            return (unionCase.tag, .object([("anyOf", .array([.object(members), nothing]))]))
        }
        var forms: [JSONText] = [
            .object([
                ("type", .string("object")), ("properties", .object(properties)),
                ("additionalProperties", .boolean(false)), ("minProperties", .integer(1)),
                ("maxProperties", .integer(1)),
            ])
        ]
        let bare = union.cases.filter(\.isBare).map { JSONText.string($0.tag) }
        if !bare.isEmpty { forms.append(.object([("enum", .array(bare))])) }
        if let shorthand = union.shorthand { forms.append(schema(shorthand)) }
        let description = JSONText.string(union.documentation)
        return .object([("description", description), ("anyOf", .array(forms))])
    }

    private func scalar(_ scalar: ScalarShape) -> JSONText {
        var members: Members = []
        switch scalar.form {
        case .boolean: members.append(("type", .string("boolean")))
        case .json(let type): return .object([("type", .string(type.rawValue))])
        case .pattern(let pattern):
            members += [("type", .string("string")), ("pattern", .string(pattern))]
        case .text:
            let types = ["string", "number", "boolean"].map { JSONText.string($0) }
            members.append(("type", .array(types)))
        case .integer(let range):
            let whole: Members = [
                ("type", .string("integer")), ("minimum", .integer(range.lowerBound)),
                ("maximum", .integer(range.upperBound)),
            ]
            members.append(("anyOf", .array([.object(whole), text(#"^[+-]?\d[\d_]*$"#)])))
        case .number(let minimum, let maximum, let pattern):
            var number: Members = [("type", .string("number"))]
            if let minimum { number.append(("minimum", .number(minimum))) }
            if let maximum { number.append(("maximum", .number(maximum))) }
            members.append(
                ("anyOf", .array([.object(number)] + (pattern.map { [text($0)] } ?? [])))
            )
        }
        return .object(members + [("examples", .array([.string(scalar.example)]))])
    }

    private func text(_ pattern: String) -> JSONText {
        .object([("type", .string("string")), ("pattern", .string(pattern))])
    }

    /// A default as JSON.
    private func json(_ node: YAMLNode) -> JSONText {
        switch node.content {
        case .scalar(let text, let plain):
            if plain, let value = try? NumberText.integer(text) { return .integer(Int128(value)) }
            if plain, text == "true" || text == "false" { return .boolean(text == "true") }
            return .string(text)
        case .sequence(let items): return .array(items.map(json))
        case .mapping(let entries): return .object(entries.map { ($0.key, json($0.value)) })
        case .unreadable: return .object([])
        }
    }
}
