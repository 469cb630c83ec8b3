/// Something that can stand in a record.
public protocol RecordPattern: Sendable {
    /// Calls `body` with each place where it stands.
    ///
    /// - Throws: ``BadRecord`` where the record is not of the kind in which it is looked for.
    func forEachMatch(in record: ByteView, _ body: (ByteView) -> Void) throws(BadRecord)
}

/// Counts what stands in records by some pattern: emits a one for each.
public struct PatternExtraction<Pattern: RecordPattern>: MapFunction {
    private let pattern: Pattern

    /// Creates the function.
    public init(_ pattern: Pattern) {
        self.pattern = pattern
    }

    /// See ``MapFunction/map(_:into:)-(Record,_)``.
    public func map(
        _ record: Record,
        into output: inout MapOutput<Int>
    ) throws(BadRecord) {
        try pattern.forEachMatch(in: record.bytes) { output.emit($0, 1) }
    }
}

/// What a regular expression matches: its first group, or the whole match where it has none.
public struct ExpressionPattern: RecordPattern {
    private let expression: RegularExpression

    /// Creates the pattern.
    public init(_ expression: RegularExpression) {
        self.expression = expression
    }

    /// See ``RecordPattern/forEachMatch(in:_:)``.
    public func forEachMatch(in record: ByteView, _ body: (ByteView) -> Void) {
        expression.forEachMatch(in: record, body)
    }
}

/// Lines that a regular expression matches; the key is the line.
public struct Grep: MapFunction {
    private let expression: RegularExpression

    /// Creates the function.
    public init(_ expression: RegularExpression) {
        self.expression = expression
    }

    /// See ``MapFunction/map(_:into:)-(Record,_)``.
    public func map(_ record: Record, into output: inout MapOutput<Int>) {
        if expression.matches(record.bytes) { output.emit(record.bytes, 1) }
    }
}
