/// What a job does with all values of one key: a fold.
///
/// The values come in no order that may be relied upon: the result must be the same in each.
///
/// ```swift
/// /// The exclusive or of all values.
/// struct Parity: CombinableReduceFunction {
///     func begin() -> Int { 0 }
///     func add(_ value: Int, to accumulator: inout Int) { accumulator ^= value }
///     func merge(_ other: Int, into accumulator: inout Int) { accumulator ^= other }
///     func finish(_ accumulator: Int) -> ReducedValue { .integer(Int128(accumulator)) }
/// }
/// ```
public protocol ReduceFunction<Value>: Sendable {
    /// What the map function emits.
    associatedtype Value: ShuffleValue
    /// What is kept of the values so far.
    associatedtype Accumulator

    /// An accumulator of no values.
    func begin() -> Accumulator

    /// Takes in one value. A value that is a ``ByteView`` must be copied to be kept.
    func add(_ value: Value, to accumulator: inout Accumulator)

    /// The result for the key.
    func finish(_ accumulator: Accumulator) -> ReducedValue

    /// How many bytes an accumulator holds outside of itself; zero where that never changes.
    func footprint(of accumulator: Accumulator) -> Int
}

extension ReduceFunction {
    /// Zero.
    public func footprint(of accumulator: Accumulator) -> Int { 0 }
}

/// A reduce function that may be combined: applied to a part of the values where they arise, and
/// to the partial results later.
///
/// Its accumulators form a commutative monoid with ``ReduceFunction/begin()`` as its identity:
/// for all accumulators, merging is associative and commutative, and adding a value is merging
/// with the accumulator of that value alone. A function for which that is not so conforms to
/// ``ReduceFunction`` alone, and the compiler lets nobody combine it. (The mean is no monoid, but
/// the pair of sum and count is: its result is made at the end.)
public protocol CombinableReduceFunction<Value>: ReduceFunction where Accumulator: ShuffleValue {
    /// Takes in the values that `other` has taken in.
    func merge(_ other: Accumulator, into accumulator: inout Accumulator)
}
