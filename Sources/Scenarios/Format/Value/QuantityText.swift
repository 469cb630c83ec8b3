/// Ratios, factors, rates, sizes and ranges as scenario files write them.
enum QuantityText {
    /// The units of sizes with their bytes.
    static let sizes: [(name: String, bytes: Int)] = [
        ("B", 1), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
    ]

    /// The periods of rates.
    static let periods: [(name: String, duration: Duration)] = [
        ("/s", .seconds(1)), ("/m", .seconds(60)), ("/h", .seconds(3_600)),
    ]

    /// `0.1` or `10%`, from 0 to 1.
    static func ratio(_ text: String) throws(ValueProblem) -> Double {
        let value = try proportion(text)
        guard value >= 0 else { throw ValueProblem("is negative") }
        guard value <= 1 else {
            throw ValueProblem(
                "is more than 1",
                hint: text.hasSuffix("%") ? nil : "for percent write %"
            )
        }
        return value
    }

    /// A ratio without bounds.
    static func proportion(_ text: String) throws(ValueProblem) -> Double {
        guard text.hasSuffix("%") else {
            let (number, unit) = NumberText.splitUnit(text)
            guard unit.isEmpty else { throw ValueProblem("is not a ratio") }
            return try NumberText.number(number)
        }
        let number = String(text.dropLast())
        _ = try NumberText.decimal(number, kind: "ratio")
        guard let value = Double("\(number.filter { $0 != "_" })e-2") else {
            throw ValueProblem("is not a ratio")
        }
        return value
    }

    /// `10x`, above zero.
    static func factor(_ text: String) throws(ValueProblem) -> Double {
        let (number, unit) = NumberText.splitUnit(text)
        guard unit == "x" || unit.isEmpty else { throw ValueProblem("is not a factor") }
        let value = try NumberText.number(number)
        guard value > 0, value <= 1_000_000 else {
            throw ValueProblem(value > 0 ? "is too large" : "is not above zero")
        }
        guard unit == "x" else { throw ValueProblem("has no unit", hint: "write \(number)x") }
        return value
    }

    /// `300/s`, at least 0.01/h.
    static func rate(_ text: String) throws(ValueProblem) -> Rate {
        let (number, unit) = NumberText.splitUnit(text)
        guard let period = periods.first(where: { $0.name == unit })?.duration else {
            let known = periods.map(\.name)
            throw DurationText.unitProblem(unit, number: number, text: text, known: known)
        }
        let count = try NumberText.number(number)
        guard count > 0 else { throw ValueProblem("is not above zero") }
        guard count <= 1_000_000_000 else { throw ValueProblem("is too large") }
        let rate = Rate(count: count, period: period)
        // The last of ten requests at a lower rate would come after a month of heartbeats.
        guard rate.perSecond * 3_600 >= 0.01 else {
            throw ValueProblem("is too small", expected: "a rate of at least 0.01/h")
        }
        return rate
    }

    /// `5MiB` in bytes.
    static func size(_ text: String) throws(ValueProblem) -> Int {
        let (number, unit) = NumberText.splitUnit(text)
        guard let scale = sizes.first(where: { $0.name == unit })?.bytes else {
            let known = sizes.map(\.name)
            throw DurationText.unitProblem(unit, number: number, text: text, known: known)
        }
        let decimal = try NumberText.decimal(number, kind: "size")
        guard decimal.significand >= 0 else { throw ValueProblem("is negative") }
        var divisor: Int128 = 1
        for _ in 0..<decimal.scale { divisor *= 10 }
        let (scaled, overflow) = decimal.significand.multipliedReportingOverflow(by: Int128(scale))
        guard !overflow, scaled / divisor <= Int128(1) << 50 else {
            throw ValueProblem("is too large")
        }
        guard scaled % divisor == 0 else { throw ValueProblem("is not a whole number of bytes") }
        return Int(scaled / divisor)
    }

    /// `1s...10s`.
    static func range(_ text: String) throws(ValueProblem) -> ClosedRange<Duration> {
        guard let dots = text.range(ofDots: "...") else {
            throw ValueProblem("is not a range", hint: "join both ends by three dots")
        }
        let lower = try DurationText.parse(String(text[..<dots.lowerBound]))
        let upper = try DurationText.parse(String(text[dots.upperBound...]))
        guard lower <= upper else { throw ValueProblem("has its ends the wrong way round") }
        return lower...upper
    }

    /// `1KiB...64KiB`.
    static func sizes(_ text: String) throws(ValueProblem) -> ClosedRange<Int> {
        guard let dots = text.range(ofDots: "...") else {
            throw ValueProblem("is not a range", hint: "join both ends by three dots")
        }
        let lower = try size(String(text[..<dots.lowerBound]))
        let upper = try size(String(text[dots.upperBound...]))
        guard lower <= upper else { throw ValueProblem("has its ends the wrong way round") }
        return lower...upper
    }

    /// A ratio as files write it: in percent where that is as short.
    static func written(ratio: Double) -> String {
        let percent = NumberText.written((ratio * 1e12).rounded() / 1e10)
        let isExact = Double("\(percent)e-2") == ratio
        return isExact ? "\(percent)%" : NumberText.written(ratio)
    }

    /// A size in the largest unit that keeps it a whole number.
    static func written(size: Int) -> String {
        if size == 0 { return "0B" }
        let unit = sizes.filter { size % $0.bytes == 0 }.max { $0.bytes < $1.bytes } ?? sizes[0]
        return "\(NumberText.written(size / unit.bytes))\(unit.name)"
    }
}

extension String {
    /// Where three dots stand.
    fileprivate func range(ofDots dots: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(dots) {
                return start..<index(start, offsetBy: dots.count)
            }
            start = index(after: start)
        }
        return nil
    }
}

/// Events per period of time.
public struct Rate: Sendable, Equatable {
    /// Events in one period; above zero.
    public var count: Double
    /// A second, a minute or an hour.
    public var period: Duration

    /// So many events in a period.
    public init(count: Double, period: Duration) {
        self.count = count
        self.period = period
    }

    /// Events in a second.
    public var perSecond: Double { count / Double(period.components.seconds) }
}
