import Simulator

/// Changes as reports for people show them.
enum ChangeText {
    /// Texts of more characters are cut off, where nothing asks for all of them.
    private static let longest = 60

    /// What stands on both sides, to as many digits as tell them apart.
    static func sides(of change: Change, isFull: Bool) -> (old: String, new: String) {
        let sides = (side(change.old, isFull: isFull), side(change.new, isFull: isFull))
        guard sides.0 == sides.1 else { return sides }
        return (exact(change.old), exact(change.new))
    }

    /// The difference with its sign, and as a part of the old value; empty where there is none.
    static func difference(of change: Change) -> String {
        guard let difference = change.difference, let unit = change.unit else { return "" }
        let sign = difference < 0 ? "-" : "+"
        let absolute = sign + magnitude(difference.magnitude, unit)
        guard let relative = change.relativeDifference else { return absolute }
        let percent =
            relative.magnitude < 0.000_05
            ? "<0.01%" : DecimalText.percent(relative.magnitude, decimals: 2)
        return "\(absolute) (\(sign)\(percent))"
    }

    private static func magnitude(_ value: Double, _ unit: MetricDefinition.Unit) -> String {
        switch unit {
        case .count: DecimalText.fixed(value, decimals: 0, isGrouped: true)
        case .duration: TimeText.rounded(.nanoseconds(Int(value)))
        case .ratio: "\(DecimalText.significant(value * 100, digits: 3)) points"
        case .number: DecimalText.significant(value, digits: 4)
        }
    }

    /// What stands on a side, to six digits.
    static func side(_ value: Change.Value, isFull: Bool) -> String {
        switch value {
        case .absent: "not there"
        case .none: "-"
        case .figure(let value): FigureText.precise(value)
        case .text(let text): Shortened.text(text, maximum: isFull ? text.count : longest)
        }
    }

    private static func exact(_ value: Change.Value) -> String {
        switch value {
        case .figure(.ratio(let number)):
            "\(DecimalText.significant(number * 100, digits: 12))%"
        case .figure(.number(let number)): DecimalText.significant(number, digits: 12)
        case .text(let text): Shortened.text(text, maximum: text.count)
        default: side(value, isFull: true)
        }
    }
}
