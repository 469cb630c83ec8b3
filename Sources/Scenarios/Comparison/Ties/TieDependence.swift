public import OrderedCollections

/// What of a scenario's results depends on the order of events that happen at one instant.
public struct TieDependence: Equatable, Sendable {
    /// The scenario's name.
    public let scenario: String
    /// The orders that were compared with the first: `reversed`, `random`, …
    public let orders: [Ties]
    /// The figures that differ in any of them, in the order of the results.
    public private(set) var figures: [Figure] = []
    /// What held in one order and not in the other, and what became of jobs, in each of the orders.
    public private(set) var outcomes: [Outcome] = []
    /// The order that the others were compared with.
    public let base: Ties

    /// A figure that depends on the order.
    public struct Figure: Equatable, Sendable {
        /// The run that it concerns; empty without a matrix.
        public var cell: String
        /// What it is called.
        public var name: String
        /// What the first run says.
        public var base: Change.Value
        /// What the other runs say, by the places of their orders: those that say the same are
        /// missing.
        public var others: OrderedDictionary<Int, Change>

        /// What the run in the order at `place` says.
        func value(at place: Int) -> Change.Value { others[place]?.new ?? base }
    }

    /// Something that is no figure and differs.
    public struct Outcome: Equatable, Sendable {
        /// The place of the order in which it is another one.
        public var place: Int
        /// What differs, and how.
        public var change: Change

        /// Whether it is expected of the scenario.
        public var isExpected: Bool { change.kind != .job }
    }

    /// Compares a result with those of the same scenario in other orders.
    public init(
        of base: ResultDocument,
        in order: Ties,
        with others: [(order: Ties, result: ResultDocument)]
    ) {
        scenario = base.scenario
        self.base = order
        orders = others.map(\.order)
        var found: OrderedDictionary<[String], Figure> = [:]
        for (place, other) in others.enumerated() {
            for change in ResultComparison(from: base, to: other.result).changes {
                if change.kind == .figure {
                    found[
                        [change.cell, change.subject],
                        default: Figure(
                            cell: change.cell,
                            name: change.subject,
                            base: change.old,
                            others: [:]
                        )
                    ].others[place] = change
                } else if Self.isOutcome(change) {
                    outcomes.append(Outcome(place: place, change: change))
                }
            }
        }
        figures = Array(found.values)
    }

    /// Whether something expected holds in one order and not in another.
    public var changesOutcome: Bool { outcomes.contains(where: \.isExpected) }

    /// Whether nothing depends on the order.
    public var isEmpty: Bool { figures.isEmpty && outcomes.isEmpty }

    /// Whether a change is one of what was expected, of broken properties, or of a job's end.
    private static func isOutcome(_ change: Change) -> Bool {
        switch change.kind {
        case .expectation, .invariant, .call: change.trend != .changed
        case .violation: change.old == .absent || change.new == .absent
        case .verdict, .job: true
        default: false
        }
    }
}
