/// How many different values there are, exactly; holds each of them.
///
/// Values are different where their encoded bytes are.
public struct Distinct<Value: ShuffleValue>: CombinableReduceFunction {
    /// Creates the function.
    public init() {}

    /// No values.
    public func begin() -> ByteSet { ByteSet() }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: Value, to accumulator: inout ByteSet) {
        value.withEncodedBytes { accumulator.insert($0) }
    }

    /// See ``CombinableReduceFunction/merge(_:into:)``.
    public func merge(_ other: ByteSet, into accumulator: inout ByteSet) {
        accumulator.formUnion(other)
    }

    /// The number of different values.
    public func finish(_ accumulator: ByteSet) -> ReducedValue {
        .integer(Int128(accumulator.count))
    }

    /// See ``ReduceFunction/footprint(of:)``.
    public func footprint(of accumulator: ByteSet) -> Int { accumulator.footprint }
}

extension ShuffleValue {
    /// Calls `body` with the bytes of this value; of a ``ByteView``, with itself.
    @inline(__always)
    func withEncodedBytes(_ body: (ByteView) -> Void) {
        if let view = self as? ByteView { return body(view) }
        var bytes: [UInt8] = []
        encode(into: &bytes)
        bytes.withUnsafeBytes { body(ByteView($0)) }
    }
}
