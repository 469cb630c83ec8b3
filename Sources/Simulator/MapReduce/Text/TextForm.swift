/// A value that has a text of its own on a line of the Hadoop Streaming contract: `12`, `0.5`.
///
/// Other values are written as their bytes, in hexadecimal digits: see `TextForm`.
public protocol TextualValue: ShuffleValue {
    /// Appends the text of this value.
    func appendText(to line: inout [UInt8])

    /// The value of `text`, which may have been written by another program; nothing where it is
    /// no such value.
    static func read(text: ByteView) -> Self?
}

extension Int: TextualValue {
    /// Appends the number in decimal.
    public func appendText(to line: inout [UInt8]) { line.append(contentsOf: String(self).utf8) }

    /// Reads a number in decimal, with a sign or without.
    public static func read(text: ByteView) -> Int? { Int(String(decoding: text, as: UTF8.self)) }
}

extension FixedDecimal: TextualValue {
    /// Appends the number in decimal.
    public func appendText(to line: inout [UInt8]) { line.append(contentsOf: description.utf8) }

    /// Reads a number as JSON writes it.
    public static func read(text: ByteView) -> FixedDecimal? { FixedDecimal(text) }
}

extension ByteView: TextualValue {
    /// Appends the bytes as they are.
    public func appendText(to line: inout [UInt8]) { line.append(contentsOf: buffer) }

    /// The bytes themselves.
    public static func read(text: ByteView) -> ByteView? { text }
}

/// How values and accumulators stand on a line of text.
///
/// A value that has a text stands there as that text. Everything else, and a text that would be
/// taken for something else, stands there as its bytes in hexadecimal digits: after `~v` the bytes
/// of a value, after `~a` those of an accumulator, in which a combiner has put several values.
enum TextForm {
    private static let mark = UInt8(ascii: "~")
    private static let valueMark = Array("~v".utf8)
    private static let accumulatorMark = Array("~a".utf8)

    /// Appends a value.
    static func append<Value: ShuffleValue>(_ value: Value, to line: inout [UInt8]) {
        let start = line.count
        if let textual = value as? any TextualValue {
            textual.appendText(to: &line)
            let text = line[start...]
            if text.first != mark, !text.contains(0x0A), !text.contains(0x0D) { return }
            line.removeSubrange(start...)
        }
        line += valueMark
        appendDigits(of: value, to: &line)
    }

    /// Appends an accumulator.
    static func append<Accumulator: ShuffleValue>(
        accumulator: Accumulator,
        to line: inout [UInt8]
    ) {
        line += accumulatorMark
        appendDigits(of: accumulator, to: &line)
    }

    /// Calls `body` with the value of `text`; false where it has none.
    static func withValue<Value: ShuffleValue>(
        of text: ByteView,
        as type: Value.Type,
        _ body: (Value) -> Void
    ) -> Bool {
        if text.first == mark { return withDecoded(text, after: valueMark, as: type, body) }
        guard let textual = Value.self as? any TextualValue.Type,
            let value = textual.read(text: text) as? Value
        else { return false }
        body(value)
        return true
    }

    /// Calls `body` with the accumulator of `text`; false where it has none.
    static func withAccumulator<Accumulator: ShuffleValue>(
        of text: ByteView,
        as type: Accumulator.Type,
        _ body: (Accumulator) -> Void
    ) -> Bool {
        withDecoded(text, after: accumulatorMark, as: type, body)
    }

    private static func appendDigits(of value: some ShuffleValue, to line: inout [UInt8]) {
        var bytes: [UInt8] = []
        value.encode(into: &bytes)
        for byte in bytes {
            line.append(digit(byte >> 4))
            line.append(digit(byte & 15))
        }
    }

    private static func withDecoded<Value: ShuffleValue>(
        _ text: ByteView,
        after mark: [UInt8],
        as type: Value.Type,
        _ body: (Value) -> Void
    ) -> Bool {
        guard text.starts(with: mark), text.count % 2 == 0 else { return false }
        var bytes: [UInt8] = []
        for offset in stride(from: mark.count, to: text.count, by: 2) {
            guard let high = number(text[offset]), let low = number(text[offset + 1]) else {
                return false
            }
            bytes.append(high << 4 | low)
        }
        return bytes.withUnsafeBytes { buffer in
            guard let value = Value.decode(ByteView(buffer)) else { return false }
            body(value)
            return true
        }
    }

    private static func digit(_ number: UInt8) -> UInt8 {
        number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") + number - 10
    }

    private static func number(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
