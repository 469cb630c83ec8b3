/// What a job does with each record: a function from a record to pairs of a key and a value.
///
/// A map task works on a copy of its own, so that a function may keep state (a watermark, a
/// buffer) from record to record: it begins anew with each split. What it emits must depend on
/// nothing but the records of the split, or a task that runs again gives another result.
///
/// ```swift
/// /// How long the words are.
/// struct WordLengths: MapFunction {
///     func map(_ record: Record, into output: inout MapOutput<Int>) {
///         for word in record.bytes.words {
///             output.emit(word, word.count)
///         }
///     }
/// }
/// ```
public protocol MapFunction<Value>: Sendable {
    /// What is emitted for a key.
    associatedtype Value: ShuffleValue

    /// Emits the pairs of one record.
    ///
    /// - Throws: ``BadRecord`` for one that cannot be understood; it is then skipped and counted,
    ///   or fails the job. Pairs that were emitted before stay: look first, then emit.
    mutating func map(
        _ record: Record,
        into output: inout MapOutput<Value>
    ) throws(BadRecord)

    /// Emits the pairs of many records. There is no need to write it but for speed.
    mutating func map(
        _ block: RecordBlock,
        into output: inout MapOutput<Value>
    ) throws(BadRecord)

    /// Emits what was held back, after the last record of the split.
    mutating func finish(into output: inout MapOutput<Value>)
}

extension MapFunction {
    /// Cuts the block into lines and maps each.
    public mutating func map(
        _ block: RecordBlock,
        into output: inout MapOutput<Value>
    ) throws(BadRecord) {
        try block.forEachLine { record throws(BadRecord) in
            output.records += 1
            do throws(BadRecord) {
                try map(record, into: &output)
            } catch {
                try output.skip(error, in: record)
            }
        }
    }

    /// Emits nothing.
    public mutating func finish(into output: inout MapOutput<Value>) {}
}

/// A record that a map function cannot understand.
public struct BadRecord: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public let reason: String
    /// What the input is called in which it stands; empty until it is known.
    public var source = ""
    /// Where in the input it begins, in bytes.
    public var offset = 0

    /// Creates the error.
    public init(_ reason: String) {
        self.reason = reason
    }

    /// The same error, with the place of the record where it has none.
    func located(in record: Record) -> BadRecord {
        guard source.isEmpty else { return self }
        var error = self
        error.source = String(decoding: record.source, as: UTF8.self)
        error.offset = record.offset
        return error
    }

    /// What is wrong, and where.
    public var description: String {
        source.isEmpty ? reason : "\(source), byte \(offset): \(reason)"
    }
}

/// What becomes of a job that meets a record it cannot understand.
public enum BadRecordPolicy: String, Hashable, Sendable, CaseIterable {
    /// The record is counted and left out.
    case skip
    /// The task fails, and with it the job.
    case fail
}
