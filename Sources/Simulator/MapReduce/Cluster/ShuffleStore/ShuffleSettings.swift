/// Where map output goes on its way to the reduce tasks, and what that costs. The defaults are the
/// original's.
public struct ShuffleSettings: Hashable, Sendable {
    /// Who keeps map output.
    public enum Store: String, Hashable, Sendable, CaseIterable {
        /// Servers in the manner of Redis, so that it outlives the worker.
        case redis
        /// The worker that wrote it, so that it dies with it.
        case local
    }

    /// What a server does that is full.
    public enum FullPolicy: String, Hashable, Sendable, CaseIterable {
        /// It refuses to take more: `noeviction`.
        case refuse = "noeviction"
        /// It throws away what was not used for the longest time: `allkeys-lru`.
        case evict = "allkeys-lru"
    }

    /// Who keeps map output.
    public var store: Store
    /// The nodes of the servers.
    public var servers: [String]
    /// Pairs that are pushed together.
    public var pipeline: Int
    /// How long map output is kept; a push does not prolong it.
    public var timeToLive: Duration
    /// Bytes that a server can hold.
    public var memory: Int
    /// Bytes that a pair takes beside its own: 8 GB for 10 million pairs.
    public var pairOverhead: Int
    /// What a full server does.
    public var whenFull: FullPolicy
    /// Operations that a server performs a second.
    public var operationsPerSecond: Int
    /// How long one call may take.
    public var timeout: Duration
    package var plantedBug: MapReducePlantedBug?

    /// Creates settings.
    public init(
        store: Store = .redis,
        servers: [String] = [],
        pipeline: Int = 100,
        timeToLive: Duration = .seconds(3_600),
        memory: Int = 8 << 30,
        pairOverhead: Int = 800,
        whenFull: FullPolicy = .refuse,
        operationsPerSecond: Int = 100_000,
        timeout: Duration = .seconds(2)
    ) {
        precondition(pipeline > 0 && operationsPerSecond > 0, "something is done")
        precondition(store == .local || !servers.isEmpty, "somebody keeps map output")
        self.store = store
        self.servers = servers
        self.pipeline = pipeline
        self.timeToLive = timeToLive
        self.memory = memory
        self.pairOverhead = pairOverhead
        self.whenFull = whenFull
        self.operationsPerSecond = operationsPerSecond
        self.timeout = timeout
    }

    /// The server that keeps `key`: its slot, as Redis Cluster has it, shared out evenly.
    func server(of key: String) -> String {
        servers[RedisSlot.slot(of: key) * servers.count / RedisSlot.count]
    }
}

/// The slots of Redis Cluster: CRC-16/XMODEM of the key modulo 16,384.
///
/// Source: Redis Cluster specification, "Key distribution model".
enum RedisSlot {
    static let count = 16_384

    static func slot(of key: String) -> Int {
        Int(checksum(key.utf8)) % count
    }

    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in
                sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021
            }
        }
    }
}
