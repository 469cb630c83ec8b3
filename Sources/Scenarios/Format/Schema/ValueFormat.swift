import Simulator

/// How one kind of value is described, read and written.
///
/// Everything that the product knows of the scenario format is made of these, so that checks,
/// defaults, `explain` and the JSON Schema cannot
/// disagree.
struct ValueFormat<Value: Sendable>: Sendable {
    /// The description.
    let shape: Shape
    /// The value of a node; nil after problems were reported.
    let read: @Sendable (YAMLNode, inout Reading) -> Value?
    /// The node that says a value, in the fullest form.
    let write: @Sendable (Value) -> YAMLNode
}

extension ValueFormat {
    /// A single value, read from its text.
    static func scalar(
        _ shape: ScalarShape,
        parse: @escaping @Sendable (String) throws(ValueProblem) -> Value,
        write: @escaping @Sendable (Value) -> String
    ) -> ValueFormat {
        let wanted = Shape.scalar(shape).wanted
        return ValueFormat(
            shape: .scalar(shape),
            read: { node, reading in
                guard let text = node.text else {
                    reading.reportKind(node, wanted: wanted)
                    return nil
                }
                do throws(ValueProblem) {
                    return try parse(text)
                } catch {
                    reading.report(error, in: node, wanted: wanted)
                    return nil
                }
            },
            write: { .scalar(write($0)) }
        )
    }

    /// One of the words of an enumeration.
    static func choice(_ name: String, _ type: Value.Type) -> ValueFormat
    where Value: RawRepresentable<String> & CaseIterable {
        let words = type.allCases.map(\.rawValue)
        let shape = Shape.choice(name, words: words)
        return ValueFormat(
            shape: shape,
            read: { node, reading in
                guard let text = node.text, !node.isMissing else {
                    reading.reportKind(node, wanted: shape.wanted)
                    return nil
                }
                if let value = Value(rawValue: text) { return value }
                reading.report(
                    "unknown \(name) \(Shortened.node(node))",
                    at: node.location,
                    expected: shape.wanted,
                    suggestion: NearestWord.to(text, among: words)
                )
                return nil
            },
            write: { .scalar($0.rawValue) }
        )
    }

    /// A list of values.
    static func list<Item>(
        _ name: String,
        of item: ValueFormat<Item>,
        length: ClosedRange<Int> = 0...10_000
    ) -> ValueFormat where Value == [Item] {
        ValueFormat(
            shape: .list(name, of: item.shape, length: length),
            read: { node, reading in
                guard let items = node.items else {
                    let isItem = node.entries != nil
                    reading.report(
                        "found \(Shortened.node(node))",
                        at: node.location,
                        expected: name,
                        hint: isItem ? "put '- ' before the item" : nil
                    )
                    return nil
                }
                if !length.contains(items.count) {
                    reading.report(
                        "the list has \(NumberText.grouped(items.count)) items",
                        at: node.location,
                        expected: boundsText(length)
                    )
                    return nil
                }
                var values: [Item] = []
                for (index, itemNode) in items.enumerated() where !itemNode.isUnreadable {
                    if reading.isFull { break }
                    let value = reading.within(String(index)) { item.read(itemNode, &$0) }
                    if let value { values.append(value) }
                }
                return values
            },
            write: { .sequence($0.map(item.write)) }
        )
    }

    /// A list, or a single item instead of a list of one.
    static func oneOrMore<Item>(_ name: String, of item: ValueFormat<Item>) -> ValueFormat
    where Value == [Item] {
        let list = ValueFormat<[Item]>.list("a list", of: item, length: 1...10_000)
        return ValueFormat(
            shape: .either(name, [item.shape, list.shape]),
            read: { node, reading in
                guard node.items == nil else { return list.read(node, &reading) }
                return item.read(node, &reading).map { [$0] }
            },
            write: { $0.count == 1 ? item.write($0[0]) : list.write($0) }
        )
    }

    /// Another way of writing the same value.
    func converted<Other>(
        to wrap: @escaping @Sendable (Value) -> Other,
        from unwrap: @escaping @Sendable (Other) -> Value
    ) -> ValueFormat<Other> {
        ValueFormat<Other>(
            shape: shape,
            read: { node, reading in read(node, &reading).map(wrap) },
            write: { write(unwrap($0)) }
        )
    }

    private static func boundsText(_ length: ClosedRange<Int>) -> String {
        if length.lowerBound == length.upperBound { return "\(length.lowerBound)" }
        let most = NumberText.grouped(length.upperBound)
        return length.lowerBound == 0 ? "at most \(most)" : "\(length.lowerBound) to \(most)"
    }
}
