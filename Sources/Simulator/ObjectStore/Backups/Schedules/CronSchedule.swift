/// When something is due, in the words of cron: minute, hour, day of the month, month and day of
/// the week, UTC.
///
/// Of a field of days without an asterisk and another one either may match; where one of the two
/// has an asterisk, both must.
///
/// Source: crontab(5) of cronie and of Vixie's cron. Names may stand in ranges and lists too, which
/// the page forbids and the programs allow.
public struct CronSchedule: Hashable, Sendable, CustomStringConvertible {
    /// The schedule as it was written.
    public let description: String
    private let minute: CronField
    private let hour: CronField
    private let dayOfMonth: CronField
    private let month: CronField
    private let dayOfWeek: CronField

    private static let nicknames = [
        "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *",
        "@weekly": "0 0 * * 0", "@daily": "0 0 * * *", "@midnight": "0 0 * * *",
        "@hourly": "0 * * * *",
    ]

    /// Reads a schedule such as `0 2 * * *` or `@daily`.
    ///
    /// - Throws: What is wrong with it; also that it is never due, as on 30 February.
    public init(_ text: String) throws(CronProblem) {
        description = text
        if text.hasPrefix("@"), Self.nicknames[text] == nil {
            throw CronProblem("'\(text)' is none of @yearly, @monthly, @weekly, @daily and @hourly")
        }
        let fields = (Self.nicknames[text] ?? text).split { $0 == " " || $0 == "\t" }
        guard fields.count == 5 else {
            throw CronProblem(
                "a schedule has five fields, such as '0 2 * * *', and this one \(fields.count)"
            )
        }
        minute = try CronField(fields[0], .minute)
        hour = try CronField(fields[1], .hour)
        dayOfMonth = try CronField(fields[2], .dayOfMonth)
        month = try CronField(fields[3], .month)
        dayOfWeek = try CronField(fields[4], .dayOfWeek)
        // The days of all weeks and leap years have come by after 400 years.
        guard firstDay(from: 0, through: 146_097) != nil else {
            throw CronProblem("'\(text)' is never due: there is no such day")
        }
    }

    /// The first minute later than `instant` at which it is due; nil where calendar time ends
    /// before, in 2262.
    public func next(after instant: Timestamp) -> Timestamp? {
        let minuteLength = 60 * Timestamp.nanosecondsInSecond
        let first = Int(instant.nanoseconds.quotientRoundedDown(by: minuteLength)) + 1
        let firstDay = first.quotientRoundedDown(by: 1_440)
        let lastDay = Int(Int64.max / Timestamp.nanosecondsInDay) - 1
        var from = firstDay
        while let day = self.firstDay(from: from, through: lastDay) {
            if let time = time(from: day == firstDay ? first - firstDay * 1_440 : 0) {
                return Timestamp(nanoseconds: Int64(day * 1_440 + time) * minuteLength)
            }
            from = day + 1
        }
        return nil
    }

    /// The first minute of a day, from midnight, that is not before `minute`.
    private func time(from first: Int) -> Int? {
        let (firstHour, firstMinute) = (first / 60, first % 60)
        if hour.contains(firstHour), let minute = minute.next(from: firstMinute) {
            return firstHour * 60 + minute
        }
        guard let hour = hour.next(from: firstHour + 1), let minute = minute.next(from: 0) else {
            return nil
        }
        return hour * 60 + minute
    }

    /// The first of some days since 1970 on which it is due.
    private func firstDay(from first: Int, through last: Int) -> Int? {
        var day = first
        while day <= last {
            let date = CalendarDate(daysSince1970: day)
            if !month.contains(date.month) {
                day = Self.firstDay(after: date)
                continue
            }
            if matches(date) { return day }
            day += 1
        }
        return nil
    }

    private func matches(_ date: CalendarDate) -> Bool {
        let isDayOfMonth = dayOfMonth.contains(date.day)
        let isDayOfWeek = dayOfWeek.contains(date.weekday)
        return dayOfMonth.hasAsterisk || dayOfWeek.hasAsterisk
            ? isDayOfMonth && isDayOfWeek : isDayOfMonth || isDayOfWeek
    }

    /// The first day of the next month.
    private static func firstDay(after date: CalendarDate) -> Int {
        var day = date.daysSince1970 + 28 - min(28, date.day)
        while CalendarDate(daysSince1970: day).month == date.month { day += 1 }
        return day
    }
}
