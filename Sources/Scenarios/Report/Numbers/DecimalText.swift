/// Numbers as text, rounded to a stated number of digits, the same on every machine.
enum DecimalText {
    /// The number with so many decimals: `fixed(1.0849, decimals: 3)` is `1.085`.
    ///
    /// - Parameter isGrouped: Whether commas stand between groups of three digits.
    static func fixed(_ value: Double, decimals: Int, isGrouped: Bool = false) -> String {
        if let special = special(value) { return special }
        let exact = ExactDecimal(value)
        let rounded = exact.rounded(toDigits: exact.pointPosition + decimals)
        let (whole, fraction) = plain(rounded, decimals: decimals)
        let isZero = rounded.digits.allSatisfy { $0 == 0 }
        let sign = value < 0 && !isZero ? "-" : ""
        let shown = isGrouped ? grouped(whole) : whole
        return fraction.isEmpty ? "\(sign)\(shown)" : "\(sign)\(shown).\(fraction)"
    }

    /// The number with so many significant digits and no zeros at the end; with an exponent below
    /// 10^-5 and from 10^15 on: `significant(0.0000012344, digits: 3)` is `1.23e-6`.
    static func significant(_ value: Double, digits count: Int) -> String {
        if let special = special(value) { return special }
        if value == 0 { return "0" }
        let rounded = ExactDecimal(value).rounded(toDigits: count)
        let exponent = rounded.pointPosition - 1
        let sign = value < 0 ? "-" : ""
        if exponent < -5 || exponent >= 15 {
            let digits = trimmed(text(rounded.digits))
            let fraction = digits.dropFirst()
            return "\(sign)\(digits.prefix(1))\(fraction.isEmpty ? "" : ".")\(fraction)e\(exponent)"
        }
        let decimals = max(0, rounded.digits.count - rounded.pointPosition)
        let (whole, fraction) = plain(rounded, decimals: decimals)
        let end = trimmed(fraction)
        return end.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(end)"
    }

    /// A part of a whole in percent: `percent(0.0844, decimals: 1)` is `8.4%`.
    static func percent(_ ratio: Double, decimals: Int) -> String {
        guard ratio.isFinite else { return special(ratio) ?? "" }
        return "\(fixed(ratio * 100, decimals: decimals))%"
    }

    private static func special(_ value: Double) -> String? {
        if value.isNaN { return "none" }
        guard value.isInfinite else { return nil }
        return value < 0 ? "-infinite" : "infinite"
    }

    /// The digits before and after the point.
    private static func plain(
        _ number: ExactDecimal,
        decimals: Int
    ) -> (whole: String, fraction: String) {
        let position = number.pointPosition
        let wholeDigits = number.digits.prefix(max(0, position))
        let zeros = max(0, position) - wholeDigits.count
        let whole = text(Array(wholeDigits)) + String(repeating: "0", count: zeros)
        var fraction = String(repeating: "0", count: min(decimals, max(0, -position)))
        fraction += text(Array(number.digits.dropFirst(max(0, position))))
        fraction = String(fraction.prefix(decimals))
        fraction += String(repeating: "0", count: decimals - fraction.count)
        return (whole.isEmpty ? "0" : whole, fraction)
    }

    private static func text(_ digits: [UInt8]) -> String {
        digits.map { String($0) }.joined()
    }

    private static func trimmed(_ digits: String) -> String {
        var digits = digits[...]
        while digits.last == "0" { digits.removeLast() }
        return String(digits)
    }

    private static func grouped(_ digits: String) -> String {
        var text = ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (digits.count - offset).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
