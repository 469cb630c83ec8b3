/// The value below or at which `percent` per cent of the values lie, by nearest rank: always one
/// of the values.
///
/// It needs all values at once. They could be carried from place to place, but a partial result
/// would be no smaller than what it stands for: so this function does not combine, and
/// ``PercentileSketch`` does.
public struct Percentile<Value: OrderedValue>: ReduceFunction {
    /// Which value is wanted.
    public let rank: NearestRank

    /// Creates the function.
    public init(_ rank: NearestRank) {
        self.rank = rank
    }

    /// No values.
    public func begin() -> KeptList<Value.Kept> { KeptList() }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: Value, to accumulator: inout KeptList<Value.Kept>) {
        accumulator.append(value.kept)
    }

    /// The value; an empty list where there was none.
    public func finish(_ accumulator: KeptList<Value.Kept>) -> ReducedValue {
        let values = accumulator.values.sorted()
        guard !values.isEmpty else { return .list([]) }
        return Value.result(of: values[rank.place(among: values.count)])
    }

    /// See ``ReduceFunction/footprint(of:)``.
    public func footprint(of accumulator: KeptList<Value.Kept>) -> Int { accumulator.footprint }
}

/// A percentile by its nearest rank: the smallest value that is not below `percent` per cent of
/// the values.
///
/// Of `n` values in ascending order it is number ⌈percent / 100 · n⌉; for no per cent, the first.
public struct NearestRank: Hashable, Sendable {
    /// From 0 to 100.
    public let percent: FixedDecimal

    /// Creates a rank.
    /// - Precondition: `percent` is from 0 to 100.
    public init(percent: FixedDecimal) {
        precondition(percent >= 0 && percent <= 100, "a percentile is of 0 to 100 per cent")
        self.percent = percent
    }

    /// The place of the value among `count` in ascending order, from zero.
    func place(among count: Int) -> Int {
        let whole = 100 * FixedDecimal.unitsPerOne
        let number = (percent.units * Int128(count) + whole - 1) / whole
        return max(0, Int(number) - 1)
    }
}
