/// A value with an order, which a reduce function can keep.
public protocol OrderedValue: ShuffleValue, Comparable {
    /// The value in a form that stays valid after the call.
    associatedtype Kept: ShuffleValue & Comparable & Hashable & Sendable

    /// The value to keep.
    var kept: Kept { get }

    /// Whether the value comes before one that was kept; looks at the bytes where they stand.
    func precedes(_ kept: Kept) -> Bool

    /// Whether a value that was kept comes before this one.
    func follows(_ kept: Kept) -> Bool

    /// The result that shows a value.
    static func result(of kept: Kept) -> ReducedValue
}

extension OrderedValue where Kept == Self {
    /// The value itself.
    public var kept: Self { self }

    /// See ``OrderedValue/precedes(_:)``.
    public func precedes(_ kept: Self) -> Bool { self < kept }

    /// See ``OrderedValue/follows(_:)``.
    public func follows(_ kept: Self) -> Bool { kept < self }
}

extension Int: OrderedValue {
    /// The number.
    public static func result(of kept: Int) -> ReducedValue { .integer(Int128(kept)) }
}

extension FixedDecimal: OrderedValue {
    /// The number.
    public static func result(of kept: FixedDecimal) -> ReducedValue { .decimal(kept) }
}

extension ByteView: OrderedValue {
    /// A copy of the bytes.
    public var kept: KeptBytes { KeptBytes(self) }

    /// See ``OrderedValue/precedes(_:)``.
    public func precedes(_ kept: KeptBytes) -> Bool { kept.withView { self < $0 } }

    /// See ``OrderedValue/follows(_:)``.
    public func follows(_ kept: KeptBytes) -> Bool { kept.withView { $0 < self } }

    /// The bytes.
    public static func result(of kept: KeptBytes) -> ReducedValue { .bytes(kept.bytes) }
}

/// Bytes in memory of their own, in the order of ``ByteView``.
public struct KeptBytes: Hashable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates a copy of `view`.
    public init(_ view: ByteView) {
        bytes = Array(view.buffer)
    }

    /// Calls `body` with a view of the bytes, which is valid until it returns.
    func withView<Result>(_ body: (ByteView) -> Result) -> Result {
        bytes.withUnsafeBytes { body(ByteView($0)) }
    }
}

extension KeptBytes: Comparable {
    /// The order of the bytes as numbers.
    public static func < (left: KeptBytes, right: KeptBytes) -> Bool {
        left.withView { left in right.withView { left < $0 } }
    }
}

extension KeptBytes: ShuffleValue {
    /// Writes the bytes as they are.
    public func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: self.bytes) }

    /// A copy of the bytes.
    public static func decode(_ bytes: ByteView) -> KeptBytes? { KeptBytes(bytes) }
}
