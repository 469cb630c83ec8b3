/// One record of the input, which for text is a line without its end.
public struct Record {
    /// The bytes of the record.
    public let bytes: ByteView
    /// What the input it stands in is called: a file's name, a topic's partition.
    public let source: ByteView
    /// Where in that input the record begins, in bytes.
    public let offset: Int

    /// Creates a record.
    public init(bytes: ByteView, source: ByteView, offset: Int) {
        self.bytes = bytes
        self.source = source
        self.offset = offset
    }
}

/// A piece of an input that begins and ends with whole records.
public struct RecordBlock {
    /// The bytes of the records, with their ends.
    public let bytes: ByteView
    /// What the input is called.
    public let source: ByteView
    /// Where in that input the block begins, in bytes.
    public let offset: Int

    /// Creates a block.
    public init(bytes: ByteView, source: ByteView, offset: Int) {
        self.bytes = bytes
        self.source = source
        self.offset = offset
    }

    /// Calls `body` with every line: what ends with the byte 0A, or with the block.
    ///
    /// A 0D before the 0A belongs to the end. An empty line is a record; after the last 0A there
    /// is none.
    @inlinable
    public func forEachLine<Failure: Error>(
        _ body: (Record) throws(Failure) -> Void
    ) throws(Failure) {
        var start = 0
        while start < bytes.count {
            let rest = bytes.dropping(start)
            let length = LineEnd.offset(in: rest) ?? rest.count
            var content = length
            if length < rest.count, length > 0, rest[length - 1] == 0x0D { content -= 1 }
            let line = rest.slice(0..<content)
            try body(Record(bytes: line, source: source, offset: offset + start))
            start += length + 1
        }
    }
}

/// Finds where lines end.
@usableFromInline
enum LineEnd {
    /// Where the next 0A stands, eight bytes at a time.
    @inlinable
    static func offset(in bytes: ByteView) -> Int? {
        let pattern: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = Bytes.word(bytes, at: offset) ^ pattern
            let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            if zeros != 0 { return offset + zeros.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < bytes.count {
            if bytes.start[offset] == 0x0A { return offset }
            offset += 1
        }
        return nil
    }
}
