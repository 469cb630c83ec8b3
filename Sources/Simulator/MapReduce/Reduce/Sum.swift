/// A value that can be added up without rounding.
public protocol Summable: ShuffleValue {
    /// A sum of such values, wide enough never to overflow.
    var summand: Int128 { get }
    /// The result of a sum.
    static func result(ofSum sum: Int128) -> ReducedValue
    /// The mean of `count` values whose sum is `sum`, to nine decimal places, halves away from
    /// zero.
    static func mean(ofSum sum: Int128, count: Int) -> FixedDecimal
}

extension Int: Summable {
    /// The number.
    public var summand: Int128 { Int128(self) }

    /// The sum.
    public static func result(ofSum sum: Int128) -> ReducedValue { .integer(sum) }

    /// See ``Summable/mean(ofSum:count:)``.
    public static func mean(ofSum sum: Int128, count: Int) -> FixedDecimal {
        FixedDecimal.mean(ofSum: sum * FixedDecimal.unitsPerOne, count: count)
    }
}

extension FixedDecimal: Summable {
    /// The units.
    public var summand: Int128 { units }

    /// The sum.
    public static func result(ofSum sum: Int128) -> ReducedValue {
        .decimal(FixedDecimal(units: sum))
    }

    /// See ``Summable/mean(ofSum:count:)``.
    public static func mean(ofSum sum: Int128, count: Int) -> FixedDecimal {
        let (quotient, remainder) = sum.quotientAndRemainder(dividingBy: Int128(count))
        let roundsUp = remainder.magnitude * 2 >= UInt128(count)
        return FixedDecimal(units: quotient + (roundsUp ? sum.signum() : 0))
    }
}

/// The sum of the values.
public struct Sum<Value: Summable>: CombinableReduceFunction {
    /// Creates the function.
    public init() {}

    /// Zero.
    public func begin() -> Int128 { 0 }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: Value, to accumulator: inout Int128) {
        accumulator += value.summand
    }

    /// See ``CombinableReduceFunction/merge(_:into:)``.
    public func merge(_ other: Int128, into accumulator: inout Int128) {
        accumulator += other
    }

    /// The sum.
    public func finish(_ accumulator: Int128) -> ReducedValue { Value.result(ofSum: accumulator) }
}
