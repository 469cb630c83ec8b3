/// Places in the code of a model that runs under faults ought to reach sometimes: a leader that was
/// deposed while it wrote, a backup that met its own object.
///
/// A sweep that never reaches a place does not test what happens there, however many seeds it runs.
/// Each model lists its places in one enumeration, so that those never reached have names too.
///
/// As the "sometimes assertions" of Antithesis, and the `TEST` and `CODE_PROBE` macros of
/// FoundationDB.
public protocol Place: RawRepresentable<String>, CaseIterable, Sendable {
    /// What happens there, in words.
    var meaning: String { get }
}

/// How often places were reached in a run; nothing in the run reads it, and no digest shows it.
struct ReachedPlaces {
    /// How often, by name.
    private(set) var counts: [String: Int] = [:]

    mutating func count(_ name: String) {
        counts[name, default: 0] += 1
    }
}

extension Simulation {
    /// How often each place was reached that was reached at all, by its name.
    public var reachedPlaces: [String: Int] { executor.places.counts }

    /// Notes that `place` was reached, where `condition` holds.
    public func sometimes(_ place: some Place, _ condition: Bool = true) {
        if condition { executor.places.count(place.rawValue) }
    }
}

extension Node {
    /// Notes that code of this node reached `place`, where `condition` holds.
    public func sometimes(_ place: some Place, _ condition: Bool = true) {
        if condition { record.executor.places.count(place.rawValue) }
    }
}
