/// What a thing does when one operation follows the other: the specification that a history of
/// concurrent operations is held against.
///
/// Source: Herlihy and Wing, "Linearizability: a correctness condition for concurrent objects",
/// TOPLAS 1990.
public protocol SequentialModel: Sendable {
    /// What there is to know between two operations.
    associatedtype State: Hashable & Sendable
    /// What an operation asks for.
    associatedtype Input: Sendable
    /// What it is answered.
    associatedtype Output: Sendable

    /// The state before the first operation.
    var initialState: State { get }

    /// The state after an operation.
    ///
    /// - Parameters:
    ///   - input: What was asked.
    ///   - output: What was answered; nil where nobody knows, in which case every answer will do.
    ///   - state: The state before it.
    /// - Returns: Nil where the operation is not answered like this in `state`.
    func state(after input: Input, answered output: Output?, from state: State) -> State?
}

/// One operation of a history: when it was asked for, and when it was answered.
public struct HistoryOperation<Input: Sendable, Output: Sendable>: Sendable {
    /// Who asked.
    public let client: Int
    /// What was asked for.
    public let input: Input
    /// What was answered; nil where the client learned of no answer, so that the operation may
    /// take effect at any later time, or never.
    public let output: Output?
    /// When it was asked for: a place in one total order of all beginnings and ends.
    public let began: UInt64
    /// When it was answered; means nothing without an answer.
    public let ended: UInt64

    /// An operation with its answer.
    public init(client: Int, input: Input, output: Output, began: UInt64, ended: UInt64) {
        precondition(began <= ended, "an answer comes after its question")
        self.client = client
        self.input = input
        self.output = output
        self.began = began
        self.ended = ended
    }

    /// An operation without an answer: timed out, or still under way.
    public init(client: Int, input: Input, began: UInt64) {
        self.client = client
        self.input = input
        output = nil
        self.began = began
        ended = .max
    }
}
