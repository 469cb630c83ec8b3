/// A point of virtual time: whole nanoseconds since the start of the run.
///
/// Integers make every comparison exact and every sum independent of the order of its terms.
public struct VirtualInstant: InstantProtocol, Hashable, Sendable, CustomStringConvertible {
    /// Nanoseconds since the start of the run.
    public var nanoseconds: UInt64

    /// The instant `nanoseconds` after the start of the run.
    @inlinable
    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// The start of the run.
    public static let zero = VirtualInstant(nanoseconds: 0)

    /// The last instant that can be represented, 584 years after the start.
    public static let distantFuture = VirtualInstant(nanoseconds: .max)

    /// This instant moved by `duration`, held between `zero` and `distantFuture`.
    @inlinable
    public func advanced(by duration: Duration) -> VirtualInstant {
        if duration >= .zero {
            let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
            return overflow ? .distantFuture : VirtualInstant(nanoseconds: sum)
        }
        let back = UInt64(clamping: duration.attoseconds.magnitude / 1_000_000_000)
        return VirtualInstant(nanoseconds: nanoseconds >= back ? nanoseconds - back : 0)
    }

    /// The time from this instant to `other`; negative when `other` is earlier.
    @inlinable
    public func duration(to other: VirtualInstant) -> Duration {
        other.nanoseconds >= nanoseconds
            ? Duration(wholeNanoseconds: other.nanoseconds - nanoseconds)
            : .zero - Duration(wholeNanoseconds: nanoseconds - other.nanoseconds)
    }

    /// Whether `left` comes before `right`.
    @inlinable
    public static func < (left: VirtualInstant, right: VirtualInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Seconds since the start with nine decimals, for example `12.500000000s`.
    public var description: String {
        let fraction = String(nanoseconds % 1_000_000_000)
        let padding = String(repeating: "0", count: 9 - fraction.count)
        return "\(nanoseconds / 1_000_000_000).\(padding)\(fraction)s"
    }
}

extension Duration {
    /// A duration of `nanoseconds`.
    @inlinable
    public init(wholeNanoseconds nanoseconds: UInt64) {
        self = .init(attoseconds: Int128(nanoseconds) * 1_000_000_000)
    }

    /// Whole nanoseconds, rounded down and held between 0 and `UInt64.max` (584 years).
    ///
    /// One 128 by 64 bit division: the value of a `Duration` counts attoseconds.
    @inlinable
    public var wholeNanoseconds: UInt64 {
        let attoseconds = self.attoseconds
        let high = UInt64(truncatingIfNeeded: attoseconds >> 64)
        let low = UInt64(truncatingIfNeeded: attoseconds)
        if high == 0 { return low / 1_000_000_000 }
        if attoseconds < 0 { return 0 }
        if high >= 1_000_000_000 { return .max }
        return (1_000_000_000 as UInt64).dividingFullWidth((high: high, low: low)).quotient
    }
}
