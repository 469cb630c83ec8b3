/// Bytes where they stand in somebody else's memory: a record of the input, or a word of one.
///
/// A view is valid as long as what it looks at: a map function may keep one until it returns,
/// a reduce function until the next value. Text of every encoding, and none, fits: nothing is
/// decoded, and a line break is the byte 0A and never a `Character`.
public struct ByteView {
    /// The first byte; with a count of zero it must not be read.
    @usableFromInline let start: UnsafePointer<UInt8>
    /// How many bytes there are.
    public let count: Int

    /// Creates a view of `count` bytes at `start`.
    @inlinable
    public init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        self.count = count
    }

    /// Creates a view of a buffer; of a buffer without memory, an empty one.
    @inlinable
    public init(_ buffer: UnsafeRawBufferPointer) {
        if let base = buffer.baseAddress {
            self.init(start: base.assumingMemoryBound(to: UInt8.self), count: buffer.count)
        } else {
            self = .empty
        }
    }

    /// No bytes.
    @inlinable
    public static var empty: ByteView {
        ByteView(start: Self.nowhere, count: 0)
    }

    /// An address for views without bytes.
    @usableFromInline static var nowhere: UnsafePointer<UInt8> {
        UnsafePointer(bitPattern: 1).unsafelyUnwrapped
    }

    /// The same bytes as a buffer of the standard library.
    @inlinable
    public var buffer: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: count)
    }

    /// The bytes in `range`, counted from the start of this view.
    @inlinable
    public func slice(_ range: Range<Int>) -> ByteView {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of the view")
        return ByteView(start: start + range.lowerBound, count: range.count)
    }

    /// The bytes from `offset` on.
    @inlinable
    public func dropping(_ offset: Int) -> ByteView {
        slice(offset..<count)
    }
}

extension ByteView: RandomAccessCollection {
    /// Always zero.
    @inlinable
    public var startIndex: Int { 0 }

    /// The count.
    @inlinable
    public var endIndex: Int { count }

    /// The byte at `position`.
    @inlinable
    public subscript(position: Int) -> UInt8 {
        precondition(position >= 0 && position < count, "outside of the view")
        return start[position]
    }
}

extension ByteView: Comparable {
    /// Whether the bytes are the same.
    @inlinable
    public static func == (left: ByteView, right: ByteView) -> Bool {
        left.count == right.count && Bytes.compare(left, right) == 0
    }

    /// The order of bytes as numbers, which `LC_ALL=C sort` has too.
    @inlinable
    public static func < (left: ByteView, right: ByteView) -> Bool {
        let order = Bytes.compare(left, right)
        return order == 0 ? left.count < right.count : order < 0
    }
}

/// Operations on plain bytes.
@usableFromInline
enum Bytes {
    /// Compares the bytes that both views have: negative, zero or positive.
    @inlinable
    static func compare(_ left: ByteView, _ right: ByteView) -> Int {
        let count = Swift.min(left.count, right.count)
        var offset = 0
        while offset + 8 <= count {
            let first = word(left, at: offset)
            let second = word(right, at: offset)
            if first != second { return first.bigEndian < second.bigEndian ? -1 : 1 }
            offset += 8
        }
        while offset < count {
            let difference = Int(left.start[offset]) - Int(right.start[offset])
            if difference != 0 { return difference }
            offset += 1
        }
        return 0
    }

    @inlinable
    @inline(__always)
    static func word(_ view: ByteView, at offset: Int) -> UInt64 {
        UInt64(
            littleEndian: UnsafeRawPointer(view.start)
                .loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        )
    }
}

extension [[UInt8]] {
    /// Calls `body` with views of all elements, which are valid until it returns.
    package func withByteViews<Result>(_ body: ([ByteView]) throws -> Result) rethrows -> Result {
        let all: [UInt8] = Swift.Array(joined())
        return try all.withUnsafeBytes { bytes in
            let whole = ByteView(bytes)
            var start = 0
            return try body(
                map { piece in
                    defer { start += piece.count }
                    return whole.slice(start..<(start + piece.count))
                }
            )
        }
    }
}
