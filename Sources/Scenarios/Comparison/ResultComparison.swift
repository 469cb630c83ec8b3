/// What moved between two results of one scenario.
///
/// Everything in them is a matter of virtual time, so the same program gives the same again to the
/// last bit: values are compared exactly, and each difference is a change. Runs are matched by what
/// the matrix sets in them; their order, and that of figures and of conditions, does not count.
public struct ResultComparison: Equatable, Sendable {
    /// The scenario's name.
    public let scenario: String
    /// The changes, the weightiest kinds first and in each the largest.
    public let changes: [Change]

    /// Compares a result with an earlier one of the same scenario.
    ///
    /// - Parameters:
    ///   - base: The earlier one.
    ///   - new: The later one.
    public init(from base: ResultDocument, to new: ResultDocument) {
        scenario = new.scenario
        let identity = Self.identity(from: base, to: new)
        var cells = Self.cells(from: base, to: new)
        if base.cells.count == 1, new.cells.count == 1 {
            // What holds of the only run holds of the scenario, and is told once.
            cells.removeAll { change in
                identity.contains {
                    $0.subject == change.subject && $0.old == change.old && $0.new == change.new
                }
            }
        }
        changes = Self.ordered(identity + Self.description(from: base, to: new) + cells)
    }

    /// How many changes mean this.
    public func count(of trend: Change.Trend) -> Int { changes.count { $0.trend == trend } }

    /// By kind; figures by size; everything else in the order in which it stands in the files.
    private static func ordered(_ changes: [Change]) -> [Change] {
        Change.Kind.allCases.flatMap { kind -> [Change] in
            let all = changes.filter { $0.kind == kind }
            guard kind == .figure else { return all }
            return all.enumerated().sorted { first, second in
                first.element.size == second.element.size
                    ? first.offset < second.offset : first.element.size > second.element.size
            }.map(\.element)
        }
    }

    // MARK: The scenario

    private static func identity(
        from base: ResultDocument,
        to new: ResultDocument
    ) -> [Change] {
        var changes: [Change] = []
        if base.scenario != new.scenario {
            changes.append(Change(.identity, "scenario", from: base.scenario, to: new.scenario))
        }
        if base.verdict != new.verdict {
            changes.append(verdict(from: base.verdict, to: new.verdict))
        }
        if base.seed != new.seed {
            changes.append(
                Change(.identity, "seed", from: String(base.seed), to: String(new.seed))
            )
        }
        if base.digest != new.digest {
            changes.append(Change(.identity, "digest", from: base.digest, to: new.digest))
        }
        return changes
    }

    /// A verdict that is another one: failed is the worst, held the best.
    static func verdict(from base: Verdict, to new: Verdict) -> Change {
        let order: [Verdict] = [.held, .undecided, .failed]
        let isWorse =
            (order.firstIndex(of: new) ?? 0) > (order.firstIndex(of: base) ?? 0)
        return Change(
            .verdict,
            "verdict",
            from: base.rawValue,
            to: new.rawValue,
            isWorse ? .worse : .better
        )
    }

    /// What the file says of the scenario, and what is made of all runs together.
    private static func description(
        from base: ResultDocument,
        to new: ResultDocument
    ) -> [Change] {
        let compared = ["scenario", "verdict", "seed", "digest", "cells"]
        return StructureDifference.all(
            from: rest(of: ResultDocument.format.write(base), without: compared),
            to: rest(of: ResultDocument.format.write(new), without: compared),
            at: ""
        ).map { $0.change(.configuration) }
    }

    /// What stands at a node, but for some keys.
    static func rest(of node: YAMLNode, without keys: [String]) -> JSONValue {
        guard case .object(let members) = JSONValue(node) else { return .null }
        return .object(members.filter { !keys.contains($0.key) })
    }

    // MARK: Runs

    private static func cells(from base: ResultDocument, to new: ResultDocument) -> [Change] {
        let pairs = Pairs(base.cells, new.cells) { "\($0.label ?? "")\n\($0.parameters)" }
        let isSame = pairs.removed.isEmpty && pairs.added.isEmpty
        let missing =
            pairs.removed.map { Change(.cell, name(of: $0), from: "run", to: nil) }
            + pairs.added.map { Change(.cell, name(of: $0), from: nil, to: "run") }
        return missing
            + pairs.both.flatMap { old, new -> [Change] in
                if old == new { return [] }
                let changes = CellComparison(from: old, to: new, byIndex: isSame).changes
                return changes.map { change in
                    var change = change
                    change.cell = new.name
                    return change
                }
            }
    }

    private static func name(of cell: ResultDocument.Cell) -> String {
        cell.name.isEmpty ? "run \(cell.index)" : cell.name
    }
}

/// The items of two lists that have the same key; of several with one key the first on each side
/// belong together, then the second.
struct Pairs<Item> {
    /// What stands on both sides.
    private(set) var both: [(old: Item, new: Item)] = []
    /// What stands on the old side alone.
    private(set) var removed: [Item] = []
    /// What stands on the new side alone.
    private(set) var added: [Item] = []

    init(_ old: [Item], _ new: [Item], key: (Item) -> String) {
        var places: [String: [Int]] = [:]
        for (place, item) in new.enumerated().reversed() {
            places[key(item), default: []].append(place)
        }
        var isTaken = [Bool](repeating: false, count: new.count)
        for item in old {
            if let place = places[key(item)]?.popLast() {
                isTaken[place] = true
                both.append((item, new[place]))
            } else {
                removed.append(item)
            }
        }
        added = zip(new, isTaken).filter { !$0.1 }.map(\.0)
    }
}
