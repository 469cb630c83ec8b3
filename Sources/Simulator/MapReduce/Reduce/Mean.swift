/// The arithmetic mean, to nine decimal places, halves away from zero.
///
/// The mean of means is not the mean; what is combined is sums and counts, and one is divided by
/// the other at the end.
public struct Mean<Value: Summable>: CombinableReduceFunction {
    /// Creates the function.
    public init() {}

    /// Nothing.
    public func begin() -> SumAndCount { SumAndCount() }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: Value, to accumulator: inout SumAndCount) {
        accumulator.sum += value.summand
        accumulator.count += 1
    }

    /// See ``CombinableReduceFunction/merge(_:into:)``.
    public func merge(_ other: SumAndCount, into accumulator: inout SumAndCount) {
        accumulator.sum += other.sum
        accumulator.count += other.count
    }

    /// The mean; an empty list where there was no value.
    public func finish(_ accumulator: SumAndCount) -> ReducedValue {
        guard accumulator.count > 0 else { return .list([]) }
        return .decimal(Value.mean(ofSum: accumulator.sum, count: accumulator.count))
    }
}

/// The sum of some values, and how many there are.
public struct SumAndCount: ShuffleValue, Hashable, Sendable {
    /// The sum.
    var sum: Int128 = 0
    /// The number of values.
    var count = 0

    /// Writes the count, then the sum.
    public func encode(into bytes: inout [UInt8]) {
        VariableLengthInteger.append(count, to: &bytes)
        sum.encode(into: &bytes)
    }

    /// See ``ShuffleValue/decode(_:)``.
    public static func decode(_ bytes: ByteView) -> SumAndCount? {
        var offset = 0
        guard let count = VariableLengthInteger.read(bytes, at: &offset),
            let sum = Int128.decode(bytes.dropping(offset))
        else { return nil }
        return SumAndCount(sum: sum, count: count)
    }
}
