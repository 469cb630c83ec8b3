/// A history that no order of its operations explains: the shortest beginning of what was
/// recorded.
public struct LinearizabilityViolation<Model: SequentialModel>: Error, Sendable {
    /// Its operations; what had not ended then is without an answer.
    public let operations: [HistoryOperation<Model.Input, Model.Output>]
    /// The order that explains most of them, by their places in `operations`.
    public let longestOrder: [Int]
    /// The states before, between and after the operations of that order.
    public let states: [Model.State]

    /// The operation whose answer made the history impossible: the last to end.
    public var culprit: Int? {
        operations.indices.filter { operations[$0].output != nil }
            .max { operations[$0].ended < operations[$1].ended }
    }
}

extension LinearizabilityViolation: CustomStringConvertible {
    /// The operations with their times, the longest order that explains some, and what cannot
    /// follow it.
    public var description: String {
        var lines = ["no order of these operations explains their answers:"]
        for index in operations.indices {
            let mark = index == culprit ? "  <- cannot be answered so" : ""
            lines.append("  \(label(index)) \(text(of: index))\(mark)")
        }
        lines.append("the longest order that explains some of them:")
        lines.append("  starting from \(states[0])")
        for (place, index) in longestOrder.enumerated() where place + 1 < states.count {
            lines.append("  \(label(index)) leads to \(states[place + 1])")
        }
        let rest = operations.indices.filter {
            operations[$0].output != nil && !longestOrder.contains($0)
        }
        lines.append("which leaves \(rest.map(label).joined(separator: ", "))")
        return lines.joined(separator: "\n")
    }

    private func label(_ index: Int) -> String { "#\(index + 1)" }

    private func text(of index: Int) -> String {
        let operation = operations[index]
        let end = operation.output == nil ? "…" : String(operation.ended)
        let answer = operation.output.map { "\($0)" } ?? "no answer"
        return "client \(operation.client) [\(operation.began), \(end)]"
            + " \(operation.input) -> \(answer)"
    }
}
