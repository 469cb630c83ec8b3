/// Calendar instants as scenario files write them: ISO 8601 in UTC, nothing else.
enum InstantText {
    /// Reads `2024-01-01T00:00:00Z`, with an optional fraction of up to nine digits.
    static func parse(_ text: String) throws(ValueProblem) -> CalendarInstant {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, matches(bytes) else {
            throw ValueProblem("is not an instant", hint: zoneHint(text))
        }
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
        guard (1...12).contains(month) else { throw ValueProblem("has no such month") }
        guard day >= 1, day <= length(ofMonth: month, year) else {
            throw ValueProblem("has no such day")
        }
        guard hour < 24, minute < 60, second < 60 else { throw ValueProblem("has no such time") }
        guard (1970...2200).contains(year) else {
            throw ValueProblem("is out of range", expected: "a year from 1970 to 2200")
        }
        let days = daysSince1970(year, month, day)
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
        return CalendarInstant(
            sinceEpoch: .seconds(seconds) + .nanoseconds(bytes.count == 20 ? 0 : fraction(bytes))
        )
    }

    private static func fraction(_ bytes: [UInt8]) -> Int {
        var value = 0
        for place in 20..<29 {
            value = value * 10 + (place < bytes.count - 1 ? Int(bytes[place]) - 48 : 0)
        }
        return value
    }

    private static func matches(_ bytes: [UInt8]) -> Bool {
        let pattern = Array("dddd-dd-ddTdd:dd:dd".utf8)
        for (place, wanted) in pattern.enumerated() {
            let isDigit = (48...57).contains(bytes[place])
            guard wanted == UInt8(ascii: "d") ? isDigit : bytes[place] == wanted else {
                return false
            }
        }
        guard bytes.last == UInt8(ascii: "Z") else { return false }
        let rest = bytes[19..<(bytes.count - 1)]
        guard let point = rest.first else { return true }
        return point == UInt8(ascii: ".") && (2...10).contains(rest.count)
            && rest.dropFirst().allSatisfy { (48...57).contains($0) }
    }

    private static func zoneHint(_ text: String) -> String? {
        let hasTime = text.contains("T") && text.contains(":")
        return hasTime && !text.hasSuffix("Z") ? "write it in UTC, with a Z at the end" : nil
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        let isLeap =
            year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days of the proleptic Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date
    /// Algorithms").
    static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The instant in the form in which it is read.
    static func written(_ instant: CalendarInstant) -> String {
        let total = instant.sinceEpoch.components
        let (days, rest) = Int(total.seconds).quotientAndRemainder(dividingBy: 86_400)
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let time = "\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
        let nanoseconds = Int(total.attoseconds / 1_000_000_000)
        guard nanoseconds > 0 else { return "\(date)T\(time)Z" }
        var digits = padded(nanoseconds, 9)
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(date)T\(time).\(digits)Z"
    }

    /// The instant as web servers write it, to the second: `01/Jan/2024:00:00:00 +0000`.
    static func local(_ instant: CalendarInstant) -> String {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let whole = Duration.seconds(instant.sinceEpoch.components.seconds)
        let parts = written(CalendarInstant(sinceEpoch: whole)).dropLast().split(separator: "T")
        let date = parts[0].split(separator: "-")
        let month = months[(Int(date[1]) ?? 1) - 1]
        return "\(date[2])/\(month)/\(date[0]):\(parts[1]) +0000"
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// An instant of the virtual calendar, in UTC.
public struct CalendarInstant: Sendable, Equatable {
    /// Time since 1970-01-01T00:00:00Z, without leap seconds.
    public var sinceEpoch: Duration

    /// An instant so long after 1970-01-01T00:00:00Z.
    public init(sinceEpoch: Duration) {
        self.sinceEpoch = sinceEpoch
    }
}
