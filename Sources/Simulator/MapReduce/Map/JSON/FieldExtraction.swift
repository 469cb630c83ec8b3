/// What a JSON field can give as the value of a pair.
public protocol FieldValue: ShuffleValue {
    /// The value of a field; of no field, where none was asked for.
    static func value(
        of field: FieldContent?,
        into output: inout MapOutput<Self>
    ) throws(BadRecord) -> Self
}

/// Takes the key of a pair, and perhaps its value, from fields of a record that is a JSON object.
///
/// A key is a string, a number as it is written, `true` or `false`. A record that is no JSON
/// object, or has not both fields, is a ``BadRecord``.
///
/// The value of `Int` is a one, of ``FixedDecimal`` a number or a string with one in it, and of
/// ``ByteView`` what a key may be.
public struct FieldExtraction<Value: FieldValue>: MapFunction {
    private let paths: [JSONPath]
    private var key: [UInt8] = []

    /// Creates the function from paths: names of fields, joined by points where they stand in
    /// objects of objects.
    public init(key: String, value: String? = nil) {
        paths = [JSONPath(key)] + (value.map { [JSONPath($0)] } ?? [])
    }

    /// See ``MapFunction/map(_:into:)-(Record,_)``.
    public mutating func map(
        _ record: Record,
        into output: inout MapOutput<Value>
    ) throws(BadRecord) {
        var scanner = JSONScanner(record.bytes)
        let found = try scanner.fields(paths)
        let keyField = try FieldContent(found[0], paths[0])
        var valueField: FieldContent?
        if paths.count > 1 { valueField = try FieldContent(found[1], paths[1]) }
        let value = try Value.value(of: valueField, into: &output)
        if let text = keyField.plainText { return output.emit(text, value) }
        key.removeAll(keepingCapacity: true)
        keyField.append(to: &key)
        output.emit(copying: key, value)
    }
}

/// What stands in a JSON field: a string, a number, `true` or `false`.
public struct FieldContent {
    private let value: JSONValue
    private let path: JSONPath

    init(_ value: JSONValue?, _ path: JSONPath) throws(BadRecord) {
        switch value {
        case .none, .null: throw BadRecord("no field '\(path.text)'")
        case .other: throw BadRecord("the field '\(path.text)' is an object or an array")
        case .string(let string): self.value = .string(string)
        case .number(let text): self.value = .number(text)
        case .literal(let text): self.value = .literal(text)
        }
        self.path = path
    }

    /// The text where it stands, unless something in it is escaped.
    var plainText: ByteView? {
        switch value {
        case .string(let string): string.hasEscapes ? nil : string.raw
        case .number(let text), .literal(let text): text
        case .null, .other: nil
        }
    }

    /// Appends the text.
    func append(to bytes: inout [UInt8]) {
        switch value {
        case .string(let string): string.append(to: &bytes)
        case .number(let text), .literal(let text): bytes.append(contentsOf: text.buffer)
        case .null, .other: break
        }
    }

    /// The number.
    func number() throws(BadRecord) -> FixedDecimal {
        guard let number = plainText.flatMap(FixedDecimal.init) else {
            throw BadRecord("the field '\(path.text)' is no number below 10¹⁸")
        }
        return number
    }
}

extension Int: FieldValue {
    /// One.
    public static func value(
        of field: FieldContent?,
        into output: inout MapOutput<Int>
    ) throws(BadRecord) -> Int { 1 }
}

extension FixedDecimal: FieldValue {
    /// The number in the field; one where none was asked for.
    public static func value(
        of field: FieldContent?,
        into output: inout MapOutput<FixedDecimal>
    ) throws(BadRecord) -> FixedDecimal {
        guard let field else { return 1 }
        return try field.number()
    }
}

extension ByteView: FieldValue {
    /// The text of the field; empty where none was asked for.
    public static func value(
        of field: FieldContent?,
        into output: inout MapOutput<ByteView>
    ) throws(BadRecord) -> ByteView {
        guard let field else { return .empty }
        if let text = field.plainText { return text }
        var bytes: [UInt8] = []
        field.append(to: &bytes)
        return bytes.withUnsafeBytes { output.copy(ByteView($0)) }
    }
}
