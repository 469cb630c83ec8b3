/// How the time stands in the lines of a log.
public enum TimestampFormat: Hashable, Sendable {
    /// As Apache writes it: `[10/Oct/2000:13:55:36 -0700]`, the first in the line.
    case apache
    /// As syslog writes it at the start of a line: `Oct 11 22:14:15`, UTC, of the year given.
    ///
    /// Source: RFC 3164, section 4.1.2; its priority, as `<34>`, may stand before it.
    case syslog(year: Int)
    /// As HDFS writes it at the start of a line: `081109 203518`, UTC, from 2000 on.
    case hdfs
    /// ISO 8601, the first in the line: `2016-12-20 00:04:03,231`, `2016-12-20T00:04:03.231+01:00`;
    /// UTC where there is no offset. Digits past the millisecond are left out.
    case iso8601

    /// The time of a record; nothing where it has none.
    public func time(of record: ByteView) -> EventTime? {
        switch self {
        case .apache:
            for start in 0..<record.count where record[start] == UInt8(ascii: "[") {
                var scanner = TimestampScanner(record, offset: start + 1)
                if let time = scanner.apache() { return time }
            }
        case .syslog(let year):
            var scanner = TimestampScanner(record, offset: 0)
            scanner.skipPriority()
            return scanner.syslog(year: year)
        case .hdfs:
            var scanner = TimestampScanner(record, offset: 0)
            return scanner.hdfs()
        case .iso8601:
            var wasDigit = false
            for start in 0..<record.count {
                let isDigit = record[start] &- 48 < 10
                defer { wasDigit = isDigit }
                guard isDigit, !wasDigit else { continue }
                var scanner = TimestampScanner(record, offset: start)
                if let time = scanner.iso8601() { return time }
            }
        }
        return nil
    }
}

/// Reads the parts of a time, one after the other.
private struct TimestampScanner {
    private let text: ByteView
    private var offset: Int

    init(_ text: ByteView, offset: Int) {
        self.text = text
        self.offset = offset
    }

    /// `10/Oct/2000:13:55:36 -0700]`.
    mutating func apache() -> EventTime? {
        guard let day = number(2), skip("/"), let month = monthName(), skip("/"),
            let year = number(4), skip(":"), let time = clockTime(), skip(" "),
            let minutes = numericOffset(), skip("]"),
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        return Self.time(date, time, offset: minutes)
    }

    /// `Oct 11 22:14:15`; a day of one digit stands after two blanks.
    mutating func syslog(year: Int) -> EventTime? {
        guard let month = monthName(), skip(" "), let day = skip(" ") ? number(1) : number(2),
            skip(" "), let time = clockTime(), !isDigitNext,
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        return Self.time(date, time)
    }

    /// `081109 203518`.
    mutating func hdfs() -> EventTime? {
        guard let year = number(2), let month = number(2), let day = number(2), skip(" "),
            let hours = number(2), let minutes = number(2), let seconds = number(2), !isDigitNext,
            let time = Self.clockTime(hours, minutes, seconds),
            let date = CalendarDate(year: 2_000 + year, month: month, day: day)
        else { return nil }
        return Self.time(date, time)
    }

    /// `2016-12-20T00:04:03.231+01:00`, the fraction and the offset left out or not.
    mutating func iso8601() -> EventTime? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"),
            let day = number(2), skip("T") || skip(" ") || skip("t"), let time = clockTime(),
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        var milliseconds = 0
        if isFractionNext {
            offset += 1
            milliseconds = fraction()
        }
        guard !isDigitNext, let minutes = skip("Z") || skip("z") ? 0 : offsetOrNone() else {
            return nil
        }
        return Self.time(date, time, milliseconds, offset: minutes)
    }

    /// Moves past `<34>`, where it stands here.
    mutating func skipPriority() {
        let start = offset
        guard skip("<") else { return }
        while isDigitNext { offset += 1 }
        if !skip(">") { offset = start }
    }

    private static func time(
        _ date: CalendarDate,
        _ seconds: Int,
        _ milliseconds: Int = 0,
        offset minutes: Int = 0
    ) -> EventTime {
        let whole = date.daysSince1970 * 86_400 + seconds - minutes * 60
        return EventTime(milliseconds: whole * 1_000 + milliseconds)
    }

    /// Seconds of a day; a leap second is the first of the next minute.
    private static func clockTime(_ hours: Int, _ minutes: Int, _ seconds: Int) -> Int? {
        guard hours < 24, minutes < 60, seconds <= 60 else { return nil }
        return hours * 3_600 + minutes * 60 + seconds
    }

    private mutating func clockTime() -> Int? {
        guard let hours = number(2), skip(":"), let minutes = number(2), skip(":"),
            let seconds = number(2)
        else { return nil }
        return Self.clockTime(hours, minutes, seconds)
    }

    /// Minutes east of Greenwich: `+0100`, `+01:00`, `+01`.
    private mutating func numericOffset() -> Int? {
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(2), hours < 24 else { return nil }
        let hasColon = skip(":")
        guard hasColon || isDigitNext else { return isWest ? -hours * 60 : hours * 60 }
        guard let minutes = number(2), minutes < 60 else { return nil }
        return isWest ? -hours * 60 - minutes : hours * 60 + minutes
    }

    /// An offset, or zero where none begins here: a sign without two digits is none.
    private mutating func offsetOrNone() -> Int? {
        guard offset + 2 < text.count, text[offset] == UInt8(ascii: "+") || isMinusNext,
            text[offset + 1] &- 48 < 10, text[offset + 2] &- 48 < 10
        else { return 0 }
        return numericOffset()
    }

    private var isMinusNext: Bool { text[offset] == UInt8(ascii: "-") }

    private var isDigitNext: Bool { offset < text.count && text[offset] &- 48 < 10 }

    private var isFractionNext: Bool {
        offset + 1 < text.count && text[offset + 1] &- 48 < 10
            && (text[offset] == UInt8(ascii: ".") || text[offset] == UInt8(ascii: ","))
    }

    /// The first three digits here, as milliseconds; moves past all.
    private mutating func fraction() -> Int {
        var milliseconds = 0
        var scale = 100
        while isDigitNext {
            milliseconds += Int(text[offset] - 48) * scale
            scale /= 10
            offset += 1
        }
        return milliseconds
    }

    /// A number of exactly so many digits, of which more may follow.
    private mutating func number(_ digits: Int) -> Int? {
        guard offset + digits <= text.count else { return nil }
        var number = 0
        for place in offset..<(offset + digits) {
            guard text[place] &- 48 < 10 else { return nil }
            number = number * 10 + Int(text[place] - 48)
        }
        offset += digits
        return number
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard offset < text.count, text[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// A month as three letters, with a capital.
    private mutating func monthName() -> Int? {
        guard offset + 3 <= text.count else { return nil }
        let name = text[offset..<(offset + 3)].reduce(0) { $0 << 8 | UInt32($1) }
        offset += 3
        return Self.months.firstIndex(of: name).map { $0 + 1 }
    }

    private static let months: [UInt32] =
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ").map {
            $0.utf8.reduce(0) { $0 << 8 | UInt32($1) }
        }
}
