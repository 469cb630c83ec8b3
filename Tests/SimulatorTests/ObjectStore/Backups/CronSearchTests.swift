import Testing

@testable import Simulator

/// Schedules that are drawn with what they mean, so that nobody reads their text but the schedule.
struct CronSearchTests {
    /// A field: its text, and the numbers that were put into it.
    private struct Field {
        var text = ""
        var isMeant = [Bool](repeating: false, count: 61)
        var hasAsterisk: Bool { text.contains("*") }

        init(_ range: ClosedRange<Int>, names: [String], using random: inout RandomStream) {
            let count = random.below(3) == 0 ? 2 : 1
            text = (0..<count).map { _ in add(range, names, &random) }.joined(separator: ",")
        }

        private mutating func add(
            _ range: ClosedRange<Int>,
            _ names: [String],
            _ random: inout RandomStream
        ) -> String {
            func number() -> Int { range.lowerBound + Int(random.below(UInt64(range.count))) }
            func word(_ number: Int) -> String {
                let index = number - range.lowerBound
                guard names.indices.contains(index), random.below(2) == 0 else {
                    return "\(number)"
                }
                return random.below(2) == 0 ? names[index] : names[index].uppercased()
            }
            switch random.below(5) {
            case 0:
                for number in range { isMeant[number] = true }
                return "*"
            case 1:
                let step = 1 + Int(random.below(UInt64(range.count)))
                for number in range where (number - range.lowerBound) % step == 0 {
                    isMeant[number] = true
                }
                return "*/\(step)"
            case 2:
                let number = number()
                isMeant[number] = true
                return word(number)
            default:
                let ends = [number(), number()].sorted()
                let step = random.below(2) == 0 ? 1 : 1 + Int(random.below(5))
                for number in ends[0]...ends[1] where (number - ends[0]) % step == 0 {
                    isMeant[number] = true
                }
                return "\(word(ends[0]))-\(word(ends[1]))" + (step == 1 ? "" : "/\(step)")
            }
        }
    }

    /// A day of the calendar, counted on from a Thursday, 1 January 1970.
    private struct Day {
        var (year, month, day, weekday, number) = (1970, 1, 1, 4, 0)

        mutating func advance() {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            number += 1
            weekday = (weekday + 1) % 7
            day += 1
            if day > lengths[month - 1] { (day, month) = (1, month + 1) }
            if month > 12 { (month, year) = (1, year + 1) }
        }
    }

    private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    @Test(arguments: 1...80 as ClosedRange<UInt64>)
    func `a schedule is due at the minutes that are found by trying every one`(seed: UInt64) throws
    {
        var random = Simulation(seed: seed).random("schedule")
        let minute = Field(0...59, names: [], using: &random)
        let hour = Field(0...23, names: [], using: &random)
        let dayOfMonth = Field(1...31, names: [], using: &random)
        let month = Field(1...12, names: Self.months, using: &random)
        // An asterisk means the seven days from Sunday to Saturday.
        let dayOfWeek = Field(0...6, names: Self.weekdays, using: &random)
        let fields = [minute, hour, dayOfMonth, month, dayOfWeek]
        let text = fields.map(\.text).joined(separator: " ")
        let schedule: CronSchedule
        do throws(CronProblem) { schedule = try CronSchedule(text) } catch {
            let isNever = !(1...29).contains { dayOfMonth.isMeant[$0] }
            #expect(isNever && error.description.hasSuffix("never due: there is no such day"))
            return
        }
        var day = Day()
        for _ in 0..<random.below(80_000) { day.advance() }
        let first = day.number * 1_440
        var due: [Int] = []
        for _ in 0..<70 {
            let byMonth = dayOfMonth.isMeant[day.day]
            let byWeek = dayOfWeek.isMeant[day.weekday]
            let isEither = !dayOfMonth.hasAsterisk && !dayOfWeek.hasAsterisk
            let isDay = isEither ? byMonth || byWeek : byMonth && byWeek
            for time in 0..<1_440 where isDay && month.isMeant[day.month] {
                if minute.isMeant[time % 60], hour.isMeant[time / 60] {
                    due.append(day.number * 1_440 + time)
                }
            }
            day.advance()
        }
        let last = day.number * 1_440
        let length = 60 * Timestamp.nanosecondsInSecond
        var found: [Int] = []
        var instant = Timestamp(nanoseconds: Int64(first) * length - 1)
        while found.count <= due.count, let next = schedule.next(after: instant) {
            #expect(next.nanoseconds % length == 0 && next > instant)
            guard next.nanoseconds / length < Int64(last) else { break }
            found.append(Int(next.nanoseconds / length))
            instant = next.adding(nanoseconds: Int64(random.below(UInt64(length))))
        }
        #expect(found == due, "\(text)")
    }

    /// 2100 is no leap year, and 2000 was one.
    @Test
    func `the 29th of February comes by every four years, but for 2100`() throws {
        let schedule = try CronSchedule("0 0 29 feb *")
        var years: [Int] = []
        var instant = Timestamp(year: 1996, month: 3, day: 1)
        while let next = schedule.next(after: instant), next.date.year < 2110 {
            #expect(next.date.month == 2 && next.date.day == 29)
            years.append(next.date.year)
            instant = next
        }
        #expect(years == Array(stride(from: 2000, to: 2100, by: 4)) + [2104, 2108])
    }

    @Test(arguments: ["0 0 30 2 *", "0 0 31 4,6,9,11 *", "0 0 30-31 2 *", "0 0 31 2-2 */2"])
    func `a day that never comes is refused`(text: String) {
        #expect(throws: CronProblem("'\(text)' is never due: there is no such day")) {
            try CronSchedule(text)
        }
    }

    @Test
    func `a day of the week suffices where both fields of days are restricted`() throws {
        let schedule = try CronSchedule("0 0 30 2 fri")
        let next = schedule.next(after: Timestamp(year: 2024, month: 1, day: 1))
        #expect(next == Timestamp(year: 2024, month: 2, day: 2), "a Friday")
    }
}
