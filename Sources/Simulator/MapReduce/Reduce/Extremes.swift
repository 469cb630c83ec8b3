/// The smallest value.
public struct Minimum<Value: OrderedValue>: CombinableReduceFunction {
    /// Creates the function.
    public init() {}

    /// No value.
    public func begin() -> Extreme<Value.Kept> { Extreme() }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: Value, to accumulator: inout Extreme<Value.Kept>) {
        if accumulator.value.map(value.precedes) ?? true { accumulator.value = value.kept }
    }

    /// See ``CombinableReduceFunction/merge(_:into:)``.
    public func merge(_ other: Extreme<Value.Kept>, into accumulator: inout Extreme<Value.Kept>) {
        accumulator.take(other, where: <)
    }

    /// The value; an empty list where there was none.
    public func finish(_ accumulator: Extreme<Value.Kept>) -> ReducedValue {
        accumulator.value.map(Value.result) ?? .list([])
    }
}

/// The largest value.
public struct Maximum<Value: OrderedValue>: CombinableReduceFunction {
    /// Creates the function.
    public init() {}

    /// No value.
    public func begin() -> Extreme<Value.Kept> { Extreme() }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: Value, to accumulator: inout Extreme<Value.Kept>) {
        if accumulator.value.map(value.follows) ?? true { accumulator.value = value.kept }
    }

    /// See ``CombinableReduceFunction/merge(_:into:)``.
    public func merge(_ other: Extreme<Value.Kept>, into accumulator: inout Extreme<Value.Kept>) {
        accumulator.take(other, where: >)
    }

    /// The value; an empty list where there was none.
    public func finish(_ accumulator: Extreme<Value.Kept>) -> ReducedValue {
        accumulator.value.map(Value.result) ?? .list([])
    }
}

/// The most extreme of some values, or none of no values.
public struct Extreme<Kept: ShuffleValue & Comparable & Sendable>: ShuffleValue, Sendable {
    /// The value.
    var value: Kept?

    /// Writes nothing for no value; a one and the value for one, which may be without bytes.
    public func encode(into bytes: inout [UInt8]) {
        guard let value else { return }
        bytes.append(1)
        value.encode(into: &bytes)
    }

    /// See ``ShuffleValue/decode(_:)``.
    public static func decode(_ bytes: ByteView) -> Extreme? {
        guard bytes.count > 0 else { return Extreme() }
        guard bytes[0] == 1, let value = Kept.decode(bytes.dropping(1)) else { return nil }
        return Extreme(value: value)
    }

    /// Takes the value of `other` where it is more extreme.
    fileprivate mutating func take(_ other: Extreme, where isBefore: (Kept, Kept) -> Bool) {
        guard let candidate = other.value else { return }
        if value.map({ isBefore(candidate, $0) }) ?? true { value = candidate }
    }
}
