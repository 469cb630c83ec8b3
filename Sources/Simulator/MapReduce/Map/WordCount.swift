/// Counts words: emits a one for each.
///
/// Words are maximal runs of bytes other than ASCII white space.
public struct WordCount: MapFunction {
    /// Creates the function.
    public init() {}

    /// See ``MapFunction/map(_:into:)-(Record,_)``.
    public func map(_ record: Record, into output: inout MapOutput<Int>) {
        for word in record.bytes.words { output.emit(word, 1) }
    }

    /// Looks for words alone: a line break is white space like any other.
    public func map(_ block: RecordBlock, into output: inout MapOutput<Int>) {
        block.bytes.forEachWordAndLine(
            { output.emit($0, 1) },
            lines: { output.records += $0 }
        )
    }
}
