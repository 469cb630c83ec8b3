/// The different values in ascending order: for an inverted index, the documents of a word.
public struct Postings: CombinableReduceFunction {
    /// Creates the function.
    public init() {}

    /// No values.
    public func begin() -> ByteSet { ByteSet() }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: ByteView, to accumulator: inout ByteSet) {
        accumulator.insert(value)
    }

    /// See ``CombinableReduceFunction/merge(_:into:)``.
    public func merge(_ other: ByteSet, into accumulator: inout ByteSet) {
        accumulator.formUnion(other)
    }

    /// The list of the values.
    public func finish(_ accumulator: ByteSet) -> ReducedValue {
        .list(accumulator.sorted.map { .bytes($0.bytes) })
    }

    /// See ``ReduceFunction/footprint(of:)``.
    public func footprint(of accumulator: ByteSet) -> Int { accumulator.footprint }
}
