/// What the rounds of a sync did, and what they were told.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class SyncJournal: @unchecked Sendable {
    /// What was counted.
    public struct Counts: Hashable, Sendable {
        /// Rounds that did all they had to.
        public var complete = 0
        /// Rounds that did not.
        public var failed = 0
        /// Rounds that were due while another one was under way.
        public var skipped = 0
        /// Files that were written.
        public var uploads = 0
        /// Bytes of these files, before they were compressed.
        public var bytes = 0
        /// Objects that were deleted.
        public var removals = 0
        /// Files that were as they had been, over all rounds.
        public var unchanged = 0
    }

    /// What was counted so far.
    public internal(set) var counts = Counts()
    /// How long complete rounds took.
    public private(set) var durations = DurationHistogram()
    /// When the last round ended that was complete.
    public private(set) var lastComplete: VirtualInstant?
    /// Whether the last round was complete; nothing before one ended.
    public private(set) var wasComplete: Bool?
    /// Time in which rounds had something to write.
    public private(set) var transferTime = Duration.zero
    /// Bytes that the objects have, as they were listed last.
    public internal(set) var storedBytes = 0
    /// The contents that were acknowledged, by the names of their files.
    private var acknowledged: [String: ContentDigest] = [:]
    /// The files of which it is not known what the store has.
    private var uncertain: Set<String> = []

    /// A journal of nothing yet.
    public init() {}

    /// Bytes a second in the time in which something was written, as they were before they were
    /// compressed; 0 before.
    public var transferRate: Double {
        let seconds = Double(transferTime.wholeNanoseconds) / 1e9
        return seconds == 0 ? 0 : Double(counts.bytes) / seconds
    }

    /// A round is about to write or delete.
    func noteAttempt(_ name: String) { uncertain.insert(name) }

    func noteUpload(_ file: SnapshotFile) {
        counts.uploads += 1
        counts.bytes += file.size
        noteSame(file.name, file.digest)
    }

    /// The store was seen to have a content.
    func noteSame(_ name: String, _ digest: ContentDigest) {
        acknowledged[name] = digest
        uncertain.remove(name)
    }

    func noteRemoval(_ name: String) {
        counts.removals += 1
        acknowledged[name] = nil
        uncertain.remove(name)
    }

    func noteEnd(
        isComplete: Bool,
        didWrite: Bool,
        after duration: Duration,
        at now: VirtualInstant
    ) {
        wasComplete = isComplete
        if didWrite { transferTime += duration }
        guard isComplete else {
            counts.failed += 1
            return
        }
        counts.complete += 1
        durations.record(duration)
        lastComplete = now
    }

    /// Files whose content was acknowledged and that are not so in the bucket.
    public func problems(of objects: any StoredObjects, settings: SyncSettings) -> [String] {
        acknowledged.keys.sorted().filter { !uncertain.contains($0) }.compactMap { name in
            let key = settings.prefix + name
            guard let packed = objects.bytes(key) else { return "\(key) is gone" }
            let bytes = settings.packing.unpack(packed, label: key)
            return bytes.map { ContentDigest(of: $0) } == acknowledged[name]
                ? nil : "\(key) is not what was written"
        }
    }
}
