/// What the backups of a run did, and what their source held.
///
/// The source is written down from its bytes when a snapshot is taken, by nobody who decides.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class BackupJournal: @unchecked Sendable {
    /// What was counted.
    public struct Counts: Hashable, Sendable {
        /// Backups that were begun.
        public var begun = 0
        /// Backups that ended complete in every region.
        public var complete = 0
        /// Backups that ended complete in some regions, not in all.
        public var partial = 0
        /// Backups that ended complete nowhere.
        public var failed = 0
        /// Backups that were due while another one was made.
        public var skipped = 0
        /// Contents that were written.
        public var uploads = 0
        /// Manifests that the retention deleted.
        public var expired = 0
        /// Objects of data that were swept.
        public var swept = 0
        /// Times that a region could not be cleaned.
        public var uncleaned = 0
        /// Restores that were done.
        public var restores = 0
        /// Restores that went on after a crash, among these.
        public var resumed = 0
        /// Restores that failed.
        public var failedRestores = 0
    }

    /// What was counted so far.
    public private(set) var counts = Counts()
    /// What the backup that is made is at.
    var step = BackupStep.snapshot
    /// Backups that a crash cut off, by the step that it met.
    public private(set) var interruptions: [BackupStep: Int] = [:]
    /// How long backups took that are complete somewhere.
    public private(set) var durations = DurationHistogram()
    /// How long restores took.
    public private(set) var restoreDurations = DurationHistogram()
    /// What the source held when a backup was begun: the digest of every file, by name.
    private(set) var sources: [BackupName: [String: ContentDigest]] = [:]
    /// What restores gave.
    private(set) var restored: [(backup: BackupName, files: [String: ContentDigest])] = []
    /// The objects that were written and acknowledged, and what was deleted, by region.
    private(set) var written: [String: [String]] = [:]
    private(set) var deleted: [String: Set<String>] = [:]
    /// Looks at each deletion when it is decided, and says what is wrong with it.
    private var audit: (BackupDeletion) -> String? = { _ in nil }
    /// What is wrong with deletions.
    public private(set) var deletionProblems: [String] = []
    private let regionCount: Int

    /// The most problems that are told.
    private static let problemsMaximum = 10

    /// A journal of nothing yet.
    ///
    /// - Parameter regions: How many regions backups go to.
    public init(regions: Int) {
        regionCount = regions
    }

    /// Has each deletion looked at when it is decided.
    public func audit(with checker: BackupChecker) {
        audit = { [unowned self] in checker.problem($0, self) }
    }

    func noteSnapshot(
        _ name: BackupName,
        files: [(name: String, bytes: [UInt8])],
        prefix: String
    ) {
        counts.begun += 1
        sources[name] = Self.digests(files, prefix)
    }

    func noteSkipped() { counts.skipped += 1 }

    /// A crash cut off the backup that is made.
    func noteInterruption() { interruptions[step, default: 0] += 1 }

    func noteWritten(_ key: String, in region: String) {
        counts.uploads += 1
        written[region, default: []].append(key)
    }

    func noteCommit(of name: BackupName, in region: String, at now: VirtualInstant) {
        written[region, default: []].append(BackupLayout.key(of: name))
    }

    func noteFailure(of name: BackupName, in region: String, _ error: BackupError) {
        lastFailure = "\(name) in \(region): \(error)"
    }

    /// Why a backup failed last.
    public private(set) var lastFailure: String?

    func noteUncleaned(_ region: String) { counts.uncleaned += 1 }

    func noteEnd(of report: BackupReport, after duration: Duration) {
        switch report.regions.count {
        case 0: counts.failed += 1
        case regionCount: counts.complete += 1
        default: counts.partial += 1
        }
        if !report.regions.isEmpty { durations.record(duration) }
    }

    /// A deletion was decided.
    func noteDeletion(of key: String, in region: String, at now: Timestamp) {
        if key.hasPrefix(BackupLayout.manifests) { counts.expired += 1 } else { counts.swept += 1 }
        deleted[region, default: []].insert(key)
        let deletion = BackupDeletion(key: key, region: region, instant: now)
        if let problem = audit(deletion), deletionProblems.count < Self.problemsMaximum {
            deletionProblems.append(problem)
        }
    }

    func noteRestore(
        of name: BackupName,
        files: [(name: String, bytes: [UInt8])],
        prefix: String,
        after duration: Duration,
        isResumed: Bool
    ) {
        counts.restores += 1
        if isResumed { counts.resumed += 1 }
        restoreDurations.record(duration)
        restored.append((name, Self.digests(files, prefix)))
    }

    func noteFailedRestore(of name: BackupName, _ error: BackupError) {
        counts.failedRestores += 1
        lastRestoreFailure = "\(name): \(error)"
    }

    /// Why a restore failed last.
    public private(set) var lastRestoreFailure: String?

    private static func digests(
        _ files: [(name: String, bytes: [UInt8])],
        _ prefix: String
    ) -> [String: ContentDigest] {
        var digests: [String: ContentDigest] = [:]
        for file in files {
            digests[String(file.name.dropFirst(prefix.count))] = ContentDigest(of: file.bytes)
        }
        return digests
    }
}

/// What a backup does, one after the other, in each of its regions from the second step on.
public enum BackupStep: String, Hashable, Sendable, CaseIterable {
    /// It waits for a free second, and takes what the files hold.
    case snapshot
    /// It reads which backups there are.
    case looking
    /// It writes contents.
    case uploading
    /// It writes the manifest.
    case committing
    /// It deletes backups that were kept for long enough.
    case expiring
    /// It deletes contents that no backup needs.
    case sweeping
}

/// Something that a service decided to delete.
struct BackupDeletion: Hashable, Sendable {
    let key: String
    let region: String
    let instant: Timestamp
}
