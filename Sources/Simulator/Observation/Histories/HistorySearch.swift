/// The search for an order of one history.
///
/// Beginnings and ends stand in a linked list in the order of time. Operations whose beginning
/// stands before the first end may come next: no other had ended before them.
struct HistorySearch<Model: SequentialModel> {
    typealias Operation = HistoryOperation<Model.Input, Model.Output>

    enum Outcome {
        /// All operations with an answer have their place.
        case found
        /// There is no order.
        case exhausted
        /// The bound was reached.
        case bounded
    }

    /// Which operations were placed, and to what state that led.
    private struct Configuration: Hashable {
        let placed: [UInt64]
        let state: Model.State
    }

    private let model: Model
    private let operations: [Operation]
    private let configurationMaximum: Int

    /// Entry *i* + 1 of the list belongs to operation `owners[i]`; entry 0 is its head.
    private var owners: [Int] = []
    private var isEnd: [Bool] = []
    /// The entries of the beginning and the end of each operation; 0 for no end.
    private var beginnings: [Int] = []
    private var ends: [Int] = []
    private var next: [Int] = []
    private var previous: [Int] = []

    private var placed: [UInt64]
    private var known: Set<Configuration> = []
    private var openCount: Int
    /// The operations that were placed, in their order.
    private(set) var order: [Int] = []
    /// The order that placed most operations.
    private(set) var longestOrder: [Int] = []

    init(_ model: Model, _ operations: [Operation], _ configurationMaximum: Int) {
        self.model = model
        self.operations = operations
        self.configurationMaximum = configurationMaximum
        placed = [UInt64](repeating: 0, count: (operations.count + 63) / 64)
        openCount = operations.count { $0.output != nil }
        link()
    }

    /// Puts beginnings and ends in order; at the same place a beginning comes first, so that the
    /// two operations overlap.
    private mutating func link() {
        var entries: [(at: UInt64, isEnd: Bool, owner: Int)] = []
        for (index, operation) in operations.enumerated() {
            entries.append((operation.began, false, index))
            if operation.output != nil { entries.append((operation.ended, true, index)) }
        }
        entries.sort {
            if $0.at != $1.at { return $0.at < $1.at }
            if $0.isEnd != $1.isEnd { return !$0.isEnd }
            return $0.owner < $1.owner
        }
        owners = entries.map(\.owner)
        isEnd = entries.map(\.isEnd)
        beginnings = [Int](repeating: 0, count: operations.count)
        ends = beginnings
        for (index, entry) in entries.enumerated() {
            if entry.isEnd {
                ends[entry.owner] = index + 1
            } else {
                beginnings[entry.owner] = index + 1
            }
        }
        next = (0...entries.count).map { $0 + 1 }
        previous = (0...entries.count + 1).map { $0 - 1 }
        next.append(0)
    }

    mutating func run() -> Outcome {
        var state = model.initialState
        var states: [Model.State] = []
        var entry = next[0]
        while openCount > 0 {
            let owner = owners[entry - 1]
            if !isEnd[entry - 1] {
                guard known.count < configurationMaximum else { return .bounded }
                if let after = place(owner, from: state) {
                    states.append(state)
                    state = after
                    entry = next[0]
                } else {
                    entry = next[entry]
                }
                continue
            }
            // This operation had ended before any of those that are left begins.
            guard let last = order.popLast(), let before = states.popLast() else {
                return .exhausted
            }
            state = before
            restore(last)
            entry = next[beginnings[last]]
        }
        return .found
    }

    /// Places an operation next, if its answer fits and that leads to something new.
    private mutating func place(_ owner: Int, from state: Model.State) -> Model.State? {
        let operation = operations[owner]
        guard
            let after = model.state(
                after: operation.input,
                answered: operation.output,
                from: state
            )
        else { return nil }
        placed[owner / 64] |= 1 << UInt64(owner % 64)
        guard known.insert(Configuration(placed: placed, state: after)).inserted else {
            placed[owner / 64] &= ~(1 << UInt64(owner % 64))
            return nil
        }
        unlink(beginnings[owner])
        if ends[owner] > 0 {
            unlink(ends[owner])
            openCount -= 1
        }
        order.append(owner)
        if order.count > longestOrder.count { longestOrder = order }
        return after
    }

    /// Takes the operation that was placed last back, in the opposite order.
    private mutating func restore(_ owner: Int) {
        placed[owner / 64] &= ~(1 << UInt64(owner % 64))
        if ends[owner] > 0 {
            relink(ends[owner])
            openCount += 1
        }
        relink(beginnings[owner])
    }

    private mutating func unlink(_ entry: Int) {
        next[previous[entry]] = next[entry]
        previous[next[entry]] = previous[entry]
    }

    private mutating func relink(_ entry: Int) {
        next[previous[entry]] = entry
        previous[next[entry]] = entry
    }

    /// The states before, between and after the operations of an order.
    func states(along order: [Int]) -> [Model.State] {
        var states = [model.initialState]
        for index in order {
            let operation = operations[index]
            let after = model.state(
                after: operation.input,
                answered: operation.output,
                from: states[states.count - 1]
            )
            guard let after else { break }
            states.append(after)
        }
        return states
    }
}
