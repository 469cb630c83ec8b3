/// The clock of a simulation as one node uses it.
///
/// Hand it to code that is generic over `Clock`; its sleeps wait in virtual time.
public struct VirtualClock: Clock {
    /// The instants of virtual time.
    public typealias Instant = VirtualInstant

    let node: Node

    /// The instant it is.
    public var now: VirtualInstant { node.now }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until `deadline`; `tolerance` has no meaning in virtual time.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, as `Task.sleep` does, and
    ///   `Interruption.crashed` when the node crashes.
    public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
        do {
            try await node.sleep(until: deadline)
        } catch .cancelled {
            throw CancellationError()
        }
    }
}
