import Simulator

/// Why two runs part: the first decision that differs between the last event that they have in
/// common and the first that they have not; or that none does.
struct DivergenceCause {
    typealias Entry = RunHistory.Entry

    let names: HistoryNames
    /// What both runs have in common.
    let before: ArraySlice<Entry>
    /// What comes next in the first run, if anything.
    let first: Entry?
    /// What comes next in the other one.
    let other: Entry?
    /// The events that differ.
    let events: (first: Entry?, other: Entry?)

    /// In a sentence, for people.
    var text: String {
        switch (first?.kind, other?.kind) {
        case (.draw, .draw): draws(first, other)
        case (.task, .task), (.tie, .tie): picks(first, other)
        case (.event, .event), (.event, nil), (nil, .event), (nil, nil): otherPath
        case (.event, _), (nil, _):
            "the other run \(did(other)), the first run did not; "
                + "\(subject(of: other)) took another path"
        case (_, .event), (_, nil):
            "the first run \(did(first)), the other run did not; "
                + "\(subject(of: first)) took another path"
        default: "the first run \(did(first)), the other run \(did(other))"
        }
    }

    private func draws(_ first: Entry?, _ other: Entry?) -> String {
        guard let first, let other else { return "" }
        guard first.place == other.place else {
            return "the first run \(did(first)), the other run \(did(other))"
        }
        let drawers = [drawer(of: first), drawer(of: other)]
        let who = drawers[0] == drawers[1] ? drawers[0] : drawers.joined(separator: " and ")
        return "draw \(number(of: first)) of stream '\(stream(first))' is "
            + "\(Self.hexadecimal(first.first)) and \(Self.hexadecimal(other.first))"
            + (who.isEmpty ? "" : "; it was drawn by \(who)")
    }

    private func picks(_ first: Entry?, _ other: Entry?) -> String {
        guard let first, let other else { return "" }
        return "the first run \(did(first)), the other run \(did(other))"
    }

    /// What a run did where an entry stands.
    private func did(_ entry: Entry?) -> String {
        guard let entry else { return "ended" }
        switch entry.kind {
        case .draw:
            let who = drawer(of: entry)
            return "drew number \(number(of: entry)) of stream '\(stream(entry))', "
                + Self.hexadecimal(entry.first) + (who.isEmpty ? "" : ", in \(who)")
        case .task: return "picked number \(entry.first + 1) of \(entry.second) ready tasks"
        case .tie:
            return "picked number \(entry.first + 1) of \(entry.second) events of one instant"
        case .event: return "took the event"
        }
    }

    // MARK: No decision differs

    /// Something that depends on neither seed nor virtual time had a task take another path.
    private var otherPath: String {
        let reason =
            "something that it does depends on neither the seed nor virtual time, such as a clock, "
            + "random numbers of the system, the order of a set or dictionary, or an address"
        guard let (entry, isOnBothSides) = suspect else {
            return "every draw and every pick before it is the same; \(lastActor) took another "
                + "path, and \(reason)"
        }
        let place = names.nodes[entry.place].map { " on node '\($0)'" } ?? ""
        let what = names.description(of: entry) ?? "an event"
        let shift =
            isOnBothSides
            ? "\(what)\(place) comes at another instant"
            : "\(what)\(place) comes in one run only, or at another time"
        return "every draw and every pick before it is the same, and \(shift): "
            + "\(subject(of: entry)) took another path, and \(reason)"
    }

    /// The event that was moved; nothing where both are the same but for the order in which they
    /// were asked for.
    private var suspect: (entry: Entry, isOnBothSides: Bool)? {
        switch events {
        case (let first?, let other?):
            let isSame = first.name == other.name && first.place == other.place
            if isSame { return first.first == other.first ? nil : (first, true) }
            return (first.first <= other.first ? first : other, false)
        case (let event?, nil), (nil, let event?): return (event, false)
        case (nil, nil): return nil
        }
    }

    /// Who did what an entry tells, or had it happen.
    private func subject(of entry: Entry?) -> String {
        guard let entry else { return lastActor }
        if entry.kind != .event {
            let who = drawer(of: entry)
            return who.isEmpty ? lastActor : who
        }
        let node = names.nodes[entry.place]
        switch names.actors[Int(entry.name)] {
        case .happening(.wake(let task?, _)): return task.description
        case .happening(.handler(let name)): return "whoever scheduled handler '\(name)'" + of(node)
        case .happening(.mail(let name)): return "whoever sent to mailbox '\(name)'" + of(node)
        case .happening(.delivery(let name, let part)):
            return "whoever sent the \(name) \(part)" + of(node)
        default: return lastActor
        }
    }

    private func of(_ node: String?) -> String { node.map { " of node '\($0)'" } ?? "" }

    // MARK: Names

    /// What happened last before the runs part.
    private var lastActor: String {
        guard let event = before.last(where: { $0.kind == .event }) else {
            return "what was done before the first event"
        }
        guard case .happening(let happening) = names.actors[Int(event.name)] else {
            return "what the event before it led to"
        }
        if case .wake(let task?, _) = happening { return task.description }
        return "what '\(happening)'\(of(names.nodes[event.place])) led to"
    }

    /// Who made a decision; a handler of the event before it, where no task ran.
    private func drawer(of entry: Entry) -> String {
        if case .task(let name) = names.actors[Int(entry.name)] { return name.description }
        guard let event = before.last(where: { $0.kind == .event }) else { return "" }
        guard case .happening(let happening) = names.actors[Int(event.name)] else { return "" }
        if case .wake = happening { return "" }
        return "'\(happening)'\(of(names.nodes[event.place]))"
    }

    private func stream(_ entry: Entry) -> String {
        Int(entry.place) < names.streams.count ? names.streams[Int(entry.place)] : "unknown"
    }

    /// Which draw of its stream it is, from 1.
    private func number(of entry: Entry) -> Int {
        1 + before.count { $0.kind == .draw && $0.place == entry.place }
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        "0x" + String(value, radix: 16)
    }
}
