extension Timestamp {
    /// Reads the forms that HTTP's headers have: `Sun, 06 Nov 1994 08:49:37 GMT`, and the two that
    /// are obsolete, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    ///
    /// The name of the day is not looked at. A year of two digits is the one of 1970 to 2069.
    ///
    /// Source: RFC 9110, 5.6.7.
    /// - Returns: Nil for anything else: a recipient ignores a condition that is no date.
    public init?(httpDate text: String) {
        let words = text.split { $0 == " " || $0 == "," }
        let parts: [Substring]
        switch words.count {
        case 6 where words[5] == "GMT": parts = Array(words[1...4])
        case 4 where words[3] == "GMT":
            let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard date.count == 3, date[2].count == 2 else { return nil }
            parts = date + [words[2]]
        case 5: parts = [words[2], words[1], words[4], words[3]]
        default: return nil
        }
        guard let month = Self.months.firstIndex(of: String(parts[1])),
            let day = Self.number(parts[0]), var year = Self.number(parts[2])
        else { return nil }
        if parts[2].count == 2 { year += year < 70 ? 2_000 : 1_900 }
        self.init(year: year, month: month + 1, day: day, time: parts[3])
    }

    /// Reads ISO 8601 as the documents of S3 have it: a date, or a date and a time with or without
    /// a fraction of a second, which does not count; of UTC, or with its distance as `+00:00`.
    public init?(iso8601 text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        let date = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count <= 2, date.map(\.count) == [4, 2, 2],
            let year = Self.number(date[0]), let month = Self.number(date[1]),
            let day = Self.number(date[2])
        else { return nil }
        guard halves.count == 2 else {
            self.init(year: year, month: month, day: day, time: "00:00:00")
            return
        }
        guard let (clock, offset) = Self.zoned(halves[1]) else { return nil }
        let time = clock.split(
            separator: ".",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard time.count == 1 || Self.number(time[1]) != nil else { return nil }
        self.init(year: year, month: month, day: day, time: time[0])
        nanoseconds -= offset
    }

    /// A time without its zone, and by how many nanoseconds that is before UTC.
    private static func zoned(_ text: Substring) -> (time: Substring, offset: Int64)? {
        if text.hasSuffix("Z") { return (text.dropLast(), 0) }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
        let parts = text[sign...].dropFirst().split(
            separator: ":",
            omittingEmptySubsequences: false
        )
        guard parts.map(\.count) == [2, 2], let hours = number(parts[0]), hours < 24,
            let minutes = number(parts[1]), minutes < 60
        else { return nil }
        let offset = Int64(hours * 60 + minutes) * 60 * nanosecondsInSecond
        return (text[..<sign], text[sign] == "-" ? -offset : offset)
    }

    private init?(year: Int, month: Int, day: Int, time: Substring) {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Self.number)
        guard parts.count == 3, numbers.count == 3, numbers[0] < 24, numbers[1] < 60,
            numbers[2] <= 60, 1_678...2_261 ~= year,
            CalendarDate(year: year, month: month, day: day) != nil
        else { return nil }
        self.init(
            year: year,
            month: month,
            day: day,
            hour: numbers[0],
            minute: numbers[1],
            second: numbers[2]
        )
    }

    /// The number that digits alone spell.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
    }
}
