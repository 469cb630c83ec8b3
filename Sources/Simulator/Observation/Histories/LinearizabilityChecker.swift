/// Whether a history has an order of its operations that explains all answers.
public enum LinearizabilityVerdict<Model: SequentialModel>: Sendable {
    /// It has: the operations that took effect, by their places in the history.
    case linearizable(order: [Int])
    /// It has none.
    case violated(LinearizabilityViolation<Model>)
    /// The search was ended at its bound.
    case undecided

    /// Whether an order was found.
    public var isLinearizable: Bool {
        if case .linearizable = self { true } else { false }
    }

    /// What was found where there is none.
    public var violation: LinearizabilityViolation<Model>? {
        if case .violated(let violation) = self { violation } else { nil }
    }
}

/// Searches for an order of the operations of one history in which each takes effect at one
/// instant between its beginning and its end, and the answers are those of a sequential model.
///
/// The search tries operations that may come next, and takes them back where it cannot go on. It
/// remembers which operations were placed and what state they led to: what was reached once on
/// another way is not tried again. Operations without an answer may be placed anywhere after their
/// beginning, or left out.
///
/// Histories of different keys are checked one by one: a set of objects is linearizable exactly if
/// each is.
///
/// Source: Wing and Gong, "Testing and verifying concurrent objects", 1993; Lowe, "Testing for
/// linearizability", 2017 (the memory of configurations).
public struct LinearizabilityChecker<Model: SequentialModel>: Sendable {
    /// The operations of a history.
    public typealias Operation = HistoryOperation<Model.Input, Model.Output>

    /// The specification.
    public let model: Model
    /// How many configurations the search may remember.
    public let configurationMaximum: Int

    /// A checker.
    public init(model: Model, configurationMaximum: Int = 1_000_000) {
        self.model = model
        self.configurationMaximum = configurationMaximum
    }

    /// Checks a history.
    ///
    /// - Returns: An order, or the shortest beginning of the history that has none.
    /// - Complexity: Exponential in the number of operations that overlap, at worst; for histories
    ///   of a few clients about linear.
    public func check(_ operations: [Operation]) -> LinearizabilityVerdict<Model> {
        var search = HistorySearch(model, operations, configurationMaximum)
        switch search.run() {
        case .found: return .linearizable(order: search.order)
        case .exhausted: return .violated(shortestViolation(of: operations))
        case .bounded: return .undecided
        }
    }

    /// The shortest beginning of a history that has no order: up to the end of one operation, with
    /// those open that end later.
    ///
    /// What has no order has none when it goes on, so that halving finds it.
    private func shortestViolation(of operations: [Operation]) -> LinearizabilityViolation<Model> {
        let ends = operations.filter { $0.output != nil }.map(\.ended).sorted()
        var low = 0
        var high = ends.count - 1
        while low < high {
            let middle = (low + high) / 2
            var search = HistorySearch(
                model,
                beginning(of: operations, until: ends[middle]),
                configurationMaximum
            )
            if search.run() == .exhausted { high = middle } else { low = middle + 1 }
        }
        let shortest = beginning(of: operations, until: ends[high])
        var search = HistorySearch(model, shortest, configurationMaximum)
        _ = search.run()
        return LinearizabilityViolation(
            operations: shortest,
            longestOrder: search.longestOrder,
            states: search.states(along: search.longestOrder)
        )
    }

    private func beginning(of operations: [Operation], until end: UInt64) -> [Operation] {
        operations.compactMap { operation in
            if operation.began > end { return nil }
            if operation.ended <= end { return operation }
            return Operation(
                client: operation.client,
                input: operation.input,
                began: operation.began
            )
        }
    }
}
