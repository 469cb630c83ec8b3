import Testing

@testable import Simulator

/// Source: crontab(5) of cronie and of Vixie's cron, whose examples these are; 2024 began on a
/// Monday.
struct CronScheduleTests {
    private static let start = Timestamp(year: 2024, month: 1, day: 1)

    private func times(_ text: String, _ count: Int, after start: Timestamp = start) throws
        -> [String]
    {
        let schedule = try CronSchedule(text)
        var times: [String] = []
        var instant = start
        while times.count < count, let next = schedule.next(after: instant) {
            times.append(String(next.description.prefix(16)))
            instant = next
        }
        return times
    }

    @Test(arguments: [
        // The seed's.
        ("0 2 * * *", ["2024-01-01T02:00", "2024-01-02T02:00", "2024-01-03T02:00"]),
        // "run five minutes after midnight, every day".
        ("5 0 * * *", ["2024-01-01T00:05", "2024-01-02T00:05", "2024-01-03T00:05"]),
        // "run at 2:15pm on the first of every month".
        ("15 14 1 * *", ["2024-01-01T14:15", "2024-02-01T14:15", "2024-03-01T14:15"]),
        // "run at 10 pm on weekdays".
        ("0 22 * * 1-5", ["2024-01-01T22:00", "2024-01-02T22:00", "2024-01-03T22:00"]),
        // "run 23 minutes after midn, 2am, 4am ..., everyday".
        ("23 0-23/2 * * *", ["2024-01-01T00:23", "2024-01-01T02:23", "2024-01-01T04:23"]),
        // "run at 5 after 4 every sunday".
        ("5 4 * * sun", ["2024-01-07T04:05", "2024-01-14T04:05", "2024-01-21T04:05"]),
        // "4:30 am on the 1st and 15th of each month, plus every Friday".
        (
            "30 4 1,15 * 5",
            [
                "2024-01-01T04:30", "2024-01-05T04:30", "2024-01-12T04:30", "2024-01-15T04:30",
                "2024-01-19T04:30",
            ]
        ),
        // With an asterisk in one of the fields both must match: odd days that are Sundays.
        ("0 0 */2 * sun", ["2024-01-07T00:00", "2024-01-21T00:00", "2024-02-11T00:00"]),
        ("0 0 29 2 *", ["2024-02-29T00:00", "2028-02-29T00:00", "2032-02-29T00:00"]),
        ("59 23 31 dec Fri-7", ["2024-12-01T23:59", "2024-12-06T23:59", "2024-12-07T23:59"]),
        ("*/20 9-17/4 * jan-mar,DEC *", ["2024-01-01T09:00", "2024-01-01T09:20"]),
        ("@yearly", ["2025-01-01T00:00", "2026-01-01T00:00"]),
        ("@monthly", ["2024-02-01T00:00", "2024-03-01T00:00"]),
        ("@weekly", ["2024-01-07T00:00", "2024-01-14T00:00"]),
        ("@daily", ["2024-01-02T00:00", "2024-01-03T00:00"]),
        ("@hourly", ["2024-01-01T01:00", "2024-01-01T02:00"]),
    ])
    func `a schedule is due when the page of the manual says`(text: String, due: [String]) throws {
        #expect(try times(text, due.count) == due)
    }

    @Test
    func `the next time is later than the one that is asked about`() throws {
        let schedule = try CronSchedule("* * * * *")
        let minute = Timestamp(year: 2024, month: 2, day: 29, hour: 23, minute: 59)
        #expect(schedule.next(after: minute) == Timestamp(year: 2024, month: 3, day: 1))
        #expect(schedule.next(after: minute.adding(nanoseconds: -1)) == minute)
        #expect(schedule.next(after: Timestamp(nanoseconds: .max)) == nil)
    }

    @Test(arguments: [
        "17 3 * * *", "*/7 */5 1-10,20 * *", "0 0 13 * fri", "1,2,59 0,23 * 2 0-3", "30 12 31 * 7",
        "5 5 */3 */2 *", "* 6 * jun sat,wed",
    ])
    func `it is due at the minutes that one finds by trying every minute of a year`(
        text: String
    ) throws {
        let schedule = try CronSchedule(text)
        let fields = text.split(separator: " ").map(String.init)
        var due: [Int] = []
        for minute in 0..<366 * 1_440 where Self.matches(fields, minute) { due.append(minute) }
        var found: [Int] = []
        var instant = Self.start.adding(nanoseconds: -1)
        while let next = schedule.next(after: instant) {
            let minute = Int((next.nanoseconds - Self.start.nanoseconds) / 60_000_000_000)
            guard minute < 366 * 1_440 else { break }
            found.append(minute)
            instant = next
        }
        #expect(found == due)
    }

    /// Whether a minute of 2024 is meant: by the text of the fields alone.
    private static func matches(_ fields: [String], _ minute: Int) -> Bool {
        let day = minute / 1_440
        var (month, rest) = (1, day)
        let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        while rest >= lengths[month - 1] {
            rest -= lengths[month - 1]
            month += 1
        }
        func isMeant(_ field: Int, _ number: Int, _ first: Int) -> Bool {
            fields[field].split(separator: ",").contains { item in
                let parts = item.split(separator: "/")
                let step = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
                if parts[0] == "*" { return (number - first) % step == 0 }
                let ends = parts[0].split(separator: "-").map { end in
                    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat", "jun"]
                    return Int(end) ?? names.firstIndex(of: String(end)).map { $0 == 7 ? 6 : $0 }
                        ?? -1
                }
                return number >= ends[0] && number <= ends[ends.count - 1]
            }
        }
        let weekday = (day + 1) % 7
        let byDay = isMeant(2, rest + 1, 1)
        let byWeek = isMeant(4, weekday, 0) || (weekday == 0 && isMeant(4, 7, 0))
        let isEither = !fields[2].contains("*") && !fields[4].contains("*")
        return isMeant(0, minute % 60, 0) && isMeant(1, minute / 60 % 24, 0)
            && isMeant(3, month, 1) && (isEither ? byDay || byWeek : byDay && byWeek)
    }

    @Test(arguments: [
        ("0 2 * *", "a schedule has five fields, such as '0 2 * * *', and this one 4"),
        ("60 * * * *", "60 is no minute, which is from 0 to 59"),
        ("* 24 * * *", "24 is no hour, which is from 0 to 23"),
        ("* * 0 * *", "0 is no day of the month, which is from 1 to 31"),
        ("* * * 13 *", "13 is no month, which is from 1 to 12"),
        ("* * * * 8", "8 is no day of the week, which is from 0 to 7"),
        ("* * * foo *", "'foo' is no month"),
        ("mon * * * *", "'mon' is no minute"),
        ("1, * * * *", "'' is no minute"),
        ("5-1 * * * *", "the range '5-1' ends before it begins"),
        ("1-2-3 * * * *", "'1-2-3' is no range"),
        ("*/0 * * * *", "'*/0' has no step of at least 1 behind its slash"),
        ("*/2/3 * * * *", "'*/2/3' has no step of at least 1 behind its slash"),
        ("5/2 * * * *", "'5/2' has a step, which only * and ranges have"),
        ("+5 * * * *", "'+5' is no minute"),
        ("0 0 30 2 *", "'0 0 30 2 *' is never due: there is no such day"),
        ("@reboot", "'@reboot' is none of @yearly, @monthly, @weekly, @daily and @hourly"),
    ])
    func `what is no schedule is refused with the reason`(text: String, reason: String) {
        #expect(throws: CronProblem(reason)) { try CronSchedule(text) }
    }
}
