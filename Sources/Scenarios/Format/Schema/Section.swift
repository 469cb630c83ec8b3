import Simulator

/// A part of a scenario: a mapping with known keys, read into a value of its own type.
///
/// A part is added to the format by a type that conforms and by a `Field` where it belongs. The
/// values of a fresh `init()` are the defaults;
/// they stand nowhere else.
protocol Section: Sendable {
    /// A value with every default.
    init()
    /// The name among the definitions of the JSON Schema.
    static var name: String { get }
    /// What the section says, in a sentence.
    static var documentation: String { get }
    /// The keys, in the order in which they are shown.
    static var fields: [Field<Self>] { get }
    /// Checks what concerns several keys; called only when each key alone is right.
    mutating func finish(_ node: YAMLNode, _ reading: inout Reading)
}

extension Section {
    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {}
}

/// A key of a section.
struct Field<Root: Sendable>: Sendable {
    /// The key.
    let key: String
    /// What it says, with its unit.
    let documentation: String
    /// What its value looks like.
    let shape: Shape
    /// Whether the key must be there.
    let isRequired: Bool
    /// Reads the value into a section.
    let read: @Sendable (YAMLNode, inout Reading, inout Root) -> Void
    /// The node that says the section's value; nil for nothing.
    let write: @Sendable (Root) -> YAMLNode?

    /// A key with a default, or one that must be there.
    static func key<Value>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ format: ValueFormat<Value>,
        required: Bool = false,
        _ documentation: String
    ) -> Field {
        Field(
            key: key,
            documentation: documentation,
            shape: format.shape,
            isRequired: required,
            read: { node, reading, root in
                if let value = format.read(node, &reading) { root[keyPath: path] = value }
            },
            write: { format.write($0[keyPath: path]) }
        )
    }

    /// A key of a part that several sections have in common.
    ///
    /// - Parameters:
    ///   - path: Where the section keeps the part.
    ///   - inner: Where the part keeps the value.
    static func part<Part, Value>(
        _ path: any WritableKeyPath<Root, Part> & Sendable,
        _ inner: any WritableKeyPath<Part, Value> & Sendable,
        _ key: String,
        _ format: ValueFormat<Value>,
        _ documentation: String
    ) -> Field {
        Field(
            key: key,
            documentation: documentation,
            shape: format.shape,
            isRequired: false,
            read: { node, reading, root in
                if let value = format.read(node, &reading) {
                    root[keyPath: path][keyPath: inner] = value
                }
            },
            write: { format.write($0[keyPath: path][keyPath: inner]) }
        )
    }

    /// A key that switches something on, and is shown only where it does: the default stands in the
    /// documentation alone.
    static func switching<Value: Equatable>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ format: ValueFormat<Value>,
        off: Value,
        _ documentation: String
    ) -> Field {
        Field(
            key: key,
            documentation: documentation,
            shape: format.shape,
            isRequired: false,
            read: { node, reading, root in
                if let value = format.read(node, &reading) { root[keyPath: path] = value }
            },
            write: { $0[keyPath: path] == off ? nil : format.write($0[keyPath: path]) }
        )
    }

    /// A key that may be absent, without a default.
    static func optional<Value>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ format: ValueFormat<Value>,
        _ documentation: String
    ) -> Field {
        Field(
            key: key,
            documentation: documentation,
            shape: format.shape,
            isRequired: false,
            read: { node, reading, root in
                if let value = format.read(node, &reading) { root[keyPath: path] = value }
            },
            write: { $0[keyPath: path].map(format.write) }
        )
    }
}

extension ValueFormat where Value: Section {
    /// The format of a section.
    static var section: ValueFormat {
        let fields = Value.fields
        let standard = Value()
        let shape = SectionShape(
            name: Value.name,
            documentation: Value.documentation,
            fields: fields.map { field in
                FieldShape(
                    key: field.key,
                    documentation: field.documentation,
                    shape: field.shape,
                    isRequired: field.isRequired,
                    standard: field.isRequired ? nil : field.write(standard)
                )
            }
        )
        return ValueFormat(
            shape: .section(shape),
            read: { node, reading in read(node, fields: fields, shape: shape, &reading) },
            write: { value in
                .mapping(fields.compactMap { field in field.write(value).map { (field.key, $0) } })
            }
        )
    }

    private static func read(
        _ node: YAMLNode,
        fields: [Field<Value>],
        shape: SectionShape,
        _ reading: inout Reading
    ) -> Value? {
        guard let entries = node.entries else {
            reading.reportKind(node, wanted: Shape.section(shape).wanted)
            return nil
        }
        let before = reading.diagnostics.count
        reading.reportUnknownKeys(entries, known: fields.map(\.key))
        var value = Value()
        for field in fields {
            guard let entry = node.entry(field.key) else {
                if field.isRequired {
                    reading.report(
                        "the key '\(field.key)' is missing",
                        at: node.location,
                        expected: field.shape.wanted
                    )
                }
                continue
            }
            guard !entry.value.isUnreadable else { continue }
            reading.within(field.key) { reading in
                if entry.value.isMissing, !field.shape.takesNothing {
                    let wanted = field.shape.wanted
                    reading.report("has no value", at: entry.keyLocation, expected: wanted)
                } else {
                    field.read(entry.value, &reading, &value)
                }
            }
        }
        if reading.diagnostics.count == before { value.finish(node, &reading) }
        return value
    }
}

extension Reading {
    /// Notes each key that is not known, with the nearest that is.
    mutating func reportUnknownKeys(_ entries: [YAMLEntry], known: [String]) {
        for entry in entries where !known.contains(entry.key) && !isFull {
            let nearest = NearestWord.to(entry.key, among: known)
            report(
                "unknown key '\(Shortened.text(entry.key))'",
                at: entry.keyLocation,
                expected: nearest == nil ? Shape.oneOf(known.isEmpty ? ["no keys"] : known) : nil,
                suggestion: nearest
            )
        }
    }
}

extension Shape {
    /// Whether `null` is one of the values.
    fileprivate var takesNothing: Bool {
        switch self {
        case .anything, .nullable: true
        default: false
        }
    }
}
