/// A point of civil time: whole nanoseconds since the beginning of 1970, UTC, without leap
/// seconds.
///
/// The rules of an object store speak of dates, so its time is that of the calendar and not the
/// one since the start of a run.
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Nanoseconds since the beginning of 1970; negative before it. Holds 292 years each way.
    public var nanoseconds: Int64

    /// The point `nanoseconds` after the beginning of 1970.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// A date of the Gregorian calendar, UTC.
    public init(
        year: Int,
        month: Int,
        day: Int,
        hour: Int = 0,
        minute: Int = 0,
        second: Int = 0
    ) {
        let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        nanoseconds = Int64(seconds) * Self.nanosecondsInSecond
    }

    /// The beginning of 1970.
    public static let epoch = Timestamp(nanoseconds: 0)

    static let nanosecondsInSecond: Int64 = 1_000_000_000
    static let nanosecondsInDay: Int64 = 86_400 * nanosecondsInSecond

    /// The date, UTC.
    var date: CivilDate {
        CivilDate(daysSinceEpoch: Int(daysSinceEpoch))
    }

    private var daysSinceEpoch: Int64 {
        nanoseconds.quotientRoundedDown(by: Self.nanosecondsInDay)
    }

    /// The next midnight, UTC, that is later than this point.
    ///
    /// A point that is midnight itself has the one a day later.
    public var nextMidnight: Timestamp {
        Timestamp(nanoseconds: (daysSinceEpoch + 1) * Self.nanosecondsInDay)
    }

    /// Whether this point is the beginning of a day, UTC.
    public var isMidnight: Bool {
        nanoseconds % Self.nanosecondsInDay == 0
    }

    /// The same point without its fraction of a second, as `Last-Modified` has it.
    var wholeSecond: Timestamp {
        let seconds = nanoseconds.quotientRoundedDown(by: Self.nanosecondsInSecond)
        return Timestamp(nanoseconds: seconds * Self.nanosecondsInSecond)
    }

    /// This point some days later.
    public func adding(days: Int) -> Timestamp {
        Timestamp(nanoseconds: nanoseconds + Int64(days) * Self.nanosecondsInDay)
    }

    /// This point some nanoseconds later.
    public func adding(nanoseconds more: Int64) -> Timestamp {
        Timestamp(nanoseconds: nanoseconds + more)
    }

    /// The order of time.
    @inlinable
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Hour, minute and second of the day.
    private var timeOfDay: (hour: Int, minute: Int, second: Int, millisecond: Int) {
        let rest = Int(nanoseconds - daysSinceEpoch * Self.nanosecondsInDay)
        let seconds = rest / Int(Self.nanosecondsInSecond)
        let millisecond = rest % Int(Self.nanosecondsInSecond) / 1_000_000
        return (seconds / 3_600, seconds / 60 % 60, seconds % 60, millisecond)
    }

    /// ISO 8601 with milliseconds, as S3's documents have it: `2009-10-12T17:50:30.000Z`.
    public var description: String {
        let date = date
        let time = timeOfDay
        return date.description + "T" + Self.padded(time.hour, to: 2) + ":"
            + Self.padded(time.minute, to: 2) + ":" + Self.padded(time.second, to: 2) + "."
            + Self.padded(time.millisecond, to: 3) + "Z"
    }

    /// The form of HTTP's headers: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Source: RFC 9110, 5.6.7, IMF-fixdate.
    public var httpDate: String {
        let date = date
        let time = timeOfDay
        return Self.weekdays[date.weekday] + ", " + Self.padded(date.day, to: 2) + " "
            + Self.months[date.month - 1] + " " + Self.padded(date.year, to: 4) + " "
            + Self.padded(time.hour, to: 2) + ":" + Self.padded(time.minute, to: 2) + ":"
            + Self.padded(time.second, to: 2) + " GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// A day of the Gregorian calendar.
struct CivilDate: Hashable, Sendable, CustomStringConvertible {
    var year: Int
    /// 1 to 12.
    var month: Int
    /// 1 to 31.
    var day: Int

    private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    private static let daysInFourCenturies = 146_097
    private static let daysFromYearZeroToEpoch = 719_528

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date a number of days after the first of January 1970.
    init(daysSinceEpoch: Int) {
        let days = daysSinceEpoch + Self.daysFromYearZeroToEpoch
        let centuries = days.quotientRoundedDown(by: Self.daysInFourCenturies)
        var dayOfEra = days - centuries * Self.daysInFourCenturies
        // An estimate that is never too late, and at most one year too early.
        var yearOfEra = dayOfEra * 400 / Self.daysInFourCenturies
        if Self.daysBefore(year: yearOfEra) > dayOfEra { yearOfEra -= 1 }
        if Self.daysBefore(year: yearOfEra + 1) <= dayOfEra { yearOfEra += 1 }
        dayOfEra -= Self.daysBefore(year: yearOfEra)
        year = centuries * 400 + yearOfEra
        month = 12
        while Self.daysBefore(month: month, year: year) > dayOfEra { month -= 1 }
        day = dayOfEra - Self.daysBefore(month: month, year: year) + 1
    }

    /// Days from the first of January 1970 to this one.
    var daysSinceEpoch: Int {
        Self.daysBefore(year: year) + Self.daysBefore(month: month, year: year) + day - 1
            - Self.daysFromYearZeroToEpoch
    }

    /// 0 for Sunday.
    var weekday: Int {
        // The first of January 1970 was a Thursday.
        let days = daysSinceEpoch + 4
        return days - days.quotientRoundedDown(by: 7) * 7
    }

    /// Days from the beginning of the year 0 to that of `year`.
    private static func daysBefore(year: Int) -> Int {
        let last = year - 1
        let leapYears =
            last.quotientRoundedDown(by: 4) - last.quotientRoundedDown(by: 100)
            + last.quotientRoundedDown(by: 400) + 1
        return year * 365 + leapYears
    }

    private static func daysBefore(month: Int, year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return daysBeforeMonth[month - 1] + (isLeap && month > 2 ? 1 : 0)
    }

    /// `2009-10-12`.
    var description: String {
        Timestamp.padded(year, to: 4) + "-" + Timestamp.padded(month, to: 2) + "-"
            + Timestamp.padded(day, to: 2)
    }
}

extension SignedInteger {
    /// The quotient by a positive number, rounded towards negative infinity.
    fileprivate func quotientRoundedDown(by divisor: Self) -> Self {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
