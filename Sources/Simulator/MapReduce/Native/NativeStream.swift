/// A part of a job as a process of its own, in the contract of Hadoop Streaming: lines in, lines
/// with a key, a tab and a value out.
///
/// A line without a tab is a key with an empty value. The lines of a combiner or a reducer come
/// sorted, so that lines of one key follow each other; the value of each is a plain one, such as
/// any other program may write, or what `TextForm` calls an accumulator.
public struct NativeStream: Sendable {
    /// The parts.
    public enum Step: String, Hashable, Sendable, CaseIterable {
        case map, combine, reduce
    }

    /// What was counted.
    public struct Counters: Hashable, Sendable {
        /// What the map function counted, or the lines of the other steps.
        public var input = MapCounters()
        /// Lines that were written.
        public var lines = 0
    }

    /// Takes some of the output.
    public typealias Writer = ([UInt8]) throws -> Void

    private static let bufferSize = 1 << 16

    private let code: JobCode
    private let badRecords: BadRecordPolicy

    /// Creates a stream for the functions of `code`.
    public init(_ code: JobCode, badRecords: BadRecordPolicy) {
        self.code = code
        self.badRecords = badRecords
    }

    /// Does a step with the lines of an open file.
    ///
    /// - Parameters:
    ///   - step: Map, combine or reduce.
    ///   - descriptor: The open file, read to its end.
    ///   - source: What records call the input.
    ///   - write: Takes the lines of the result.
    /// - Throws: ``NativeJobError``, or what `write` throws.
    /// - Precondition: only what can be combined is.
    public func run(
        _ step: Step,
        from descriptor: Int32,
        source: String,
        to write: @escaping Writer
    ) throws -> Counters {
        let output = LineOutput(write)
        let blocks = LineBlocks(
            DescriptorSource(descriptor, name: source),
            name: StableBytes(copying: source.utf8),
            blockSize: Self.bufferSize
        )
        var counters = Counters()
        switch step {
        case .map: counters.input = try map(blocks, output)
        case .reduce: counters.input = try fold(blocks, code.lines.makeReducer(), source, output)
        case .combine:
            guard let makeCombiner = code.lines.makeCombiner else {
                preconditionFailure("the function cannot be combined")
            }
            counters.input = try fold(blocks, makeCombiner(), source, output)
        }
        try output.flush(from: 0)
        counters.lines = output.lines
        return counters
    }

    private func map(_ blocks: LineBlocks, _ output: LineOutput) throws -> MapCounters {
        let task = code.lines.makeMapTask(badRecords) { output.append($0, $1) }
        while let block = try blocks.next() {
            do throws(BadRecord) {
                try task.map(block)
            } catch {
                throw NativeJobError.badRecord(error)
            }
            try output.flush(from: Self.bufferSize)
        }
        task.finish()
        return task.counters
    }

    /// Folds the values of lines with one key that follow each other.
    private func fold(
        _ blocks: LineBlocks,
        _ fold: LineFold,
        _ source: String,
        _ output: LineOutput
    ) throws -> MapCounters {
        var counters = MapCounters()
        var current: [UInt8]?
        var values = 0
        var result: [UInt8] = []
        func finish() {
            guard let key = current, values > 0 else { return }
            result.removeAll(keepingCapacity: true)
            fold.finish(&result)
            key.withUnsafeBytes { key in
                result.withUnsafeBytes { output.append(ByteView(key), ByteView($0)) }
            }
        }
        while let block = try blocks.next() {
            var start = 0
            while start < block.bytes.count {
                let rest = block.bytes.dropping(start)
                let line = rest.slice(0..<(LineEnd.offset(in: rest) ?? rest.count))
                let tab = line.firstIndex(of: 0x09) ?? line.count
                let key = line.slice(0..<tab)
                let value = line.dropping(min(tab + 1, line.count))
                if current.map({ !key.elementsEqual($0) }) ?? true {
                    finish()
                    current = Array(key)
                    values = 0
                }
                counters.records += 1
                if fold.add(value) {
                    values += 1
                } else {
                    try skip(value, source, block.offset + start, &counters)
                }
                start += line.count + 1
                try output.flush(from: Self.bufferSize)
            }
        }
        finish()
        return counters
    }

    private func skip(
        _ value: ByteView,
        _ source: String,
        _ offset: Int,
        _ counters: inout MapCounters
    ) throws(NativeJobError) {
        let text = String(decoding: value.prefix(40), as: UTF8.self)
        var record = BadRecord("'\(text)' is no value of the reduce function")
        record.source = source
        record.offset = offset
        if badRecords == .fail { throw .badRecord(record) }
        counters.badRecords += 1
        counters.firstBadRecord = counters.firstBadRecord ?? record
    }
}

/// Lines on their way out.
private final class LineOutput {
    private let write: NativeStream.Writer
    private var waiting: [UInt8] = []
    private var unprintable: [UInt8]?
    private(set) var lines = 0

    init(_ write: @escaping NativeStream.Writer) {
        self.write = write
    }

    /// Appends a line, unless its key or value would break it.
    func append(_ key: ByteView, _ value: ByteView) {
        if key.contains(0x09) || key.contains(0x0A) { unprintable = unprintable ?? Array(key) }
        if value.contains(0x0A) { unprintable = unprintable ?? Array(value) }
        guard unprintable == nil else { return }
        waiting.append(contentsOf: key.buffer)
        waiting.append(0x09)
        waiting.append(contentsOf: value.buffer)
        waiting.append(0x0A)
        lines += 1
    }

    /// Writes what is waiting, once there are `size` bytes of it.
    func flush(from size: Int) throws {
        if let unprintable { throw NativeJobError.notALine(unprintable) }
        guard waiting.count >= size, !waiting.isEmpty else { return }
        try write(waiting)
        waiting.removeAll(keepingCapacity: true)
    }
}
