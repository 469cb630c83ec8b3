/// One request on its way through an upstream group: what servers are chosen by, and what has been
/// tried.
///
/// It belongs to the group that its first server is chosen from. It holds at most one server at a
/// time: `choose` takes one, `finish` gives it back.
public struct UpstreamRequest: Sendable {
    /// What the hash strategies place; none is nginx's empty key, which goes by round robin.
    public let key: PlacementKey?
    /// The client, for `ip_hash`.
    public let address: NetworkAddress?
    /// Whether the method may be repeated: not `POST`, `LOCK` and `PATCH`.
    public let isIdempotent: Bool
    /// When it came.
    public let startedAt: VirtualInstant
    /// Attempts left, from the first choice on; the one under way counts until it is finished.
    public internal(set) var triesLeft = 0
    /// Attempts so far.
    public internal(set) var attempts = 0
    /// Whether it is served by the backup servers.
    public internal(set) var usesBackup = false

    /// Whether it goes to no backup server for want of another.
    var staysInTier = false
    /// The slot of the server that it holds.
    var current: Int?
    /// The servers tried in this tier.
    var tried = TriedServers()
    /// What the hash strategies go on from.
    var hash = HashCursor()
    private var hasBegun = false

    /// A request that has tried nothing.
    ///
    /// - Parameters:
    ///   - key: What the hash strategies place; none and an empty one go by round robin.
    ///   - address: Whom it comes from, where a strategy asks for that.
    ///   - isIdempotent: Whether the method may be repeated.
    ///   - now: When it came.
    public init(
        key: PlacementKey? = nil,
        address: NetworkAddress? = nil,
        isIdempotent: Bool = true,
        now: VirtualInstant
    ) {
        self.key = key
        self.address = address
        self.isIdempotent = isIdempotent
        startedAt = now
    }

    /// The same request once more, for one attempt at a server of this tier that it has not tried,
    /// beside the attempt that is under way; none where none is.
    func hedge() -> UpstreamRequest? {
        guard current != nil else { return nil }
        var copy = self
        copy.current = nil
        copy.triesLeft = 1
        copy.staysInTier = true
        return copy
    }

    /// The same request as one that has tried nothing; what it may still try is to be set.
    var anew: UpstreamRequest {
        var copy = UpstreamRequest(
            key: key,
            address: address,
            isIdempotent: isIdempotent,
            now: startedAt
        )
        copy.hasBegun = true
        return copy
    }

    /// Has the request not go where it was sent beside its own attempts.
    mutating func avoid(_ choice: UpstreamChoice) {
        tried.insert(choice.ordinal, slot: choice.slot)
    }

    /// Notes before the first choice how many attempts there may be.
    mutating func begin(tries: Int) {
        if !hasBegun { triesLeft = tries }
        hasBegun = true
    }
}

/// Where the hash of a request stands; attempts go on from it.
struct HashCursor: Sendable {
    /// The sum of the hashes so far, or nginx's number for the address.
    var value: UInt64 = 0
    /// Whether `value` has begun.
    var hasBegun = false
    /// How many times it was hashed, or how many points were passed.
    var rounds = 0
    /// Servers that would not do; past 20 nginx turns to round robin.
    var misses = 0

    static let missesMaximum = 20

    var isExhausted: Bool { misses > Self.missesMaximum }
}

/// A server that was chosen.
public struct UpstreamChoice: Hashable, Sendable {
    /// Its place in ``UpstreamGroup/peers``, the same as long as it is in the group.
    public let slot: Int
    /// Its number in the order of arrival, unique in the group.
    public let ordinal: Int

    /// A choice of the server at `slot`.
    public init(slot: Int, ordinal: Int) {
        self.slot = slot
        self.ordinal = ordinal
    }
}

/// Where draws come from; a seam for tests that replay the draws of a real balancer.
protocol UpstreamRandomness {
    /// A whole number below `bound`, every one as likely.
    mutating func below(_ bound: UInt64) -> UInt64
}

extension RandomStream: UpstreamRandomness {}
