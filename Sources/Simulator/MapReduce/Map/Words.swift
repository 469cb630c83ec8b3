internal import CBytes

/// Words as `wc` and the C locale have them: maximal runs of bytes other than the six of ASCII
/// white space, 09 to 0D and 20.
public struct Words: Sequence {
    private let bytes: ByteView

    init(_ bytes: ByteView) {
        self.bytes = bytes
    }

    /// An iterator over the words, first to last.
    public func makeIterator() -> Iterator {
        Iterator(bytes)
    }

    /// Walks over the words of some bytes.
    public struct Iterator: IteratorProtocol {
        private let bytes: ByteView
        private var offset = 0

        init(_ bytes: ByteView) {
            self.bytes = bytes
        }

        /// The next word.
        public mutating func next() -> ByteView? {
            let count = bytes.count
            while offset < count, WhiteSpace.contains(bytes.start[offset]) { offset += 1 }
            guard offset < count else { return nil }
            let first = offset
            repeat {
                offset += 1
            } while offset < count
                && !WhiteSpace.contains(bytes.start[offset])
            return bytes.slice(first..<offset)
        }
    }
}

extension ByteView {
    /// The words, where they stand.
    public var words: Words { Words(self) }

    /// Calls `word` with every word, and `lines` once with the number of lines.
    ///
    /// Looks at 64 bytes at a time: a word begins or ends where a bit for white space differs from
    /// the bit before it.
    @inline(__always)
    func forEachWordAndLine(_ word: (ByteView) -> Void, lines: (Int) -> Void) {
        var lineCount = 0
        var offset = 0
        /// Where the word began that goes on here; nothing between words.
        var first: UnsafePointer<UInt8>?
        while offset + 64 <= count {
            let block = start + offset
            let classes = cbytes_classify(block)
            lineCount += classes.line_end.nonzeroBitCount
            let letters = ~classes.space
            var edges = letters ^ (letters << 1 | (first == nil ? 0 : 1))
            offset += 64
            while edges != 0 {
                let edge = block + edges.trailingZeroBitCount
                edges &= edges &- 1
                if let begin = first {
                    word(ByteView(start: begin, count: edge - begin))
                    first = nil
                } else {
                    first = edge
                }
            }
        }
        while offset < count {
            let byte = start[offset]
            if !WhiteSpace.contains(byte) {
                first = first ?? start + offset
            } else {
                if byte == 0x0A { lineCount += 1 }
                if let begin = first {
                    word(ByteView(start: begin, count: start + offset - begin))
                    first = nil
                }
            }
            offset += 1
        }
        if let begin = first { word(ByteView(start: begin, count: start + count - begin)) }
        if count > 0, start[count - 1] != 0x0A { lineCount += 1 }
        lines(lineCount)
    }
}

/// The white space of ASCII.
enum WhiteSpace {
    /// Whether `byte` is 09 to 0D, or 20.
    @inline(__always)
    static func contains(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte &- 0x09 < 5
    }
}
