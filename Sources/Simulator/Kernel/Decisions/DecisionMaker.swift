/// Sees every decision that a run leaves to chance, as it is made, and may make another one in its
/// place: a draw from a named random stream, or a pick among ready tasks or simultaneous events
/// where their order is drawn.
///
/// Everything else in a run follows from its decisions. A run without such an observer pays nothing
/// for the possibility.
public protocol DecisionMaker: AnyObject {
    /// A simulation begins, before its first decision; `view` tells what it is doing from then on.
    func begin(_ view: RunView)

    /// A random stream is made.
    ///
    /// - Parameters:
    ///   - label: What it is called, after the streams that it was split from.
    ///   - identity: A number of its own, with which its draws enter the digest.
    /// - Returns: The number with which they shall: `identity`, or that of the stream in a run that
    ///   this one follows.
    func open(stream label: String, identity: UInt64) -> UInt64

    /// A number is drawn from the stream that has this identity.
    ///
    /// - Returns: The number that the stream gives: `value`, or another one.
    func draw(_ value: UInt64, from identity: UInt64) -> UInt64

    /// One of several is picked.
    ///
    /// - Parameters:
    ///   - place: The place that was drawn, below `count`.
    ///   - count: How many there are.
    ///   - choice: What they are.
    /// - Returns: The place that is taken: `place`, or another one below `count`.
    func pick(_ place: UInt64, of count: UInt64, among choice: DecisionChoice) -> UInt64

    /// Who makes the decisions of a run that repeats this one; nothing where it makes the same by
    /// itself.
    var forRepetition: (any DecisionMaker)? { get }
}

extension DecisionMaker {
    /// A run that is repeated makes the same decisions by itself.
    public var forRepetition: (any DecisionMaker)? { nil }
}

/// What one of several is picked from.
public enum DecisionChoice: Equatable, Sendable {
    /// Tasks that are ready.
    case tasks
    /// Events of one instant.
    case events
}

// What decides while somebody sees the decisions.
extension SimulationExecutor {
    /// Says that there is a stream.
    ///
    /// - Parameter parent: The identity of the stream that it was split from.
    /// - Returns: The number with which its draws enter the digest.
    @inline(never)
    func open(_ label: String, identity: UInt64, beneath parent: UInt64?) -> UInt64 {
        guard let decisions else { return identity }
        let above = parent.flatMap { streamLabels[$0] }
        let name = above.map { "\($0) / \(label)" } ?? label
        let number = decisions.open(stream: name, identity: identity)
        streamLabels[number] = name
        return number
    }

    /// The number that a stream gives to a caller that does not own the simulation, or to any
    /// caller where somebody sees the decisions.
    @inline(never)
    func decide(_ value: UInt64, from identity: UInt64) -> UInt64 {
        guard isCurrent || phase != .running || isUsableOrFails else { return value }
        let value = decisions?.draw(value, from: identity) ?? value
        state.pointee.digest.fold(value, identity)
        return value
    }

    /// The place that is taken of `count`, of which `place` was drawn.
    @inline(never)
    func decide(_ place: UInt64, of count: UInt64, among choice: DecisionChoice) -> UInt64 {
        guard let decisions else { return place }
        return min(decisions.pick(place, of: count, among: choice), count - 1)
    }
}
