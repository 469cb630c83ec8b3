/// How many values there are, whatever they are.
public struct Count<Value: ShuffleValue>: CombinableReduceFunction {
    /// Creates the function.
    public init() {}

    /// Zero.
    public func begin() -> Int { 0 }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: Value, to accumulator: inout Int) { accumulator += 1 }

    /// See ``CombinableReduceFunction/merge(_:into:)``.
    public func merge(_ other: Int, into accumulator: inout Int) { accumulator += other }

    /// The number.
    public func finish(_ accumulator: Int) -> ReducedValue { .integer(Int128(accumulator)) }
}
