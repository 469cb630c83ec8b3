/// A write that an owner did, for its replicas to repeat.
struct ReplicatedWrite: Hashable, Sendable {
    let request: ShuffleRequest
    /// When the owner did it, from which the time to live of a list counts.
    let instant: VirtualInstant

    /// About how many bytes it takes on the network.
    var size: Int {
        switch request {
        case .push(let key, let chunk, _, _, _): key.utf8.count + chunk.count + 50
        case .range, .delete: 50
        }
    }
}

/// The last writes of an owner. A replica that lags by more needs everything from the beginning.
///
/// Source: the replication backlog of Redis.
struct ReplicationLog: Hashable, Sendable {
    /// Under which reign the writes were done: their numbers count from its beginning.
    let reign: String
    private let limit: Int
    private var writes: [ReplicatedWrite] = []
    private var bytes = 0
    /// The number of the first write that is still there.
    private var first = 0

    /// The log of a reign that begins, which keeps `limit` bytes of writes.
    init(reign: String, limit: Int) {
        self.reign = reign
        self.limit = limit
    }

    /// The number of the next write.
    var end: Int { first + writes.count }

    mutating func append(_ write: ReplicatedWrite) {
        writes.append(write)
        bytes += write.size
        guard bytes > limit else { return }
        // Half of it goes at once, so that a write costs the same in the mean.
        var dropped = 0
        while bytes > limit / 2, dropped < writes.count {
            bytes -= writes[dropped].size
            dropped += 1
        }
        writes.removeFirst(dropped)
        first += dropped
    }

    /// Some writes from the number `offset` on; nothing where they are not all there any more.
    func writes(from offset: Int, maximum: Int = 1_000) -> [ReplicatedWrite]? {
        guard (first...end).contains(offset) else { return nil }
        return Array(writes[(offset - first)...].prefix(maximum))
    }
}

/// What an owner sends to a replica.
struct ReplicationMessage: Equatable, Sendable {
    /// What there is to be done.
    enum Content: Equatable, Sendable {
        /// Repeat these writes, of which the first has this number.
        case writes([ReplicatedWrite], from: Int)
        /// Forget everything, and take over this, which has all writes before this number.
        case everything(ShuffleKeyspace, offset: Int)
    }

    let sender: String
    let reign: String
    /// Since which epoch the sender owns the shard.
    let ownerEpoch: Int
    let content: Content
}

/// What a replica answers.
enum ReplicationAnswer: Hashable, Sendable {
    /// It has all writes before this number.
    case has(Int)
    /// It needs everything.
    case outOfStep
    /// Somebody else owns the shard.
    case deposed
}

extension Service where Request == ReplicationMessage, Response == ReplicationAnswer {
    static var shuffleReplication: Self { Self("shuffle replication") }
}

/// How far a replica follows its owner.
struct ReplicaState: Hashable, Sendable {
    /// The reign whose writes it has; nothing where it is no whole copy.
    private(set) var reign: String?
    /// How many writes of that reign it has.
    private(set) var offset = 0
    /// How many writes it has, where it is a whole copy.
    var wholeOffset: Int? { reign == nil ? nil : offset }

    /// Forgets that it is a copy of anything.
    mutating func forget() {
        reign = nil
        offset = 0
    }

    /// Takes over a copy that has all writes of a reign before a number.
    ///
    /// - Returns: Whether that is news.
    mutating func takeCopy(reign: String, offset: Int) -> Bool {
        if self.reign == reign, self.offset >= offset { return false }
        self.reign = reign
        self.offset = offset
        return true
    }

    /// Which of some writes are new; nothing where others are missing before them.
    mutating func take(
        _ writes: [ReplicatedWrite],
        from first: Int,
        reign: String
    ) -> ArraySlice<ReplicatedWrite>? {
        guard self.reign == reign, first <= offset else { return nil }
        let new = writes.dropFirst(offset - first)
        offset += new.count
        return new
    }
}
