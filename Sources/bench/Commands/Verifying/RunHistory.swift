import Simulator

/// The events of a run and the decisions between them, in order, as far as memory allows.
///
/// Past its limit only the digest at the end of a run tells two runs apart.
final class RunHistory: EventObserver, DecisionMaker {
    /// An event or a decision: what differs between two runs is an entry of either.
    struct Entry: Equatable {
        /// What an entry is of.
        enum Kind: UInt8 {
            case event, draw, task, tie
        }

        /// What it is of.
        var kind: Kind
        /// The number of the node, or of the stream; 0 for a pick.
        var place: UInt32
        /// What happened, or who decided: a number of `HistoryNames`. It does not count when two
        /// entries are compared.
        var name: UInt32
        /// The instant in nanoseconds, the value that was drawn, or the place that was picked.
        var first: UInt64
        /// The digest with the event; how many there were to pick from; 0 for a draw.
        var second: UInt64

        static func == (left: Entry, right: Entry) -> Bool {
            left.kind == right.kind && left.place == right.place && left.first == right.first
                && left.second == right.second
        }
    }

    /// The most entries that are kept, a quarter of a gibibyte of them.
    static let limit = 8_000_000

    /// What the numbers of entries stand for.
    let names: HistoryNames
    /// The entries so far.
    private(set) var entries: [Entry] = []
    /// Whether no entry had to be left out.
    private(set) var isComplete = true
    private let limit: Int
    private var reader: EntryReader

    /// A history that keeps so many entries.
    init(names: HistoryNames, limit: Int = RunHistory.limit) {
        self.names = names
        self.limit = limit
        reader = EntryReader(names: names)
    }

    var decisions: (any DecisionMaker)? { self }

    func begin(_ view: RunView) { reader.view = view }

    func open(stream label: String, identity: UInt64) -> UInt64 {
        reader.open(label, identity)
        return identity
    }

    func draw(_ value: UInt64, from identity: UInt64) -> UInt64 {
        append(reader.draw(value, identity))
        return value
    }

    func pick(_ place: UInt64, of count: UInt64, among choice: DecisionChoice) -> UInt64 {
        append(reader.pick(place, count, choice))
        return place
    }

    func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64) {
        append(reader.event(instant, node, digest))
    }

    private func append(_ entry: Entry) {
        guard entries.count < limit else {
            isComplete = false
            return
        }
        entries.append(entry)
    }
}

/// Names of streams, tasks, nodes and kinds of events, each with a number; the runs that are
/// compared share them.
final class HistoryNames {
    /// Who drew, or what an event is.
    enum Actor: Hashable {
        case unknown
        case task(TaskName)
        case happening(Happening)
    }

    private(set) var streams: [String] = []
    private(set) var actors: [Actor] = [.unknown]
    private(set) var nodes: [UInt32: String] = [:]
    private var streamNumbers: [String: UInt32] = [:]
    private var actorNumbers: [Actor: UInt32] = [.unknown: 0]

    /// The number of the stream called `label`.
    func stream(_ label: String) -> UInt32 {
        if let number = streamNumbers[label] { return number }
        let number = UInt32(streams.count)
        streams.append(label)
        streamNumbers[label] = number
        return number
    }

    /// The number of `actor`.
    func actor(_ actor: Actor) -> UInt32 {
        if let number = actorNumbers[actor] { return number }
        let number = UInt32(actors.count)
        actors.append(actor)
        actorNumbers[actor] = number
        return number
    }

    /// Remembers what the node with this number is called.
    func note(node: UInt32, _ name: () -> String) {
        if nodes[node] == nil { nodes[node] = name() }
    }
}

/// Makes entries of what a run tells.
struct EntryReader {
    let names: HistoryNames
    /// What the run is doing; nothing where nobody tells.
    var view: RunView?
    /// The numbers of the streams, by their identities.
    private var streams: [UInt64: UInt32] = [:]

    init(names: HistoryNames) {
        self.names = names
    }

    mutating func open(_ label: String, _ identity: UInt64) {
        streams[identity] = names.stream(label)
    }

    func draw(_ value: UInt64, _ identity: UInt64) -> RunHistory.Entry {
        RunHistory.Entry(
            kind: .draw,
            place: streams[identity] ?? .max,
            name: drawer,
            first: value,
            second: 0
        )
    }

    func pick(
        _ place: UInt64,
        _ count: UInt64,
        _ choice: DecisionChoice
    ) -> RunHistory.Entry {
        RunHistory.Entry(
            kind: choice == .tasks ? .task : .tie,
            place: 0,
            name: 0,
            first: place,
            second: count
        )
    }

    func event(_ instant: VirtualInstant, _ node: UInt32, _ digest: UInt64) -> RunHistory.Entry {
        var name: UInt32 = 0
        if let view {
            name = names.actor(.happening(view.happening))
            names.note(node: node) { view.name(ofNode: node) }
        }
        return RunHistory.Entry(
            kind: .event,
            place: node,
            name: name,
            first: instant.nanoseconds,
            second: digest
        )
    }

    private var drawer: UInt32 {
        view?.task.map { names.actor(.task($0)) } ?? 0
    }
}
