/// A part of one input that one map task works through.
public struct InputSplit: Hashable, Sendable {
    /// Which input, counted from zero.
    public let input: Int
    /// The bytes of the input whose records belong to the split: those that *begin* in it.
    public let range: Range<Int>

    /// Creates a split.
    public init(input: Int, range: Range<Int>) {
        self.input = input
        self.range = range
    }

    /// The whole records of the split, of an input with the bytes `bytes`.
    ///
    /// The rule is that of Hadoop's `LineRecordReader`: a line belongs to the split in which it
    /// begins, so that the first part of a line is left to the split before, and the last line is
    /// read to its end.
    public func records(of bytes: ByteView) -> Range<Int> {
        let start = Self.lineStart(in: bytes, from: range.lowerBound)
        return start..<max(start, Self.lineStart(in: bytes, from: range.upperBound))
    }

    /// Where the first line begins that begins at `offset` or later.
    private static func lineStart(in bytes: ByteView, from offset: Int) -> Int {
        guard offset > 0 else { return 0 }
        guard offset < bytes.count else { return bytes.count }
        if bytes[offset - 1] == 0x0A { return offset }
        guard let end = LineEnd.offset(in: bytes.dropping(offset)) else { return bytes.count }
        return offset + end + 1
    }
}

/// How inputs are cut for map tasks.
public enum SplitPlan {
    /// Cuts inputs of `sizes` bytes into pieces of `splitSize` bytes, the last of each up to a
    /// tenth longer, as Hadoop's `FileInputFormat` does (`SPLIT_SLOP`).
    ///
    /// An empty input has no split.
    /// - Precondition: `splitSize` is positive.
    public static func splits(sizes: [Int], splitSize: Int) -> [InputSplit] {
        precondition(splitSize > 0, "a split has a size")
        return sizes.enumerated().flatMap { input, size in
            var splits: [InputSplit] = []
            var start = 0
            while start < size {
                let rest = size - start
                let isLast = rest <= splitSize + splitSize / 10
                let length = isLast ? rest : splitSize
                splits.append(InputSplit(input: input, range: start..<(start + length)))
                start += length
            }
            return splits
        }
    }
}
