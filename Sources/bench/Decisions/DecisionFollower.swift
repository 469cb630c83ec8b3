import Simulator

/// Makes the decisions of a run as those of a log were made, as far as the code asks for the same.
///
/// Each stream gets the numbers that its log has, in their order, whatever others draw in between:
/// so a change in one place leaves the draws of all others alone. A stream that has no more, or
/// that the log does not have, goes on with numbers of its own. Picks have one order among them;
/// from the first that is one of another number they are the run's own.
final class DecisionFollower: DecisionMaker {
    /// The first thing that the code asks for and the log does not have.
    struct Deviation: Equatable {
        /// The number of the last event until which the code has followed.
        var event: UInt64
        /// Its instant.
        var instant: VirtualInstant
        /// What the code does then.
        var what: String
    }

    private let path: String
    private let run: DecisionLog.Run
    private let reader: LineReader
    private var view: RunView?
    /// What was read of each stream and not given yet, by its number.
    private var values: [Int: Waiting<UInt64>] = [:]
    private var picks = Waiting<(choice: DecisionChoice, pick: DecisionLine.Pick)>()
    private var points = Waiting<(point: DecisionLine.Checkpoint, isEnd: Bool)>()
    /// The streams of this run, by the identities with which they draw.
    private var streams: [UInt64: Followed] = [:]
    private var followsPicks = true
    private var followsEvents = true
    private var hasEnded = false
    /// The checkpoint that is next in the log, whether it is the end, and how many of its events
    /// have happened.
    private var next: (point: DecisionLine.Checkpoint, isEnd: Bool, happened: Int)?
    /// The last event that was compared and found the same.
    private var lastSame = (event: UInt64(0), instant: VirtualInstant.zero)
    /// Where the code first left the log.
    private(set) var deviation: Deviation?

    /// A stream of this run.
    private struct Followed {
        var label: String
        /// Nothing where the log does not have it.
        var number: Int?
        /// How many draws the log has, and how many of them were given.
        var draws = 0
        var given = 0
    }

    /// A follower of `run` of the log at `path`.
    init(_ run: DecisionLog.Run, of path: String) throws(DecisionLogError) {
        self.path = path
        self.run = run
        reader = try LineReader(path: path, offset: run.offset)
    }

    var forRepetition: (any DecisionMaker)? { try? DecisionFollower(run, of: path) }

    func begin(_ view: RunView) { self.view = view }

    func open(stream label: String, identity: UInt64) -> UInt64 {
        guard let stream = run.streams[label] else {
            if streams[identity] == nil { streams[identity] = Followed(label: label) }
            return identity
        }
        if streams[stream.identity] == nil {
            streams[stream.identity] = Followed(
                label: label,
                number: stream.number,
                draws: stream.draws
            )
        }
        return stream.identity
    }

    func draw(_ value: UInt64, from identity: UInt64) -> UInt64 {
        guard let stream = streams[identity] else { return value }
        guard let number = stream.number else {
            deviate("it draws from stream '\(stream.label)', which the log does not have")
            return value
        }
        guard stream.given < stream.draws else {
            deviate("it draws from stream '\(stream.label)', of which the log has no more")
            return value
        }
        streams[identity]?.given += 1
        while true {
            if let recorded = values[number]?.next() { return recorded }
            guard readOn() else { return value }
        }
    }

    func pick(_ place: UInt64, of count: UInt64, among choice: DecisionChoice) -> UInt64 {
        guard followsPicks else { return place }
        while picks.isEmpty, readOn() {}
        let words = choice == .tasks ? "ready tasks" : "events of one instant"
        guard let recorded = picks.next() else {
            followsPicks = false
            deviate("it picks one of \(count) \(words), and the log has no more picks")
            return place
        }
        guard recorded.choice == choice, recorded.pick.count == count else {
            followsPicks = false
            let other = recorded.choice == .tasks ? "ready tasks" : "events of one instant"
            deviate(
                "it picks one of \(count) \(words), where the log picks one of "
                    + "\(recorded.pick.count) \(other)"
            )
            return place
        }
        return recorded.pick.place
    }

    /// Compares an event, which is about to happen, with that of the log.
    func note(event: UInt64, instant: VirtualInstant, digest: UInt64) {
        guard followsEvents else { return }
        if isSame(event, digest) {
            lastSame = (event, instant)
        } else {
            followsEvents = false
            let what = view.map { ": \($0.happening)" } ?? ""
            deviateFromEvents("event \(event) at \(instant) is another one\(what)")
        }
    }

    /// Whether the next event of the log is this one.
    private func isSame(_ event: UInt64, _ digest: UInt64) -> Bool {
        while next.map({ $0.happened == $0.point.checks.count }) ?? true {
            while points.isEmpty, readOn() {}
            guard let (point, isEnd) = points.next() else { return false }
            next = (point, isEnd, 0)
        }
        guard let (point, isEnd, happened) = next else { return false }
        next?.happened += 1
        // Something may be drawn after the last event, and enter the digest of the end.
        guard !isEnd, happened == point.checks.count - 1 else {
            return point.checks[happened] == UInt16(truncatingIfNeeded: digest)
        }
        return point.event == event && point.digest == digest
    }

    /// Compares the end of the run with that of the log.
    func finish(_ outcome: RunOutcome) {
        guard var end = run.end, deviation == nil else { return }
        end.checks = []
        guard DecisionLine.Checkpoint(outcome) != end else { return }
        let instant = VirtualInstant(nanoseconds: end.instant)
        deviateFromEvents(
            "the run ends after event \(outcome.events) at \(outcome.instant), and that of the log "
                + "after event \(end.event) at \(instant)"
        )
    }

    private func deviate(_ what: String) {
        guard deviation == nil else { return }
        deviation = Deviation(event: view?.event ?? 0, instant: view?.instant ?? .zero, what: what)
    }

    private func deviateFromEvents(_ what: String) {
        guard deviation == nil else { return }
        deviation = Deviation(event: lastSame.event, instant: lastSame.instant, what: what)
    }

    /// Reads a line, and keeps what it says until it is asked for.
    ///
    /// - Returns: Whether there was one.
    private func readOn() -> Bool {
        guard !hasEnded, let bytes = reader.line(), let line = DecisionLine(bytes) else {
            return false
        }
        switch line {
        case .run: return false
        case .stream: break
        case .draw(let stream, let value): values[stream, default: Waiting()].add(value)
        case .task(let pick): picks.add((.tasks, pick))
        case .tie(let pick): picks.add((.events, pick))
        case .event(let point): points.add((point, isEnd: false))
        case .end(let point):
            points.add((point, isEnd: true))
            hasEnded = true
        }
        return true
    }

    /// What was read and not asked for yet, first in, first out.
    private struct Waiting<Item> {
        private var items: [Item] = []
        private var first = 0

        var isEmpty: Bool { first == items.count }

        mutating func add(_ item: Item) { items.append(item) }

        mutating func next() -> Item? {
            guard first < items.count else { return nil }
            let item = items[first]
            first += 1
            if first == items.count {
                items.removeAll(keepingCapacity: true)
                first = 0
            } else if first > 1_000, first * 2 > items.count {
                items.removeFirst(first)
                first = 0
            }
            return item
        }
    }
}
