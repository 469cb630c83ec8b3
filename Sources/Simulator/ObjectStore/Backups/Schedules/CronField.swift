/// One of the five fields of a schedule: which numbers it means.
struct CronField: Hashable, Sendable {
    /// What a field is about.
    enum Unit: Int, CaseIterable, Sendable {
        case minute
        case hour
        case dayOfMonth
        case month
        case dayOfWeek

        /// The numbers that may stand in the field; both 0 and 7 are Sunday.
        var range: ClosedRange<Int> {
            switch self {
            case .minute: 0...59
            case .hour: 0...23
            case .dayOfMonth: 1...31
            case .month: 1...12
            case .dayOfWeek: 0...7
            }
        }

        var name: String {
            switch self {
            case .minute: "minute"
            case .hour: "hour"
            case .dayOfMonth: "day of the month"
            case .month: "month"
            case .dayOfWeek: "day of the week"
            }
        }

        /// The names that may stand for numbers, the first of them for the first number.
        fileprivate var names: [String] {
            switch self {
            case .minute, .hour, .dayOfMonth: []
            case .month:
                [
                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                    "dec",
                ]
            case .dayOfWeek: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
            }
        }
    }

    /// Bit *n* says whether the number *n* is meant.
    private var bits: UInt64 = 0
    /// Whether the field has an asterisk, with which a field of days is not restricted.
    let hasAsterisk: Bool

    /// Reads a list of numbers, names, ranges and asterisks, of which the last two may have a
    /// step.
    init(_ text: some StringProtocol, _ unit: Unit) throws(CronProblem) {
        hasAsterisk = text.contains("*")
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            for number in try Self.numbers(String(item), unit) {
                bits |= 1 << UInt64(unit == .dayOfWeek && number == 7 ? 0 : number)
            }
        }
    }

    /// Whether the number is meant.
    func contains(_ number: Int) -> Bool {
        bits >> UInt64(number) & 1 == 1
    }

    /// The smallest number of the field that is not below `number`.
    func next(from number: Int) -> Int? {
        let rest = bits >> UInt64(number)
        return rest == 0 ? nil : number + rest.trailingZeroBitCount
    }

    private static func numbers(_ item: String, _ unit: Unit) throws(CronProblem) -> [Int] {
        let parts = item.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let range = try range(parts[0], unit)
        guard parts.count > 1 else { return Array(range.numbers) }
        guard parts.count == 2, let step = Int(parts[1]), step > 0 else {
            throw CronProblem("'\(item)' has no step of at least 1 behind its slash")
        }
        guard range.isWide else {
            throw CronProblem("'\(item)' has a step, which only * and ranges have")
        }
        return Array(
            stride(from: range.numbers.lowerBound, through: range.numbers.upperBound, by: step)
        )
    }

    private static func range(
        _ text: String,
        _ unit: Unit
    ) throws(CronProblem) -> (numbers: ClosedRange<Int>, isWide: Bool) {
        // Of the days of a week an asterisk means seven, not eight.
        if text == "*" { return (unit == .dayOfWeek ? 0...6 : unit.range, true) }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        let first = try number(ends[0], unit)
        guard ends.count > 1 else { return (first...first, false) }
        guard ends.count == 2 else { throw CronProblem("'\(text)' is no range") }
        let last = try number(ends[1], unit)
        guard first <= last else { throw CronProblem("the range '\(text)' ends before it begins") }
        return (first...last, true)
    }

    private static func number(
        _ text: some StringProtocol,
        _ unit: Unit
    ) throws(CronProblem) -> Int {
        if let index = unit.names.firstIndex(of: text.lowercased()) {
            return index + unit.range.lowerBound
        }
        let isDigits = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
        guard isDigits, let number = Int(text) else {
            throw CronProblem("'\(text)' is no \(unit.name)")
        }
        guard unit.range.contains(number) else {
            let (low, high) = (unit.range.lowerBound, unit.range.upperBound)
            throw CronProblem("\(number) is no \(unit.name), which is from \(low) to \(high)")
        }
        return number
    }
}

/// What is wrong with a schedule.
public struct CronProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in words.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
