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
    /// - Precondition: There is such a day.
    public init(
        year: Int,
        month: Int,
        day: Int,
        hour: Int = 0,
        minute: Int = 0,
        second: Int = 0
    ) {
        guard let date = CalendarDate(year: year, month: month, day: day) else {
            preconditionFailure("there is no day \(day) of month \(month) in \(year)")
        }
        let days = date.daysSince1970
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        nanoseconds = Int64(seconds) * Self.nanosecondsInSecond
    }

    /// The beginning of 1970.
    public static let epoch = Timestamp(nanoseconds: 0)

    static let nanosecondsInSecond: Int64 = 1_000_000_000
    static let nanosecondsInDay: Int64 = 86_400 * nanosecondsInSecond

    /// The date, UTC.
    var date: CalendarDate { CalendarDate(daysSince1970: Int(daysSinceEpoch)) }

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
        return date.description + "T" + time.hour.padded(to: 2) + ":"
            + time.minute.padded(to: 2) + ":" + time.second.padded(to: 2) + "."
            + time.millisecond.padded(to: 3) + "Z"
    }

    /// The form of HTTP's headers: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Source: RFC 9110, 5.6.7, IMF-fixdate.
    public var httpDate: String {
        let date = date
        let time = timeOfDay
        return Self.weekdays[date.weekday] + ", " + date.day.padded(to: 2) + " "
            + Self.months[date.month - 1] + " " + date.year.padded(to: 4) + " "
            + time.hour.padded(to: 2) + ":" + time.minute.padded(to: 2) + ":"
            + time.second.padded(to: 2) + " GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
