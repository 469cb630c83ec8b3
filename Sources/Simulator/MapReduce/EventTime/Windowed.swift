/// A map function whose keys are told apart by windows of event time: the start of the window and
/// a blank stand before each, as in `2015-05-17T10:05:00Z 404`.
///
/// Windows begin at multiples of the slide since 1970, UTC. A record whose windows are all late is
/// dropped and counted. A record without a time is a ``BadRecord``.
public struct Windowed<Base: MapFunction>: MapFunction {
    /// What is emitted for a key.
    public typealias Value = Base.Value

    private var base: Base
    private var clock: EventClock
    private let size: Int
    private let slide: Int
    private var lastTime = 0

    /// Creates the function.
    ///
    /// - Throws: ``JobError`` for windows that cannot be, and for session windows: those come from
    ///   ``SessionTimes`` and ``Sessions``.
    public init(_ base: Base, _ settings: WindowSettings) throws(JobError) {
        self.base = base
        clock = try EventClock(settings)
        switch settings.shape {
        case .tumbling(let size):
            self.size = try EventClock.milliseconds(size, atLeast: 1, "the size of the windows")
            slide = self.size
        case .sliding(let size, let slide):
            self.size = try EventClock.milliseconds(size, atLeast: 1, "the size of the windows")
            self.slide = try EventClock.milliseconds(slide, atLeast: 1, "the slide")
            guard self.slide <= self.size else {
                throw .badWindow("the slide is larger than the windows: some records are in none")
            }
            guard self.size / self.slide <= 10_000 else {
                throw .badWindow("a record falls into more than 10,000 windows")
            }
        case .session:
            throw .badWindow("a session window is no window of one size")
        }
    }

    /// See ``MapFunction/map(_:into:)-(Record,_)``.
    public mutating func map(
        _ record: Record,
        into output: inout MapOutput<Value>
    ) throws(BadRecord) {
        var pairs = MapOutput<Value>()
        try map(record, through: &pairs, into: &output)
    }

    /// Maps each line, through one buffer.
    public mutating func map(
        _ block: RecordBlock,
        into output: inout MapOutput<Value>
    ) throws(BadRecord) {
        var pairs = MapOutput<Value>()
        try block.forEachLine { record throws(BadRecord) in
            output.records += 1
            do throws(BadRecord) {
                try map(record, through: &pairs, into: &output)
            } catch {
                try output.skip(error, in: record)
            }
        }
    }

    /// What the function held back belongs to the windows of the last record.
    public mutating func finish(into output: inout MapOutput<Value>) {
        var pairs = MapOutput<Value>()
        base.finish(into: &pairs)
        emit(&pairs, at: lastTime, into: &output)
    }

    private mutating func map(
        _ record: Record,
        through pairs: inout MapOutput<Value>,
        into output: inout MapOutput<Value>
    ) throws(BadRecord) {
        let time = try clock.read(record)
        let start = time.quotientRoundedDown(by: slide) * slide
        guard !clock.isLate(end: start + size) else {
            output.lateRecords += 1
            return
        }
        lastTime = time
        do throws(BadRecord) {
            try base.map(record, into: &pairs)
        } catch {
            emit(&pairs, at: time, into: &output)
            throw error
        }
        emit(&pairs, at: time, into: &output)
    }

    /// Emits the pairs for each window that holds `time` and is not late.
    private func emit(
        _ pairs: inout MapOutput<Value>,
        at time: Int,
        into output: inout MapOutput<Value>
    ) {
        let hasMilliseconds = size % 1_000 != 0 || slide % 1_000 != 0
        pairs.take { pairs in
            guard !pairs.isEmpty else { return }
            var key: [UInt8] = []
            var start = time.quotientRoundedDown(by: slide) * slide
            while start > time - size, !clock.isLate(end: start + size) {
                key.removeAll(keepingCapacity: true)
                EventTime(milliseconds: start).append(to: &key, withMilliseconds: hasMilliseconds)
                key.append(UInt8(ascii: " "))
                let prefix = key.count
                for pair in pairs {
                    key.removeLast(key.count - prefix)
                    key.append(contentsOf: pair.key.buffer)
                    let value = output.keep(pair.value)
                    output.emit(copying: key, value)
                }
                start -= slide
            }
        }
    }
}

extension MapOutput {
    /// A value that stays valid when the output that it was first emitted to is gone.
    fileprivate mutating func keep(_ value: Value) -> Value {
        guard let view = value as? ByteView else { return value }
        return (copy(view) as? Value) ?? value
    }
}
