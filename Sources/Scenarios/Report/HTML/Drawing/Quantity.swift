import Simulator

/// What the values of an axis are, and how they are written.
enum Quantity: Equatable, Sendable {
    /// Nanoseconds that something took.
    case duration
    /// Nanoseconds since the start of the run.
    case instant
    /// A part of a whole.
    case ratio
    /// Things counted, between which nothing lies.
    case count
    /// Anything else.
    case number

    /// The quantity of a figure in this unit.
    init(_ unit: MetricDefinition.Unit) {
        switch unit {
        case .duration: self = .duration
        case .ratio: self = .ratio
        case .count: self = .count
        case .number: self = .number
        }
    }

    /// A round value beside an axis, as short as can be.
    func tick(_ value: Double) -> String {
        switch self {
        case .duration, .instant:
            return value == 0 ? "0" : TimeText.exact(Self.nanoseconds(value))
        case .ratio: return DecimalText.significant(value * 100, digits: 4) + "%"
        case .count, .number: return Self.short(value)
        }
    }

    /// A value as text reports have it.
    func text(_ value: Double) -> String {
        switch self {
        case .duration: TimeText.rounded(Self.nanoseconds(value))
        case .instant:
            TimeText.instant(VirtualInstant(nanoseconds: UInt64(clamping: Self.whole(value))))
        case .ratio: DecimalText.percent(value, decimals: 2)
        case .count, .number:
            abs(value) >= 1_000
                ? DecimalText.fixed(value, decimals: 0, isGrouped: true)
                : DecimalText.significant(value, digits: 4)
        }
    }

    /// The name by which the page's script knows how to write values.
    var name: String {
        switch self {
        case .duration: "duration"
        case .instant: "instant"
        case .ratio: "ratio"
        case .count, .number: "number"
        }
    }

    private static func nanoseconds(_ value: Double) -> Duration {
        .nanoseconds(whole(value))
    }

    private static func whole(_ value: Double) -> Int {
        Int(min(9e18, max(-9e18, value.isFinite ? value : 0)).rounded())
    }

    /// Thousands as `k`, millions as `M`: the prefixes of the International System of Units.
    private static func short(_ value: Double) -> String {
        for (size, sign) in [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
        where abs(value) >= size {
            return DecimalText.significant(value / size, digits: 4) + sign
        }
        return DecimalText.significant(value, digits: 4)
    }
}
