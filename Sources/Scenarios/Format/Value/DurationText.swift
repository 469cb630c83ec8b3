/// Durations as scenario files write them, exact to the nanosecond.
enum DurationText {
    /// The units with their nanoseconds, smallest first.
    static let units: [(name: String, nanoseconds: Int64)] = [
        ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
        ("m", 60_000_000_000), ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
    ]

    /// The longest duration: 100 years of 365 days, which fits 64 bits of nanoseconds.
    static let longest = Duration.seconds(100 * 365 * 86_400)

    /// A number and its unit.
    static func parse(_ text: String) throws(ValueProblem) -> Duration {
        let (number, unit) = NumberText.splitUnit(text)
        let known = units.map(\.name)
        guard let scale = units.first(where: { $0.name == unit })?.nanoseconds else {
            throw unitProblem(unit, number: number, text: text, known: known)
        }
        let decimal = try NumberText.decimal(number, kind: "duration")
        guard decimal.significand >= 0 else { throw ValueProblem("is negative") }
        var divisor: Int128 = 1
        for _ in 0..<decimal.scale { divisor *= 10 }
        let (scaled, overflow) = decimal.significand.multipliedReportingOverflow(by: Int128(scale))
        if overflow { throw ValueProblem("is too long", expected: "at most 36_500d") }
        guard scaled % divisor == 0 else { throw ValueProblem("is finer than a nanosecond") }
        guard let nanoseconds = Int64(exactly: scaled / divisor),
            .nanoseconds(nanoseconds) <= longest
        else {
            throw ValueProblem("is too long", expected: "at most 36_500d")
        }
        return .nanoseconds(nanoseconds)
    }

    /// What is wrong with a unit, as for every quantity that has one.
    static func unitProblem(
        _ unit: String,
        number: String,
        text: String,
        known: [String]
    ) -> ValueProblem {
        let isNumber = (try? NumberText.decimal(number, kind: "number")) != nil
        guard isNumber else { return ValueProblem("cannot be read") }
        if unit.isEmpty {
            return ValueProblem("has no unit", hint: "one of \(known.joined(separator: " "))")
        }
        let bare = unit.filter { $0 != " " }
        if known.contains(bare) {
            return ValueProblem("has a blank before its unit", hint: "write \(number)\(bare)")
        }
        let lowered = known.first { $0.lowercased() == bare.lowercased() }
        return ValueProblem(
            "has the unknown unit '\(Shortened.text(bare))'",
            suggestion: (lowered ?? longForms[bare.lowercased()]).map { number + $0 },
            hint: "the units are \(known.joined(separator: " "))"
        )
    }

    /// What people write instead of the units.
    private static let longForms = [
        "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m",
        "minute": "m", "minutes": "m", "hour": "h", "hours": "h", "day": "d", "days": "d",
        "msec": "ms", "millis": "ms", "milliseconds": "ms", "µs": "us", "μs": "us", "usec": "us",
        "microseconds": "us", "nanoseconds": "ns",
    ]

    /// The duration in the largest unit that keeps it a whole number.
    static func written(_ duration: Duration) -> String {
        let nanoseconds = duration.wholeNanoseconds
        if nanoseconds == 0 { return "0s" }
        let unit = units.last { nanoseconds % $0.nanoseconds == 0 } ?? units[0]
        return "\(NumberText.written(Int(nanoseconds / unit.nanoseconds)))\(unit.name)"
    }
}

extension Duration {
    /// The whole nanoseconds, which hold every duration that a scenario file can say; those of a
    /// longer one, as virtual time has them, are `Int64.max`.
    var wholeNanoseconds: Int64 {
        let attoseconds = self.attoseconds
        // Most need no division of 128 bits.
        if let few = UInt64(exactly: attoseconds) { return Int64(few / 1_000_000_000) }
        return Int64(clamping: attoseconds / 1_000_000_000)
    }
}
