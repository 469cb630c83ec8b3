import Simulator

/// A kind of a union: how it is described, read and written.
struct UnionCase<Union: Sendable>: Sendable {
    /// The description.
    let shape: CaseShape
    /// The union's value from what stands below the tag.
    let read: @Sendable (YAMLNode, inout Reading) -> Union?
    /// What stands below the tag; nil when the value is of another kind.
    let write: @Sendable (Union) -> YAMLNode?

    /// A kind with a value of its own.
    static func of<Payload>(
        _ tag: String,
        _ documentation: String,
        _ format: ValueFormat<Payload>,
        wrap: @escaping @Sendable (Payload) -> Union,
        unwrap: @escaping @Sendable (Union) -> Payload?
    ) -> UnionCase {
        var isBare = false
        if case .section(let section) = format.shape {
            isBare = section.fields.allSatisfy { !$0.isRequired }
        }
        return UnionCase(
            shape: CaseShape(
                tag: tag,
                documentation: documentation,
                payload: format.shape,
                isBare: isBare
            ),
            read: { node, reading in format.read(node, &reading).map(wrap) },
            write: { unwrap($0).map(format.write) }
        )
    }

    /// A kind that has nothing to say but its name.
    static func plain(
        _ tag: String,
        _ documentation: String,
        _ value: Union
    ) -> UnionCase where Union: Equatable {
        let shape = SectionShape(name: "nothing", documentation: "No keys.", fields: [])
        return UnionCase(
            shape: CaseShape(
                tag: tag,
                documentation: documentation,
                payload: .section(shape),
                isBare: true
            ),
            read: { node, reading in
                guard let entries = node.entries else {
                    reading.reportKind(node, wanted: "\(tag), or {\(tag): {}}")
                    return nil
                }
                reading.reportUnknownKeys(entries, known: [])
                return value
            },
            write: { $0 == value ? .mapping([]) : nil }
        )
    }
}

extension ValueFormat {
    /// One of several kinds, each a mapping with the kind as its only key.
    static func union(
        _ name: String,
        _ documentation: String,
        _ cases: [UnionCase<Value>],
        shorthand: ValueFormat<Value>? = nil
    ) -> ValueFormat {
        let shape = UnionShape(
            name: name,
            documentation: documentation,
            cases: cases.map(\.shape),
            shorthand: shorthand?.shape
        )
        let reader = UnionReader(cases: cases, shape: shape, shorthand: shorthand)
        return ValueFormat(
            shape: .union(shape),
            read: { node, reading in reader.read(node, &reading) },
            write: { value in
                for unionCase in cases {
                    guard let payload = unionCase.write(value) else { continue }
                    return .mapping([(unionCase.shape.tag, payload)])
                }
                return .mapping([])
            }
        )
    }
}

/// Reads one of several kinds.
private struct UnionReader<Value: Sendable>: Sendable {
    let cases: [UnionCase<Value>]
    let shape: UnionShape
    let shorthand: ValueFormat<Value>?

    private var tags: [String] { cases.map(\.shape.tag) }

    func read(_ node: YAMLNode, _ reading: inout Reading) -> Value? {
        switch node.content {
        case .mapping(let entries): readMapping(node, entries, &reading)
        case .scalar(let text, _) where !node.isMissing: readWord(node, text, &reading)
        default: wrongKind(node, &reading)
        }
    }

    private func wrongKind(_ node: YAMLNode, _ reading: inout Reading) -> Value? {
        reading.reportKind(node, wanted: Shape.union(shape).wanted)
        return nil
    }

    private func readMapping(
        _ node: YAMLNode,
        _ entries: [YAMLEntry],
        _ reading: inout Reading
    ) -> Value? {
        let known = entries.filter { tags.contains($0.key) }
        if known.count < entries.count {
            reading.reportUnknownKeys(entries, known: tags)
            return nil
        }
        guard let entry = entries.first, entries.count == 1 else {
            if let second = entries.dropFirst().first {
                reading.report(
                    "'\(entries[0].key)' and '\(second.key)' exclude each other",
                    at: second.keyLocation,
                    expected: Shape.oneOf(tags)
                )
                return nil
            }
            return wrongKind(node, &reading)
        }
        guard let found = cases.first(where: { $0.shape.tag == entry.key }) else { return nil }
        guard !entry.value.isUnreadable else { return nil }
        return reading.within(entry.key) { reading in
            guard entry.value.isMissing else { return found.read(entry.value, &reading) }
            guard found.shape.isBare else {
                let wanted = found.shape.payload.wanted
                reading.report("has no value", at: entry.keyLocation, expected: wanted)
                return nil
            }
            let empty = YAMLNode(content: .mapping([]), location: entry.keyLocation)
            return found.read(empty, &reading)
        }
    }

    private func readWord(_ node: YAMLNode, _ text: String, _ reading: inout Reading) -> Value? {
        if let found = cases.first(where: { $0.shape.tag == text }) {
            guard found.shape.isBare else {
                reading.report(
                    "\"\(text)\" says too little",
                    at: node.location,
                    expected: "{\(text): …} with \(found.shape.payload.wanted)"
                )
                return nil
            }
            let empty = YAMLNode(content: .mapping([]), location: node.location)
            return reading.within(text) { found.read(empty, &$0) }
        }
        if let shorthand, isShort(text, shorthand) || NearestWord.to(text, among: tags) == nil {
            return shorthand.read(node, &reading)
        }
        reading.report(
            "unknown kind \(Shortened.node(node))",
            at: node.location,
            expected: Shape.oneOf(tags),
            suggestion: NearestWord.to(text, among: tags)
        )
        return nil
    }

    /// Whether a text is meant as the shorter form rather than as one of the kinds: a number, or in
    /// capitals where that form has them.
    private func isShort(_ text: String, _ shorthand: ValueFormat<Value>) -> Bool {
        guard let first = text.utf8.first else { return true }
        if (48...57).contains(first) { return true }
        guard case .scalar(let form) = shorthand.shape, let other = form.example.utf8.first else {
            return false
        }
        return (65...90).contains(first) && (65...90).contains(other)
    }
}
