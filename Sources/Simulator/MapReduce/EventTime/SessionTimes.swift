/// A map function whose values are replaced by the times of their records: what ``Sessions`` takes.
///
/// A record that is late as a session of its own is dropped and counted; where an earlier record
/// of the same key would have kept its session open, Flink would still take it.
public struct SessionTimes<Base: MapFunction>: MapFunction {
    private var base: Base
    private var clock: EventClock
    private var lastTime = 0

    /// Milliseconds without an event after which a session ends.
    let gap: Int

    /// Creates the function.
    ///
    /// - Throws: ``JobError`` for windows that cannot be, or are no session windows.
    public init(_ base: Base, _ settings: WindowSettings) throws(JobError) {
        guard case .session(let gap) = settings.shape else {
            throw .badWindow("sessions need a session window")
        }
        self.base = base
        clock = try EventClock(settings)
        self.gap = try EventClock.milliseconds(gap, atLeast: 1, "the gap of the sessions")
    }

    /// See ``MapFunction/map(_:into:)-(Record,_)``.
    public mutating func map(
        _ record: Record,
        into output: inout MapOutput<Int>
    ) throws(BadRecord) {
        var pairs = MapOutput<Base.Value>()
        try map(record, through: &pairs, into: &output)
    }

    /// Maps each line, through one buffer.
    public mutating func map(
        _ block: RecordBlock,
        into output: inout MapOutput<Int>
    ) throws(BadRecord) {
        var pairs = MapOutput<Base.Value>()
        try block.forEachLine { record throws(BadRecord) in
            output.records += 1
            do throws(BadRecord) {
                try map(record, through: &pairs, into: &output)
            } catch {
                try output.skip(error, in: record)
            }
        }
    }

    /// What the function held back has the time of the last record.
    public mutating func finish(into output: inout MapOutput<Int>) {
        var pairs = MapOutput<Base.Value>()
        base.finish(into: &pairs)
        emit(&pairs, into: &output)
    }

    private mutating func map(
        _ record: Record,
        through pairs: inout MapOutput<Base.Value>,
        into output: inout MapOutput<Int>
    ) throws(BadRecord) {
        let time = try clock.read(record)
        guard !clock.isLate(end: time + gap) else {
            output.lateRecords += 1
            return
        }
        lastTime = time
        do throws(BadRecord) {
            try base.map(record, into: &pairs)
        } catch {
            emit(&pairs, into: &output)
            throw error
        }
        emit(&pairs, into: &output)
    }

    private func emit(_ pairs: inout MapOutput<Base.Value>, into output: inout MapOutput<Int>) {
        pairs.take { pairs in
            for pair in pairs { output.emit(copying: pair.key, lastTime) }
        }
    }
}
