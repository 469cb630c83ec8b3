/// When something happened that a record speaks of.
public struct EventTime: Hashable, Comparable, Sendable {
    /// Milliseconds since the beginning of 1970, UTC, without leap seconds.
    public let milliseconds: Int

    /// Creates a time.
    public init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }

    /// The order of time.
    public static func < (left: EventTime, right: EventTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Appends the time as ISO 8601 has it, UTC: `2000-10-10T20:55:36Z`, or with milliseconds
    /// `2000-10-10T20:55:36.000Z`.
    ///
    /// Within the years 0 to 9999 the order of such texts, as bytes, is the order of time.
    func append(to text: inout [UInt8], withMilliseconds: Bool) {
        let days = milliseconds.quotientRoundedDown(by: 86_400_000)
        let date = CalendarDate(daysSince1970: days)
        let rest = milliseconds - days * 86_400_000
        if date.year < 0 { text.append(UInt8(ascii: "-")) }
        Self.append(Int(date.year.magnitude), places: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        Self.append(date.month, places: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        Self.append(date.day, places: 2, to: &text)
        text.append(UInt8(ascii: "T"))
        Self.append(rest / 3_600_000, places: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        Self.append(rest / 60_000 % 60, places: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        Self.append(rest / 1_000 % 60, places: 2, to: &text)
        if withMilliseconds {
            text.append(UInt8(ascii: "."))
            Self.append(rest % 1_000, places: 3, to: &text)
        }
        text.append(UInt8(ascii: "Z"))
    }

    private static func append(_ number: Int, places: Int, to text: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<places { divisor *= 10 }
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}

extension EventTime: CustomStringConvertible {
    /// The time as ISO 8601 has it, with milliseconds where there are any.
    public var description: String {
        var text: [UInt8] = []
        append(to: &text, withMilliseconds: milliseconds % 1_000 != 0)
        return String(decoding: text, as: UTF8.self)
    }
}
