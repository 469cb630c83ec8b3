import Simulator

/// Numbers as scenario files write them.
enum NumberText {
    /// A decimal number, exactly: `significand / 10^scale`.
    struct Decimal: Equatable {
        var significand: Int128
        var scale: Int
    }

    /// A whole number, with `_` allowed between digits.
    static func integer(_ text: String) throws(ValueProblem) -> Int {
        let decimal = try decimal(text, kind: "whole number")
        guard decimal.scale == 0 else { throw ValueProblem("is not a whole number") }
        guard let value = Int(exactly: decimal.significand) else {
            throw ValueProblem(decimal.significand < 0 ? "is too small" : "is too large")
        }
        return value
    }

    /// A number with an optional fraction, as the nearest floating-point number.
    static func number(_ text: String) throws(ValueProblem) -> Double {
        _ = try decimal(text, kind: "number")
        let plain = text.filter { $0 != "_" }
        guard let value = Double(plain) else { throw ValueProblem("is not a number") }
        return value
    }

    /// The exact value of a number of at most 30 digits.
    static func decimal(_ text: String, kind: String) throws(ValueProblem) -> Decimal {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ isDigits($0) }) else {
            throw ValueProblem("is not a \(kind)")
        }
        let whole = parts[0].filter { $0 != UInt8(ascii: "_") }
        if whole.count > 1, whole.first == UInt8(ascii: "0") {
            let shown = String(decoding: whole.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self)
            let rest = parts.count == 2 ? "" : (shown.isEmpty ? "write 0" : "write \(shown)")
            throw ValueProblem("begins with a zero", hint: rest.isEmpty ? nil : rest)
        }
        let fraction = parts.count == 2 ? parts[1].filter { $0 != UInt8(ascii: "_") } : []
        guard whole.count + fraction.count <= 30 else { throw ValueProblem("has too many digits") }
        var significand: Int128 = 0
        for digit in whole + fraction { significand = significand * 10 + Int128(digit - 48) }
        return Decimal(significand: isNegative ? -significand : significand, scale: fraction.count)
    }

    /// Digits with single `_` between them.
    private static func isDigits(_ bytes: ArraySlice<UInt8>) -> Bool {
        var lastWasDigit = false
        for byte in bytes {
            let isDigit = (48...57).contains(byte)
            guard isDigit || (byte == UInt8(ascii: "_") && lastWasDigit) else { return false }
            lastWasDigit = isDigit
        }
        return lastWasDigit
    }

    /// Splits `10ms` into `10` and `ms`.
    static func splitUnit(_ text: String) -> (number: String, unit: String) {
        let end = text.firstIndex { !($0.isASCII && ($0.isNumber || "+-._".contains($0))) }
        guard let end else { return (text, "") }
        return (String(text[..<end]), String(text[end...]))
    }

    /// A whole number with commas between groups of three digits, for messages.
    static func grouped(_ value: Int, separator: Character = ",") -> String {
        ReadableText.grouped(value, separator: separator)
    }

    /// A whole number as files write it: with `_` between groups from ten thousand on.
    static func written(_ value: Int) -> String {
        value.magnitude >= 10_000 ? grouped(value, separator: "_") : String(value)
    }

    /// The shortest decimal text without exponent that reads back as the same number.
    static func written(_ value: Double) -> String {
        let text = value.description
        guard let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }) else {
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        let exponent = Int(text[text.index(after: mark)...]) ?? 0
        let mantissa = text[..<mark]
        let sign = mantissa.hasPrefix("-") ? "-" : ""
        let digits = mantissa.filter { $0.isNumber }
        let point = (mantissa.drop { $0 == "-" }.firstIndex(of: ".")).map {
            mantissa.drop { $0 == "-" }.distance(
                from: mantissa.drop { $0 == "-" }.startIndex,
                to: $0
            )
        }
        let position = (point ?? digits.count) + exponent
        if position <= 0 {
            return "\(sign)0.\(String(repeating: "0", count: -position))\(digits)"
        }
        let padded = digits + String(repeating: "0", count: max(0, position - digits.count))
        let whole = padded.prefix(position)
        let fraction = padded.dropFirst(position)
        return fraction.allSatisfy { $0 == "0" } ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
    }
}
