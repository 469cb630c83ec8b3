/// How backups are made and kept.
public struct BackupSettings: Sendable {
    /// The directory that is backed up, such as `/data`.
    public var directory: String
    /// When; nil for none but those that are asked for.
    public var schedule: CronSchedule?
    /// How long a backup is kept.
    public var retention: Duration
    /// How long data stay that no complete backup needs. The first half is for a backup to be
    /// made, the second for its last request: none may take effect later than that after it was
    /// sent.
    public var grace: Duration
    /// Whether data are compressed.
    public var compresses: Bool
    /// The key with which data and manifests are encrypted.
    public var key: BackupKey?
    /// How many objects are written or read at a time.
    public var concurrency: Int
    /// How often something is asked of a store before it counts as failed, and the waits between.
    public var persistence: Persistence
    /// A bug to be found.
    package var plantedBug: BackupPlantedBug?

    /// The most objects that may be written or read at a time.
    public static let concurrencyMaximum = 1_000

    /// Settings; without arguments, those of the source: kept for 30 days.
    public init(
        directory: String = "/data",
        schedule: CronSchedule? = nil,
        retention: Duration = .seconds(30 * 86_400),
        grace: Duration = .seconds(86_400),
        compresses: Bool = true,
        key: BackupKey? = nil,
        concurrency: Int = 4,
        persistence: Persistence = Persistence()
    ) {
        precondition((1...Self.concurrencyMaximum).contains(concurrency), "some at a time")
        precondition(grace < retention, "what is kept outlasts what is under way")
        self.directory = directory
        self.schedule = schedule
        self.retention = retention
        self.grace = grace
        self.compresses = compresses
        self.key = key
        self.concurrency = concurrency
        self.persistence = persistence
    }

    /// How old a backup may be whose data another one uses.
    var reuseMaximum: Duration { retention - effectiveGrace }

    /// How old a backup may be when its manifest is written: afterwards its data might be swept
    /// before a manifest takes effect that is late.
    var makingMaximum: Duration { grace / 2 }

    /// The grace; none where it is planted that there is none.
    var effectiveGrace: Duration {
        plantedBug == .sweepsWithoutGrace ? .seconds(-1) : grace
    }

    var layout: BackupLayout {
        BackupLayout(packing: ObjectPacking(compresses: compresses, key: key))
    }
}

/// How often something is asked of a store, and the waits between.
public struct Persistence: Hashable, Sendable {
    /// How often, at least once.
    public var attempts: Int
    /// The waits.
    public var backoff: Backoff

    /// By default five times, with waits of up to half a minute of which half is random.
    public init(
        attempts: Int = 5,
        backoff: Backoff = Backoff(first: .seconds(1), maximum: .seconds(30), jitter: 0.5)
    ) {
        precondition(attempts >= 1, "what is never asked is never answered")
        self.attempts = attempts
        self.backoff = backoff
    }
}
