/// Different pieces of bytes: what is left of many values when repetitions do not count.
public struct ByteSet: ShuffleValue, Hashable, Sendable {
    private var elements: Set<KeptBytes> = []
    private var byteCount = 0

    /// Creates an empty set.
    init() {}

    /// How many different pieces there are.
    public var count: Int { elements.count }

    /// The pieces in ascending order.
    public var sorted: [KeptBytes] { elements.sorted() }

    /// About how many bytes are held: a piece has its place, a header, and its bytes.
    var footprint: Int { elements.capacity * 12 + elements.count * 32 + byteCount }

    /// Puts a copy of `bytes` in, where they are not there yet.
    mutating func insert(_ bytes: ByteView) {
        insert(KeptBytes(bytes))
    }

    /// Puts in what `other` holds.
    mutating func formUnion(_ other: ByteSet) {
        for element in other.elements { insert(element) }
    }

    private mutating func insert(_ element: KeptBytes) {
        if elements.insert(element).inserted { byteCount += element.bytes.count }
    }

    /// Writes the pieces in ascending order, each with its length before it.
    public func encode(into bytes: inout [UInt8]) {
        for element in sorted {
            VariableLengthInteger.append(element.bytes.count, to: &bytes)
            bytes.append(contentsOf: element.bytes)
        }
    }

    /// See ``ShuffleValue/decode(_:)``.
    public static func decode(_ bytes: ByteView) -> ByteSet? {
        var set = ByteSet()
        var offset = 0
        while offset < bytes.count {
            guard let piece = VariableLengthInteger.readPiece(bytes, at: &offset) else {
                return nil
            }
            set.insert(piece)
        }
        return set
    }
}

extension VariableLengthInteger {
    /// Reads a length and so many bytes at `offset`, and moves past both.
    static func readPiece(_ bytes: ByteView, at offset: inout Int) -> ByteView? {
        guard let length = read(bytes, at: &offset), length <= bytes.count - offset else {
            return nil
        }
        defer { offset += length }
        return bytes.slice(offset..<(offset + length))
    }
}
