/// The `count` largest values, largest first; equal values count each.
public struct TopK<Value: OrderedValue>: CombinableReduceFunction {
    /// How many values are wanted.
    public let count: Int

    /// Creates the function.
    /// - Precondition: `count` is positive.
    public init(_ count: Int) {
        precondition(count > 0, "the largest of nothing")
        self.count = count
    }

    /// No values.
    public func begin() -> KeptList<Value.Kept> { KeptList() }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: Value, to accumulator: inout KeptList<Value.Kept>) {
        if accumulator.values.count == count {
            guard let last = accumulator.values.last, value.follows(last) else { return }
        }
        insert(value.kept, into: &accumulator)
    }

    /// See ``CombinableReduceFunction/merge(_:into:)``.
    public func merge(_ other: KeptList<Value.Kept>, into accumulator: inout KeptList<Value.Kept>) {
        for value in other.values {
            if accumulator.values.count == count {
                guard let last = accumulator.values.last, last < value else { return }
            }
            insert(value, into: &accumulator)
        }
    }

    /// The list of the values.
    public func finish(_ accumulator: KeptList<Value.Kept>) -> ReducedValue {
        .list(accumulator.values.map(Value.result))
    }

    /// See ``ReduceFunction/footprint(of:)``.
    public func footprint(of accumulator: KeptList<Value.Kept>) -> Int { accumulator.footprint }

    private func insert(_ value: Value.Kept, into list: inout KeptList<Value.Kept>) {
        var low = 0
        var high = list.values.count
        while low < high {
            let middle = (low + high) / 2
            if list.values[middle] < value { high = middle } else { low = middle + 1 }
        }
        list.insert(value, at: low)
        if list.values.count > count { list.removeLast() }
    }
}

/// Values that were kept, in an order that the reduce function decides.
public struct KeptList<Kept: ShuffleValue & Sendable>: ShuffleValue, Sendable {
    /// The values.
    private(set) var values: [Kept] = []
    private var byteCount = 0

    /// About how many bytes are held.
    var footprint: Int { values.capacity * MemoryLayout<Kept>.stride + byteCount }

    mutating func insert(_ value: Kept, at place: Int) {
        values.insert(value, at: place)
        byteCount += Self.extent(of: value)
    }

    mutating func append(_ value: Kept) {
        values.append(value)
        byteCount += Self.extent(of: value)
    }

    mutating func removeLast() {
        byteCount -= Self.extent(of: values.removeLast())
    }

    /// How many bytes a value holds outside of itself.
    private static func extent(of value: Kept) -> Int {
        (value as? KeptBytes).map { $0.bytes.count + 32 } ?? 0
    }

    /// Writes the values in their order, each with its length before it.
    public func encode(into bytes: inout [UInt8]) {
        var piece: [UInt8] = []
        for value in values {
            piece.removeAll(keepingCapacity: true)
            value.encode(into: &piece)
            VariableLengthInteger.append(piece.count, to: &bytes)
            bytes.append(contentsOf: piece)
        }
    }

    /// See ``ShuffleValue/decode(_:)``.
    public static func decode(_ bytes: ByteView) -> KeptList? {
        var list = KeptList()
        var offset = 0
        while offset < bytes.count {
            guard let piece = VariableLengthInteger.readPiece(bytes, at: &offset),
                let value = Kept.decode(piece)
            else { return nil }
            list.append(value)
        }
        return list
    }
}
