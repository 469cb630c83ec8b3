import OrderedCollections

/// How a disk behaves.
public struct DiskSettings: Equatable, Sendable {
    /// How long a read takes.
    public var read: DurationDistribution
    /// How long a write takes; it ends in the cache.
    public var write: DurationDistribution
    /// How long a synchronisation takes; after it the writes before it are durable.
    public var synchronization: DurationDistribution
    /// Bytes it holds.
    public var capacity: Int

    /// A disk with the given latencies and capacity in bytes; by default those of a flash disk.
    public init(
        read: DurationDistribution = .constant(.microseconds(100)),
        write: DurationDistribution = .constant(.microseconds(20)),
        synchronization: DurationDistribution = .constant(.milliseconds(1)),
        capacity: Int = 1 << 40
    ) {
        self.read = read
        self.write = write
        self.synchronization = synchronization
        self.capacity = capacity
    }
}

/// The settings of disks, shared by the nodes that have the same.
final class DiskBlueprint: Sendable {
    /// The settings of nodes that do not say otherwise.
    static let standard = DiskBlueprint(settings: DiskSettings())

    let settings: DiskSettings

    init(settings: DiskSettings) {
        self.settings = settings
    }
}

/// The contents of a disk: what is durable, and what a running node sees.
final class DiskStorage {
    var settings: DiskSettings
    var random: RandomStream
    /// The contents as the running node sees them.
    var files: OrderedDictionary<String, [UInt8]> = [:]
    /// How much slower the disk is than it should be; 1 when healthy.
    var slowness = 1.0
    /// The probability that a synchronisation says that it is done and does nothing.
    var lostSynchronizations = 0.0
    /// Whether writes fail for lack of space, whatever is stored.
    var isFull = false
    private var durable: OrderedDictionary<String, [UInt8]> = [:]

    init(settings: DiskSettings, random: RandomStream) {
        self.settings = settings
        self.random = random
    }

    /// Bytes stored, as the running node sees them.
    var size: Int { files.values.reduce(0) { $0 + $1.count } }

    /// How long an operation with the cost `cost` takes this time.
    func duration(of cost: KeyPath<DiskSettings, DurationDistribution>) -> Duration {
        let nominal = settings[keyPath: cost].sample(using: &random)
        let nanoseconds = Double(nominal.wholeNanoseconds) * slowness
        return Duration(wholeNanoseconds: UInt64(min(nanoseconds, 0x1p63)))
    }

    /// Makes everything written so far durable, or only says so where writes get lost.
    func synchronize() {
        if lostSynchronizations > 0, random.unit() < lostSynchronizations { return }
        durable = files
    }

    /// Forgets what was not synchronised.
    func crash() {
        files = durable
    }
}
