import Simulator

/// A register of integers, as the published examples have it.
struct RegisterModel: SequentialModel {
    enum Input: Hashable, Sendable {
        case write(Int)
        case read
        case compareAndSet(Int, Int)
    }

    enum Output: Hashable, Sendable {
        case done
        case value(Int)
        case failed
    }

    let initialState = 0

    func state(after input: Input, answered output: Output?, from state: Int) -> Int? {
        let (right, after): (Output, Int) =
            switch input {
            case .write(let value): (.done, value)
            case .read: (.value(state), state)
            case .compareAndSet(let old, let new): state == old ? (.done, new) : (.failed, state)
            }
        return output == nil || output == right ? after : nil
    }
}

/// A first-in first-out queue, as Herlihy and Wing have it.
struct QueueModel: SequentialModel {
    enum Input: Hashable, Sendable {
        case enqueue(String)
        case dequeue
    }

    enum Output: Hashable, Sendable {
        case done
        case item(String)
    }

    let initialState: [String] = []

    func state(after input: Input, answered output: Output?, from state: [String]) -> [String]? {
        switch input {
        case .enqueue(let item): return output == .done || output == nil ? state + [item] : nil
        case .dequeue:
            guard let first = state.first else { return nil }
            return output == .item(first) || output == nil ? Array(state.dropFirst()) : nil
        }
    }
}

/// Tries every order of every choice of operations that took effect.
struct BruteForce<Model: SequentialModel> {
    let model: Model

    func isLinearizable(_ operations: [HistoryOperation<Model.Input, Model.Output>]) -> Bool {
        extend(operations, Array(operations.indices), model.initialState)
    }

    private func extend(
        _ operations: [HistoryOperation<Model.Input, Model.Output>],
        _ rest: [Int],
        _ state: Model.State
    ) -> Bool {
        if rest.allSatisfy({ operations[$0].output == nil }) { return true }
        for next in rest {
            let operation = operations[next]
            // Nothing that is left may have ended before this one began.
            let isPossible = rest.allSatisfy {
                operations[$0].output == nil || operations[$0].ended >= operation.began
            }
            guard isPossible,
                let after = model.state(
                    after: operation.input,
                    answered: operation.output,
                    from: state
                )
            else { continue }
            if extend(operations, rest.filter { $0 != next }, after) { return true }
        }
        return false
    }
}
