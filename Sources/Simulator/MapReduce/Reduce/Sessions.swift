/// The sessions of a key: its event times, joined where no more than `gap` lies between them.
///
/// The values are times in milliseconds since 1970. As in Flink's session windows, a gap of exactly
/// that length still joins. Gives a list of records: when the session began, when its last event
/// was, and how many events there were.
public struct Sessions: CombinableReduceFunction {
    /// Milliseconds.
    private let gap: Int

    /// Creates the function.
    /// - Precondition: `gap` is positive.
    public init(gapMilliseconds gap: Int) {
        precondition(gap > 0, "a session has a gap after it")
        self.gap = gap
    }

    /// No sessions.
    public func begin() -> SessionList { SessionList() }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: Int, to accumulator: inout SessionList) {
        let session = SessionList.Session(first: value, last: value, events: 1)
        accumulator.insert(session, gap: gap)
    }

    /// See ``CombinableReduceFunction/merge(_:into:)``.
    public func merge(_ other: SessionList, into accumulator: inout SessionList) {
        for session in other.sessions { accumulator.insert(session, gap: gap) }
    }

    /// The sessions in the order of time.
    public func finish(_ accumulator: SessionList) -> ReducedValue {
        .list(
            accumulator.sessions.map { session in
                .record([
                    .init("start", Self.text(session.first)),
                    .init("end", Self.text(session.last)),
                    .init("events", .integer(Int128(session.events))),
                ])
            }
        )
    }

    /// See ``ReduceFunction/footprint(of:)``.
    public func footprint(of accumulator: SessionList) -> Int { accumulator.footprint }

    private static func text(_ milliseconds: Int) -> ReducedValue {
        .bytes(Array(EventTime(milliseconds: milliseconds).description.utf8))
    }
}

/// Sessions that lie farther apart than the gap, in the order of time.
public struct SessionList: ShuffleValue, Hashable, Sendable {
    /// One session.
    struct Session: Hashable {
        /// The time of the first event.
        var first: Int
        /// The time of the last event.
        var last: Int
        /// How many events there are.
        var events: Int
    }

    /// The sessions.
    private(set) var sessions: [Session] = []

    /// How many bytes are held.
    var footprint: Int { sessions.capacity * MemoryLayout<Session>.stride }

    /// Puts a session in, joined with those within the gap before and after it.
    mutating func insert(_ session: Session, gap: Int) {
        var joined = session
        let start = place { Int128(session.first) - Int128($0.last) > Int128(gap) }
        var end = start
        while end < sessions.count,
            Int128(sessions[end].first) - Int128(session.last) <= Int128(gap)
        {
            joined.first = min(joined.first, sessions[end].first)
            joined.last = max(joined.last, sessions[end].last)
            joined.events += sessions[end].events
            end += 1
        }
        if end == start + 1 {
            sessions[start] = joined
        } else {
            sessions.replaceSubrange(start..<end, with: CollectionOfOne(joined))
        }
    }

    /// How many sessions, of those in order, lie wholly before.
    private func place(where isBefore: (Session) -> Bool) -> Int {
        var low = 0
        var high = sessions.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(sessions[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Writes each session's first and last time, and its number of events.
    public func encode(into bytes: inout [UInt8]) {
        var piece: [UInt8] = []
        for session in sessions {
            for number in [session.first, session.last, session.events] {
                piece.removeAll(keepingCapacity: true)
                number.encode(into: &piece)
                VariableLengthInteger.append(piece.count, to: &bytes)
                bytes.append(contentsOf: piece)
            }
        }
    }

    /// See ``ShuffleValue/decode(_:)``.
    public static func decode(_ bytes: ByteView) -> SessionList? {
        var list = SessionList()
        var offset = 0
        while offset < bytes.count {
            var numbers: [Int] = []
            for _ in 0..<3 {
                guard let piece = VariableLengthInteger.readPiece(bytes, at: &offset),
                    let number = Int.decode(piece)
                else { return nil }
                numbers.append(number)
            }
            let session = Session(first: numbers[0], last: numbers[1], events: numbers[2])
            guard session.first <= session.last, session.events > 0,
                list.sessions.last.map({ $0.last < session.first }) ?? true
            else { return nil }
            list.sessions.append(session)
        }
        return list
    }
}
