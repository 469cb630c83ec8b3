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
    func forEachWordAndLine(_ word: (ByteView) -> Void, lines: (Int) -> Void) {
        var lineCount = 0
        var offset = 0
        while offset < count {
            let byte = start[offset]
            if WhiteSpace.contains(byte) {
                if byte == 0x0A { lineCount += 1 }
                offset += 1
                continue
            }
            let first = offset
            repeat { offset += 1 } while offset < count && !WhiteSpace.contains(start[offset])
            word(ByteView(start: start + first, count: offset - first))
        }
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
