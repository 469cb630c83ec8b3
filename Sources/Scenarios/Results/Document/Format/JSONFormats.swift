import OrderedCollections
import Simulator

/// The formats of values as JSON has them, without the freedom that scenario files give.
extension ValueFormat where Value == String {
    /// A string.
    static var string: ValueFormat {
        ValueFormat(
            shape: .json(.string, name: "a string", example: "\"text\""),
            read: { node, reading in
                if case .scalar(let text, plain: false) = node.content { return text }
                reading.reportKind(node, wanted: "a string")
                return nil
            },
            write: { .scalar($0, plain: false) }
        )
    }
}

extension ValueFormat where Value: FixedWidthInteger {
    /// A whole number.
    static var whole: ValueFormat {
        .json(.integer, name: "a whole number", example: "1") {
            Value($0)
        } write: {
            String($0)
        }
    }
}

extension ValueFormat where Value == Int {
    /// An instant or a duration in nanoseconds, or a place in a list.
    static var natural: ValueFormat { natural(upTo: .max) }

    /// How many there are of something: as many as sums over all runs have room for.
    static var count: ValueFormat { natural(upTo: 1 << 53) }

    private static func natural(upTo maximum: Int) -> ValueFormat {
        .json(.integer, name: "a whole number from 0 to \(maximum)", example: "1") {
            Int($0).flatMap { (0...maximum).contains($0) ? $0 : nil }
        } write: {
            String($0)
        }
    }
}

extension ValueFormat where Value == Double {
    /// A number, written with twelve significant digits.
    static var decimal: ValueFormat { rounded(toDigits: 12) }

    /// A number, written with so many significant digits.
    static func rounded(toDigits digits: Int) -> ValueFormat {
        .json(.number, name: "a number", example: "0.5") {
            Double($0)
        } write: {
            DecimalText.significant($0, digits: digits)
        }
    }
}

extension ValueFormat where Value == Bool {
    /// Yes or no.
    static var truth: ValueFormat {
        .json(.boolean, name: "true or false", example: "true") {
            $0 == "true" ? true : $0 == "false" ? false : nil
        } write: {
            String($0)
        }
    }
}

extension ValueFormat {
    /// A single value that stands without quotes.
    fileprivate static func json(
        _ type: ScalarShape.JSONType,
        name: String,
        example: String,
        parse: @escaping @Sendable (String) -> Value?,
        write: @escaping @Sendable (Value) -> String
    ) -> ValueFormat {
        ValueFormat(
            shape: .json(type, name: name, example: example),
            read: { node, reading in
                if case .scalar(let text, plain: true) = node.content, let value = parse(text) {
                    return value
                }
                reading.reportKind(node, wanted: name)
                return nil
            },
            write: { .scalar(write($0)) }
        )
    }

    /// A value, or null for none.
    static func nullable<Some>(_ format: ValueFormat<Some>) -> ValueFormat where Value == Some? {
        ValueFormat(
            shape: .nullable(format.shape),
            read: { node, reading in
                node.isMissing ? .some(nil) : format.read(node, &reading).map { .some($0) }
            },
            write: { $0.map(format.write) ?? .scalar("null") }
        )
    }

    /// A list of any length.
    static func all<Item>(_ item: ValueFormat<Item>) -> ValueFormat where Value == [Item] {
        .list("a list", of: item, length: 0...10_000_000)
    }

    /// A mapping whose keys are names.
    static func members<Member>(
        _ member: ValueFormat<Member>
    ) -> ValueFormat where Value == OrderedDictionary<String, Member> {
        ValueFormat(
            shape: .table("an object", fields: [], values: member.shape),
            read: { node, reading in
                guard let entries = node.entries else {
                    reading.reportKind(node, wanted: "an object")
                    return nil
                }
                var members: Value = [:]
                for entry in entries {
                    members[entry.key] = reading.within(entry.key) { member.read(entry.value, &$0) }
                }
                return members
            },
            write: { members in .mapping(members.map { ($0.key, member.write($0.value)) }) }
        )
    }

    /// One of a few words.
    static func word(_ name: String, _ words: [(String, Value)]) -> ValueFormat
    where Value: Equatable {
        let shape = Shape.choice(name, words: words.map(\.0))
        return ValueFormat(
            shape: shape,
            read: { node, reading in
                if let found = words.first(where: { $0.0 == node.text }) { return found.1 }
                reading.reportKind(node, wanted: shape.wanted)
                return nil
            },
            write: { value in
                .scalar(words.first { $0.1 == value }?.0 ?? "", plain: false)
            }
        )
    }

    /// One of the words of an enumeration.
    static func words(_ name: String, _ type: Value.Type = Value.self) -> ValueFormat
    where Value: RawRepresentable<String> & CaseIterable & Equatable {
        .word(name, type.allCases.map { ($0.rawValue, $0) })
    }
}

extension ValueFormat where Value == MetricDefinition.Unit {
    /// What figures measure: `count`, `ns`, `ratio` or `number`.
    static var unit: ValueFormat {
        let units: [MetricDefinition.Unit] = [.count, .duration, .ratio, .number]
        return .word("unit", units.map { (UnitText.symbol($0), $0) })
    }
}

extension ValueFormat where Value == JSONValue {
    /// Anything that JSON can say.
    static var json: ValueFormat {
        ValueFormat(
            shape: .anything("anything that JSON can say"),
            read: { node, _ in JSONValue(node) },
            write: { YAMLNode($0) }
        )
    }
}

extension Shape {
    /// A single value as JSON has it.
    fileprivate static func json(
        _ type: ScalarShape.JSONType,
        name: String,
        example: String
    ) -> Shape {
        .scalar(ScalarShape(name: name, example: example, form: .json(type)))
    }
}
