/// Numbers and durations as people read them, in reports as in the reasons that a component gives.
package enum ReadableText {
    private static let units: [(name: String, nanoseconds: UInt64)] = [
        ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ]

    /// A whole number with a separator between groups of three digits: `12,500`.
    package static func grouped(_ value: Int, separator: Character = ",") -> String {
        let digits = String(value.magnitude)
        var text = ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (digits.count - offset).isMultiple(of: 3) { text.append(separator) }
            text.append(digit)
        }
        return value < 0 ? "-\(text)" : text
    }

    /// A duration to the nanosecond in the largest unit in which it is at least one: `84.410368
    /// s`.
    package static func exact(_ duration: Duration) -> String {
        let nanoseconds = UInt64(clamping: duration.attoseconds / 1_000_000_000)
        if nanoseconds == 0 { return "0 s" }
        let unit = units.last { nanoseconds >= $0.nanoseconds } ?? units[0]
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: unit.nanoseconds)
        let digits = String(unit.nanoseconds).utf8.count - 1
        let padded = String(String(rest + unit.nanoseconds).dropFirst())
        var fraction = digits == 0 ? "" : padded[...]
        while fraction.last == "0" { fraction.removeLast() }
        let shown = grouped(Int(clamping: whole))
        return fraction.isEmpty ? "\(shown) \(unit.name)" : "\(shown).\(fraction) \(unit.name)"
    }
}
