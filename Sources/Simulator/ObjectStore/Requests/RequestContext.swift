/// When a request takes effect, and on whose behalf.
public struct RequestContext: Hashable, Sendable {
    /// The time of the store.
    public var now: Timestamp
    /// The caller.
    public var caller: Principal

    /// A context.
    public init(now: Timestamp, caller: Principal) {
        self.now = now
        self.caller = caller
    }
}
