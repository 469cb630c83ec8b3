public import Simulator

/// A node whose files change, and are backed up to the object store and kept the same in it.
public struct BackupSpecification: Sendable, Equatable {
    /// The directory.
    public var directory = "/data"
    /// The files in it.
    public var files = FilesSpecification()
    /// The buckets that backups go to, each in a region of its own.
    public var buckets: [String] = []
    /// When backups are made, in the words of cron; nil for only when asked.
    public var schedule: String?
    /// How long a backup is kept.
    public var retention: Duration = .seconds(30 * 86_400)
    /// How long data stay that no backup needs.
    public var grace: Duration = .seconds(86_400)
    /// Whether data are compressed.
    public var compresses = true
    /// Whether data and manifests are encrypted.
    public var encrypts = false
    /// How many objects are written or read at a time.
    public var concurrency = 4
    /// How often, and with which waits, something is asked.
    public var persistence = Persistence()
    /// What is kept the same all the time, if anything is.
    public var sync: SyncSpecification?
    /// Where the node stands.
    public var standing = StandingSpecification()

    /// Backups when they are asked for, kept for 30 days.
    public init() {}

    /// The name of the node as the target of faults.
    public static let nodeName = "backup"
}

extension BackupSpecification: Section {
    static let name = "backup"
    static let documentation = "A node whose files are backed up to the object store."
    static var fields: [Field<Self>] {
        [
            .key("directory", \.directory, .directory, "The directory that is backed up."),
            .key("files", \.files, .section, "The files in it, and how they change."),
            .key(
                "buckets",
                \.buckets,
                .list("a list of buckets", of: .bucketName, length: 1...30),
                required: true,
                "Buckets that backups go to, each in a region of its own."
            ),
            .optional("schedule", \.schedule, .schedule, "When backups are made."),
            .key("retention", \.retention, .positiveDuration, "How long a backup is kept."),
            .key("grace", \.grace, .duration, "How long data stay that no backup needs."),
            .key("compression", \.compresses, .boolean, "Whether data are compressed."),
            .key("encryption", \.encrypts, .boolean, "Whether data and manifests are encrypted."),
            .optional("sync", \.sync, .section, "What is kept the same in a bucket all the time."),
        ] + StorageFields.fields(\.concurrency, \.persistence)
            + StandingSpecification.singleFields(\.standing)
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if grace >= retention {
            reading.report(
                "what is under way would outlast what is kept",
                at: node.location(at: [node.entry("grace") == nil ? "retention" : "grace"]),
                expected: "a grace shorter than the retention"
            )
        }
        if Set(buckets).count < buckets.count {
            reading.report(
                "a bucket stands twice",
                at: node.location(at: ["buckets"]),
                expected: "each once"
            )
        }
    }
}

/// The files of a directory, and how they change.
public struct FilesSpecification: Sendable, Equatable {
    /// How many there are at first.
    public var count = 20
    /// Bytes of a file.
    public var size = SizeRange(least: 200, most: 2_000)
    /// How often they change.
    public var period: Duration = .seconds(3_600)
    /// Files that are written anew each time.
    public var edited = 2
    /// Files that are added each time.
    public var added = 1
    /// Files that are removed each time.
    public var removed = 1

    /// Twenty files, of which two are written anew every hour.
    public init() {}
}

extension FilesSpecification: Section {
    static let name = "files"
    static let documentation = "The files of a directory, and how they change."
    static var fields: [Field<Self>] {
        let number = ValueFormat<Int>.integer(in: 0...100_000, example: 2)
        return [
            .key("count", \.count, number, "How many there are at first."),
            .key("size", \.size, .sizeRange, "Bytes of a file."),
            .key("every", \.period, .positiveDuration, "How often they change."),
            .key("edited", \.edited, number, "Files that are written anew each time."),
            .key("added", \.added, number, "Files that are added each time."),
            .key("removed", \.removed, number, "Files that are removed each time."),
        ]
    }

    private static let sizeMaximum = 64 << 20

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if size.most > Self.sizeMaximum {
            reading.report(
                "files are held in memory, twice",
                at: node.location(at: ["size"]),
                expected: "at most 64MiB"
            )
        }
    }
}

/// A bucket that is kept the same as the directory.
public struct SyncSpecification: Sendable, Equatable {
    /// The bucket.
    public var bucket = ""
    /// How often.
    public var interval: Duration = .seconds(60)
    /// Whether data are compressed.
    public var compresses = true
    /// How many objects are written at a time.
    public var concurrency = 4
    /// How often, and with which waits, something is asked.
    public var persistence = Persistence()

    /// Every minute.
    public init() {}
}

extension SyncSpecification: Section {
    static let name = "sync"
    static let documentation = "A bucket that is kept the same as the directory."
    static var fields: [Field<Self>] {
        [
            .key("bucket", \.bucket, .bucketName, required: true, "The bucket."),
            .key("interval", \.interval, .positiveDuration, "How often."),
            .key("compression", \.compresses, .boolean, "Whether data are compressed."),
        ] + StorageFields.fields(\.concurrency, \.persistence)
    }
}

/// The keys that backups and the sync share.
enum StorageFields {
    static func fields<Root: Sendable>(
        _ concurrency: any WritableKeyPath<Root, Int> & Sendable,
        _ persistence: any WritableKeyPath<Root, Persistence> & Sendable
    ) -> [Field<Root>] {
        [
            .key(
                "concurrency",
                concurrency,
                .integer(in: 1...BackupSettings.concurrencyMaximum, example: 4),
                "How many objects are written or read at a time."
            ),
            .part(
                persistence,
                \.attempts,
                "attempts",
                .integer(in: 1...100, example: 5),
                "How often something is asked that failed in all attempts of the client."
            ),
            .part(
                persistence,
                \.backoff.first,
                "backoff",
                .positiveDuration,
                "The longest wait before the second time; it doubles with each one."
            ),
        ]
    }
}

extension ValueFormat where Value == String {
    /// When something is due, in the words of cron.
    fileprivate static var schedule: ValueFormat {
        .scalar(
            ScalarShape(name: "a schedule of cron", example: "\"0 2 * * *\"", form: .text),
            parse: { text throws(ValueProblem) in
                do throws(CronProblem) {
                    return try CronSchedule(text).description
                } catch {
                    throw ValueProblem(
                        "is no schedule: \(error)",
                        expected: "five fields, such as \"0 2 * * *\""
                    )
                }
            },
            write: { $0 }
        )
    }

    /// The path of a directory.
    fileprivate static var directory: ValueFormat {
        .scalar(
            ScalarShape(
                name: "the path of a directory",
                example: "/data",
                form: .pattern(#"^(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$"#)
            ),
            parse: { text throws(ValueProblem) in
                let parts = text.split(separator: "/", omittingEmptySubsequences: false)
                let isPath =
                    parts.count > 1 && parts[0].isEmpty
                    && parts.dropFirst().allSatisfy { part in
                        !part.isEmpty && part.first != "."
                            && part.utf8.allSatisfy {
                                (48...57).contains($0) || (65...90).contains($0)
                                    || (97...122).contains($0) || [45, 46, 95].contains($0)
                            }
                    }
                guard isPath else {
                    throw ValueProblem(
                        "is no path of a directory",
                        expected: "names behind slashes, such as /data"
                    )
                }
                return text
            },
            write: { $0 }
        )
    }
}

extension ClusterSpecification {
    /// Notes buckets of backups and of the sync that do not exist, and two in one region.
    func checkBackups(_ node: YAMLNode, _ reading: inout Reading) {
        guard let backup else { return }
        guard let objectStore else {
            return reading.report(
                "there is no store for it",
                at: node.location(at: ["backup"]),
                expected: "cluster.object-store"
            )
        }
        let wanted =
            backup.buckets.enumerated().map { (["buckets", String($0.offset)], $0.element) }
            + (backup.sync.map { [(["sync", "bucket"], $0.bucket)] } ?? [])
        reading.within("backup") { reading in
            for (path, name) in wanted {
                objectStore.checkBucket(name, at: ["backup"] + path, of: node, &reading)
            }
            let regions = backup.buckets.compactMap { objectStore.nodeName(ofBucket: $0) }
            if Set(regions).count < regions.count {
                reading.report(
                    "two of the buckets are in one region",
                    at: node.location(at: ["backup", "buckets"]),
                    expected: "each in a region of its own"
                )
            }
        }
    }
}
