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
    /// The nodes of the servers; with replicas, those that own their slots at first.
    public var servers: [String]
    /// Copies that each server has on other nodes, which take over when it dies.
    public var replicasPerMaster: Int
    /// How long a server may be silent before the others suspect it: `cluster-node-timeout`.
    public var nodeTimeout: Duration
    /// Bytes a second at which a replica copies everything that its owner has.
    public var copyBytesPerSecond: Int
    /// Bytes of its last writes that a server keeps for replicas that lag: `repl-backlog-size`.
    public var replicationBacklog: Int
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
        replicasPerMaster: Int = 0,
        nodeTimeout: Duration = .seconds(15),
        copyBytesPerSecond: Int = 100_000_000,
        replicationBacklog: Int = 1 << 20,
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
        precondition(replicasPerMaster >= 0 && copyBytesPerSecond > 0, "copies are made")
        precondition(nodeTimeout > .zero && replicationBacklog > 0, "replicas follow")
        self.store = store
        self.servers = servers
        self.replicasPerMaster = replicasPerMaster
        self.nodeTimeout = nodeTimeout
        self.copyBytesPerSecond = copyBytesPerSecond
        self.replicationBacklog = replicationBacklog
        self.pipeline = pipeline
        self.timeToLive = timeToLive
        self.memory = memory
        self.pairOverhead = pairOverhead
        self.whenFull = whenFull
        self.operationsPerSecond = operationsPerSecond
        self.timeout = timeout
    }

    /// The server that keeps `key`: its slot, as Redis Cluster has it, shared out evenly.
    func server(of key: String) -> String { servers[shard(of: key)] }

    /// The number of the server that keeps `key` at first.
    func shard(of key: String) -> Int {
        RedisSlot.slot(of: key) * servers.count / RedisSlot.count
    }

    /// Whether servers have replicas, so that who is to be asked may change.
    var isReplicated: Bool { store == .redis && replicasPerMaster > 0 }

    /// The servers that have the same slots, first the one that owns them at first.
    var shards: [[String]] {
        servers.map { server in
            [server] + (0..<replicasPerMaster).map { "\(server)-replica-\($0 + 1)" }
        }
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
