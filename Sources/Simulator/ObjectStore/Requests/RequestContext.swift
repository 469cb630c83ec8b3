/// When a request takes effect, and on whose behalf.
public struct RequestContext: Hashable, Sendable {
    /// The time of the store.
    public var now: Timestamp
    /// The caller.
    public var caller: Principal

    /// Whether an answer to a write says the CRC-64/NVME of the bytes where the request asked for
    /// no checksum.
    ///
    /// The REST interface does; programs whose bytes nobody looks at are spared the work.
    var addsChecksum = false

    /// A context.
    public init(now: Timestamp, caller: Principal) {
        self.now = now
        self.caller = caller
    }
}
