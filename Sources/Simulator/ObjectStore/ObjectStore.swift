/// An object store as S3 is: buckets, and in them objects by their keys.
///
/// Every operation takes effect whole and at once, so that whoever asks after it sees it: reads,
/// heads and lists alike. It has no clock, no network and no randomness of its own: time comes with
/// each request, and what is to happen elsewhere or later (notifications, replication) is handed
/// out to be carried there. An actor owns it and gives it time, failures and limits.
///
/// It throws ``ObjectStoreError`` with S3's codes and statuses.
///
/// Soundness of the fields whose exclusive access is not checked: functions that change them call
/// nothing else meanwhile.
///
/// Source: the S3 API reference and User Guide, page by page at the types; where they are silent,
/// the recorded answers of S3-compatible servers.
public final class ObjectStore {
    /// What can be set of a store.
    public struct Settings: Hashable, Sendable {
        /// The region: in `us-east-1` a bucket may be created again by its owner.
        public var region: String
        /// Tells the stores of a simulation apart, so that no two name versions alike.
        public var number: UInt16
        /// The least size of a part that is not the last, in bytes. S3 has 5 MiB; tests have less.
        public var partSizeMinimum: Int
        /// How long a bucket key spares requests to the key service, in nanoseconds.
        public var bucketKeyLifetime: Int64

        /// Settings; those of S3 without arguments.
        public init(
            region: String = "us-east-1",
            number: UInt16 = 0,
            partSizeMinimum: Int = 5 << 20,
            bucketKeyLifetime: Int64 = 300_000_000_000
        ) {
            self.region = region
            self.number = number
            self.partSizeMinimum = partSizeMinimum
            self.bucketKeyLifetime = bucketKeyLifetime
        }
    }

    /// Bytes that a key may have.
    public static let keySizeMaximum = 1_024
    /// Bytes that one put, part or copy may have: 5 GiB.
    public static let operationSizeMaximum = 5 << 30
    /// Parts that an upload may have.
    public static let partNumberMaximum = 10_000

    /// The settings.
    public let settings: Settings
    /// Requests to the key management service.
    public internal(set) var keyService = KeyServiceAccount()

    /// The regions of buckets that other stores have, by their names: who asks for one here is sent
    /// there.
    public var regionsElsewhere: [String: String] = [:]

    /// Whether tags are made of parts in the wrong order: a bug that is planted.
    var mixesUpParts = false
    @exclusivity(unchecked) var buckets: [String: Bucket] = [:]
    /// Events that nobody has taken yet.
    @exclusivity(unchecked) var events: [EventRecord] = []
    /// Tasks that nobody has taken yet.
    @exclusivity(unchecked) var replicationTasks: [ReplicationTask] = []
    /// How many tasks of a version have not ended, and whether one failed.
    var openReplications: [VersionID: OpenReplication] = [:]
    @exclusivity(unchecked) var counters = Counters()

    struct OpenReplication {
        var taskCount: Int
        var hasFailed = false
    }

    /// What is numbered, from 1 on.
    struct Counters {
        var version: UInt64 = 0
        var upload: UInt64 = 0
        var event: UInt64 = 0
        var replication: UInt64 = 0
        var request: UInt64 = 0

        static func next(_ counter: inout UInt64) -> UInt64 {
            counter += 1
            return counter
        }
    }

    /// An empty store.
    public init(settings: Settings = Settings()) {
        self.settings = settings
    }

    /// A new identity for a version: numbers ascend, and no two stores share one.
    func newVersionID() -> VersionID {
        let number = Counters.next(&counters.version)
        return VersionID(number: UInt64(settings.number) << 48 | number)
    }

    /// The identity of another request of HTTP.
    func newRequestIdentity() -> RequestIdentity {
        let number = Counters.next(&counters.request)
        return RequestIdentity(UInt64(settings.number) << 48 | number)
    }

    /// The bucket of a request, whose caller must have the right.
    ///
    /// - Throws: ``ObjectStoreError/noSuchBucket``,
    ///   ``ObjectStoreError/permanentRedirect(bucket:region:)`` or
    ///   ``ObjectStoreError/accessDenied``.
    func bucket(
        _ name: String,
        for action: AccessAction,
        key: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> Bucket {
        guard let bucket = buckets[name] else { throw missing(bucket: name) }
        guard allows(bucket, action, key: key, context) else { throw .accessDenied }
        return bucket
    }

    /// Why a bucket is not here.
    func missing(bucket name: String) -> ObjectStoreError {
        regionsElsewhere[name].map { .permanentRedirect(bucket: name, region: $0) } ?? .noSuchBucket
    }

    /// Whether the caller may do something.
    func allows(
        _ bucket: Bucket,
        _ action: AccessAction,
        key: String,
        _ context: RequestContext
    ) -> Bool {
        guard let policy = bucket.policy else { return context.caller == bucket.owner }
        return policy.allows(context.caller, action, key: key, owner: bucket.owner)
    }

    /// - Throws: ``ObjectStoreError/keyTooLong``, or ``ObjectStoreError/invalidArgument(_:)`` for
    ///   the empty key.
    func validate(key: String) throws(ObjectStoreError) {
        let size = key.utf8.count
        if size > Self.keySizeMaximum { throw .keyTooLong }
        if size == 0 { throw .invalidArgument("a key has at least one character") }
    }

    /// Whether there are events that nobody has taken yet.
    var hasEvents: Bool { !events.isEmpty }

    /// Takes the events that happened since this was last called, in their order.
    public func takeEvents() -> [EventRecord] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Whether there are tasks that nobody has taken yet.
    var hasReplicationTasks: Bool { !replicationTasks.isEmpty }

    /// Takes the tasks that were made since this was last called, in their order.
    public func takeReplicationTasks() -> [ReplicationTask] {
        defer { replicationTasks.removeAll(keepingCapacity: true) }
        return replicationTasks
    }

    /// Tells whoever is to know of an event.
    func notify(
        _ name: EventName,
        _ bucket: Bucket,
        key: String,
        _ version: ObjectVersion?,
        _ context: RequestContext
    ) {
        if bucket.notifications.rules.isEmpty { return }
        let object = version.flatMap { $0.isDeleteMarker ? nil : $0 }
        for rule in bucket.notifications.rules where rule.matches(name, key: key) {
            let record = EventRecord(
                name: name,
                time: context.now,
                ruleID: rule.id,
                destination: rule.destination,
                bucket: bucket.name,
                key: key,
                versionID: version.flatMap(bucket.visibleID),
                size: object?.size ?? 0,
                tag: object?.tag,
                caller: context.caller,
                sequencer: Counters.next(&counters.event)
            )
            events.append(record)
        }
    }
}
