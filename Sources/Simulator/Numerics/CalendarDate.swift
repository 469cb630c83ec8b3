/// A day of the Gregorian calendar, reckoned backwards too.
struct CalendarDate: Hashable, Sendable, CustomStringConvertible {
    /// The year; zero is the year before the first.
    let year: Int
    /// From 1 to 12.
    let month: Int
    /// From 1 to the length of the month.
    let day: Int

    /// The date, where there is such a day.
    init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, in: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Days since 1 January 1970.
    ///
    /// Source: `days_from_civil` in Howard Hinnant, "chrono-compatible low-level date algorithms".
    /// Years begin in March, so that the leap day comes last; 400 of them have 146,097 days.
    var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear.quotientRoundedDown(by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day that is `days` after 1 January 1970.
    ///
    /// Source: `civil_from_days` in the same place.
    init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = shifted.quotientRoundedDown(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The day of the week, from 0 for Sunday.
    var weekday: Int {
        // The first of January 1970 was a Thursday.
        let days = daysSince1970 + 4
        return days - days.quotientRoundedDown(by: 7) * 7
    }

    /// `2009-10-12`.
    var description: String {
        "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension BinaryInteger {
    /// The largest whole number that is not above the quotient; for a positive divisor.
    func quotientRoundedDown(by divisor: Self) -> Self {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// The decimal digits, with zeros before them up to `width`; for a number that is not negative.
    func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
