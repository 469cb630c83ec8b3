import Scenarios
import Simulator

/// Compares a run with the history of an earlier one, until the first event that differs.
final class RunComparison: EventObserver, DecisionMaker {
    typealias Entry = RunHistory.Entry

    private let history: RunHistory
    private var reader: EntryReader
    /// How many entries both runs have in common.
    private var common = 0
    /// The entries of this run from the first one that differs to the event that does.
    private var others: [Entry] = []
    /// Whether no more entries are needed.
    private var isDecided = false

    /// Decisions between two events that are kept of this run.
    private static let othersMaximum = 10_000

    /// A comparison with `history`.
    init(with history: RunHistory) {
        self.history = history
        reader = EntryReader(names: history.names)
    }

    var decisions: (any DecisionMaker)? { self }

    func begin(_ view: RunView) { reader.view = view }

    func open(stream label: String, identity: UInt64) -> UInt64 {
        reader.open(label, identity)
        return identity
    }

    func draw(_ value: UInt64, from identity: UInt64) -> UInt64 {
        if !isDecided { compare(reader.draw(value, identity)) }
        return value
    }

    func pick(_ place: UInt64, of count: UInt64, among choice: DecisionChoice) -> UInt64 {
        if !isDecided { compare(reader.pick(place, count, choice)) }
        return place
    }

    func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64) {
        if !isDecided { compare(reader.event(instant, node, digest)) }
    }

    private func compare(_ entry: Entry) {
        if others.isEmpty {
            if common < history.entries.count {
                if history.entries[common] == entry {
                    common += 1
                    return
                }
            } else if !history.isComplete {
                isDecided = true
                return
            }
        }
        if entry.kind == .event || others.count < Self.othersMaximum { others.append(entry) }
        isDecided = entry.kind == .event
    }

    /// Where the runs part, once this one has ended; nothing where they do not, as far as is known.
    ///
    /// - Parameters:
    ///   - run: What the scenario or cell is called.
    ///   - number: Which run this is, from 2.
    func divergence(of run: String, number: Int) -> RunDivergence? {
        guard !others.isEmpty || common < history.entries.count else { return nil }
        let entries = history.entries
        let before = entries[..<common]
        let first = entries[common...].prefix { $0.kind != .event }
        let firstEvent = entries[(common + first.count)...].first
        let otherEvent = others.last.flatMap { $0.kind == .event ? $0 : nil }
        let events = UInt64(before.count { $0.kind == .event })
        let last = before.reversed().lazy.filter { $0.kind == .event }.prefix(Self.shownEvents)
        let shown = last.reversed().enumerated().map { place, entry in
            event(entry, number: events - UInt64(last.count - 1 - place))
        }
        let cause = DivergenceCause(
            names: history.names,
            before: before,
            first: entries[common...].first,
            other: others.first,
            events: (firstEvent, otherEvent)
        )
        return RunDivergence(
            run: run,
            number: number,
            common: shown,
            first: firstEvent.map { event($0, number: events + 1) },
            other: otherEvent.map { event($0, number: events + 1) },
            cause: cause.text
        )
    }

    /// How many of the events in common are shown.
    private static let shownEvents = 4

    private func event(_ entry: Entry, number: UInt64) -> RunDivergence.Event {
        RunDivergence.Event(
            number: number,
            instant: VirtualInstant(nanoseconds: entry.first),
            node: history.names.nodes[entry.place] ?? "node number \(entry.place)",
            what: history.names.description(of: entry) ?? "",
            digest: entry.second
        )
    }
}

extension HistoryNames {
    /// What an event is, in words; nothing where nobody told.
    func description(of entry: RunHistory.Entry) -> String? {
        guard case .happening(let happening) = actors[Int(entry.name)] else { return nil }
        return happening.description
    }
}
