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

/// The contents of a disk: what a running node sees, what is durable, and what lies between.
///
/// The two sets of files share no bytes that are appended to: a file that is synchronised after
/// every record would be copied for each, so what was done since is kept and done again to the
/// durable files.
final class DiskStorage {
    /// The files of a disk, in the order of creation.
    typealias Files = OrderedDictionary<String, [UInt8]>

    /// A change of the files.
    enum Change {
        case write(String, [UInt8])
        case append(String, [UInt8])
        case rename(String, String)
        case remove(String)
        /// All that was done before it, in one.
        case replace(Files)

        /// Bytes it holds on to.
        var size: Int {
            switch self {
            case .write(_, let bytes), .append(_, let bytes): bytes.count
            case .rename, .remove, .replace: 0
            }
        }
    }

    var settings: DiskSettings
    var random: RandomStream
    /// The contents as the running node sees them.
    private(set) var files: Files = [:]
    /// The contents that outlive a crash.
    private(set) var durable: Files = [:]
    /// Bytes stored, as the running node sees them.
    private(set) var size = 0
    /// How much slower the disk is than it should be; 1 when healthy.
    var slowness = 1.0
    /// The probability that a synchronisation says that it is done and does nothing.
    var lostSynchronizations = 0.0
    /// Whether writes fail for lack of space, whatever is stored.
    var isFull = false
    /// What was done to `files` and not to `durable`, oldest first.
    private var changes: [Change] = []
    private var changedBytes = 0
    /// Changes that were done to `durable` since the last crash.
    private var done = 0
    /// Synchronisations that are under way, each with a position among the changes.
    private var synchronizing = 0

    init(settings: DiskSettings, random: RandomStream) {
        self.settings = settings
        self.random = random
    }

    /// How many nanoseconds an operation with the cost `cost` takes this time on a healthy disk.
    func nanoseconds(of cost: KeyPath<DiskSettings, DurationDistribution>) -> Double {
        Double(settings[keyPath: cost].sample(using: &random).wholeNanoseconds)
    }

    /// The time after which an operation that is under way looks whether the disk is as slow as it
    /// was: at most a tenth of a second, or a quarter of the time that it has taken so far.
    ///
    /// So a disk that heals goes on as a healthy one, however slow it was when the operation began.
    ///
    /// - Parameters:
    ///   - rest: What a healthy disk would take for the rest, in nanoseconds; it gets less.
    ///   - elapsed: How long it has taken, in nanoseconds.
    func nextPart(of rest: inout Double, after elapsed: Double) -> Duration {
        let whole = rest * slowness
        let longest = max(1e8, elapsed / 4)
        guard whole > longest else {
            rest = 0
            return Duration(wholeNanoseconds: UInt64(whole))
        }
        rest -= longest / slowness
        return Duration(wholeNanoseconds: UInt64(min(longest, 0x1p63)))
    }

    /// Makes a change that the running node sees at once.
    func perform(_ change: Change) {
        size += Self.apply(change, to: &files)
        changes.append(change)
        changedBytes += change.size
        compact()
    }

    /// Begins to make durable what was written so far.
    ///
    /// - Returns: How far.
    func beginSynchronization() -> Int {
        synchronizing += 1
        return done + changes.count
    }

    /// Makes everything up to `position` durable, or only says so where that gets lost.
    func endSynchronization(at position: Int) {
        synchronizing -= 1
        if lostSynchronizations > 0, random.unit() < lostSynchronizations { return }
        let count = position - done
        guard count > 0 else { return }
        for change in changes[..<count] {
            _ = Self.apply(change, to: &durable)
            changedBytes -= change.size
        }
        changes.removeFirst(count)
        done += count
    }

    /// Forgets a synchronisation that was interrupted.
    func abandonSynchronization() {
        synchronizing -= 1
    }

    /// Forgets what was not synchronised.
    func crash() {
        files = durable
        size = durable.values.reduce(0) { $0 + $1.count }
        changes = []
        changedBytes = 0
        done = 0
        synchronizing = 0
    }

    /// Puts the files in the place of changes that hold more than these do: a node that never
    /// synchronises keeps two copies of them and no history.
    private func compact() {
        guard synchronizing == 0, changes.count > 64 + 2 * files.count,
            changedBytes > 2 * size || changes.count > 1 << 16
        else { return }
        done += changes.count - 1
        changes = [.replace(files)]
        changedBytes = 0
    }

    /// Applies `change`; how many bytes more there are then.
    private static func apply(_ change: Change, to files: inout Files) -> Int {
        switch change {
        case .write(let name, let bytes):
            return bytes.count - (files.updateValue(bytes, forKey: name)?.count ?? 0)
        case .append(let name, let bytes):
            files[name, default: []].append(contentsOf: bytes)
            return bytes.count
        case .rename(let name, let other):
            guard let bytes = files.removeValue(forKey: name) else { return 0 }
            return -(files.updateValue(bytes, forKey: other)?.count ?? 0)
        case .remove(let name):
            return -(files.removeValue(forKey: name)?.count ?? 0)
        case .replace(let others):
            files = others
            return 0
        }
    }
}
