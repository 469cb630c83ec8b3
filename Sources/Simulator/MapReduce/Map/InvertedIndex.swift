/// Where words stand: emits, for each word, what its input is called.
public struct InvertedIndex: MapFunction {
    /// Creates the function.
    public init() {}

    /// See ``MapFunction/map(_:into:)-(Record,_)``.
    public func map(_ record: Record, into output: inout MapOutput<ByteView>) {
        for word in record.bytes.words { output.emit(word, record.source) }
    }

    /// Looks for words alone: a line break is white space like any other.
    public func map(_ block: RecordBlock, into output: inout MapOutput<ByteView>) {
        block.bytes.forEachWordAndLine(
            { output.emit($0, block.source) },
            lines: { output.records += $0 }
        )
    }
}
