/// Records concurrent operations by key as they begin and end.
///
/// The places of the beginnings and ends are counted, so that the total order is that in which the
/// recorder was told; where that is the order of virtual time, one operation comes before another
/// exactly if it had ended when the other began.
public struct HistoryRecorder<Input: Sendable, Output: Sendable>: Sendable {
    /// An operation that has begun.
    public struct Token: Hashable, Sendable {
        let index: Int
    }

    private struct Entry: Sendable {
        let key: [UInt8]
        let client: Int
        let input: Input
        let began: UInt64
        var end: (output: Output, at: UInt64)?
    }

    private var entries: [Entry] = []
    private var clock: UInt64 = 0

    /// A recorder of nothing yet.
    public init() {}

    /// How many operations have begun.
    public var count: Int { entries.count }

    /// Notes that a client asks for something.
    public mutating func begin(key: String, client: Int, _ input: Input) -> Token {
        clock += 1
        entries.append(
            Entry(key: Array(key.utf8), client: client, input: input, began: clock, end: nil)
        )
        return Token(index: entries.count - 1)
    }

    /// Notes what it was answered. An operation of which no end is noted may have taken effect.
    public mutating func end(_ token: Token, _ output: Output) {
        clock += 1
        precondition(entries[token.index].end == nil, "an operation ends once")
        entries[token.index].end = (output, clock)
    }

    /// The operations by key, in the order of the keys' bytes, those of a key as they began.
    public var histories: [(key: String, operations: [HistoryOperation<Input, Output>])] {
        var operations: [[UInt8]: [HistoryOperation<Input, Output>]] = [:]
        for entry in entries {
            let operation =
                entry.end.map { end in
                    HistoryOperation(
                        client: entry.client,
                        input: entry.input,
                        output: end.output,
                        began: entry.began,
                        ended: end.at
                    )
                }
                ?? HistoryOperation(client: entry.client, input: entry.input, began: entry.began)
            operations[entry.key, default: []].append(operation)
        }
        let keys = operations.keys.sorted { $0.lexicographicallyPrecedes($1) }
        return keys.map { (String(decoding: $0, as: UTF8.self), operations[$0] ?? []) }
    }
}
