import Simulator

/// Durations as reports show them.
enum TimeText {
    private static let units: [(name: String, nanoseconds: UInt64)] = [
        ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ]

    /// The duration with three significant digits in the unit that suits it: `12.3 ms`, `84.4 s`.
    ///
    /// Seconds are the largest unit, so that columns of them compare; from 1,000 on they are whole.
    static func rounded(_ duration: Duration) -> String {
        let nanoseconds = UInt64(clamping: duration.attoseconds / 1_000_000_000)
        if nanoseconds == 0 { return "0 s" }
        for (index, unit) in units.enumerated() {
            let isLast = index == units.count - 1
            let decimals = decimals(nanoseconds, unit.nanoseconds)
            let scale: UInt64 = decimals == 2 ? 100 : decimals == 1 ? 10 : 1
            let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: unit.nanoseconds)
            let scaled = whole * scale + (rest * scale + unit.nanoseconds / 2) / unit.nanoseconds
            guard isLast || scaled < 1_000 * scale else { continue }
            let digits = unit.nanoseconds == 1 ? 0 : decimals
            return "\(text(scaled, scale, digits)) \(unit.name)"
        }
        return ""
    }

    /// The duration to the nanosecond in the largest unit in which it is at least one: `84.410368
    /// s`.
    static func exact(_ duration: Duration) -> String { ReadableText.exact(duration) }

    /// An instant in seconds with three decimals: `20.500 s`.
    static func instant(_ instant: VirtualInstant) -> String {
        let milliseconds = (instant.nanoseconds / 100_000 + 5) / 10
        return "\(text(milliseconds, 1_000, 3)) s"
    }

    /// How many decimals give three digits, before rounding.
    private static func decimals(_ nanoseconds: UInt64, _ unit: UInt64) -> Int {
        // 9.995 is the least that rounds to 10.0, and 99.95 to 100.
        let thousandths = UInt64(
            clamping: UInt128(nanoseconds) * 1_000 / UInt128(unit)
        )
        if thousandths < 9_995 { return 2 }
        return thousandths < 99_950 ? 1 : 0
    }

    private static func text(_ scaled: UInt64, _ scale: UInt64, _ decimals: Int) -> String {
        let whole = NumberText.grouped(Int(clamping: scaled / scale))
        guard decimals > 0 else { return whole }
        let rest = String(scaled % scale)
        let zeros = String(repeating: "0", count: max(0, decimals - rest.count))
        return "\(whole).\(zeros)\(rest)"
    }
}
