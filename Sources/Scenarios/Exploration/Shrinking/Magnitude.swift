import Simulator

/// A number that a file says, in the least unit of its kind, so that it can be made smaller.
struct Magnitude {
    /// What is counted.
    private enum Kind {
        case integer, duration, size
        /// Thousandths of events in a period.
        case rate(period: String)
    }

    /// How much it is.
    let value: Int
    private let kind: Kind

    /// What `text` says; nothing where it is no number above zero.
    init?(_ text: String) {
        if let integer = try? NumberText.integer(text) {
            value = integer
            kind = .integer
        } else if let duration = try? DurationText.parse(text) {
            value = Int(duration.wholeNanoseconds)
            kind = .duration
        } else if let size = try? QuantityText.size(text) {
            value = size
            kind = .size
        } else if let rate = try? QuantityText.rate(text) {
            value = Int(rate.count * Self.rateScale)
            kind = .rate(period: NumberText.splitUnit(text).unit)
        } else {
            return nil
        }
        guard value > 0 else { return nil }
    }

    private static let rateScale = 1_000.0

    /// Another number of the kind as files write it.
    func written(_ value: Int) -> String {
        switch kind {
        case .integer: NumberText.written(value)
        case .duration: DurationText.written(.nanoseconds(Int64(value)))
        case .size: QuantityText.written(size: value)
        case .rate(let period): NumberText.written(Double(value) / Self.rateScale) + period
        }
    }

    /// The middle between two numbers, as round as there is room for.
    func middle(_ low: Int, _ high: Int) -> Int {
        let middle = low + (high - low) / 2
        guard case .integer = kind else {
            // Of the numbers between the quarters, the one with the fewest digits.
            let quarter = (high - low) / 4
            var step = unit(atMost: middle)
            while step > 1 {
                let rounded = (middle + step / 2) / step * step
                if rounded > low, rounded < high, abs(rounded - middle) <= quarter {
                    return rounded
                }
                step = unit(atMost: step - 1)
            }
            return middle
        }
        return middle
    }

    /// How close to the least number is close enough: whole numbers are found exactly.
    func tolerance(_ high: Int) -> Int {
        if case .integer = kind { 1 } else { max(1, high / 8) }
    }

    /// Numbers of at most so many digits are as good as any.
    private static let digits = 3

    /// Numbers of few digits just beside the number, where it has many; fewest digits first.
    var rounded: [Int] {
        if case .integer = kind { return [] }
        var steps = [unit(atMost: value)]
        while steps.count < Self.digits, let last = steps.last, last > 1 {
            steps.append(unit(atMost: last - 1))
        }
        guard let finest = steps.last, value % finest != 0 else { return [] }
        return steps.flatMap { step in
            [value / step * step, (value / step + 1) * step]
        }.filter { $0 > 0 }
    }

    /// The largest unit with its decimal power that is not larger than a number.
    private func unit(atMost value: Int) -> Int {
        let units =
            switch kind {
            case .duration: DurationText.units.map { Int($0.nanoseconds) }
            case .size: QuantityText.sizes.map(\.bytes)
            case .integer, .rate: [1]
            }
        let unit = units.filter { $0 <= value }.max() ?? 1
        var power = unit
        while value / 10 >= power { power *= 10 }
        return power
    }
}
