/// What a store over the network did.
///
/// Soundness of `@unchecked Sendable`, and of the fields whose exclusive access is not checked:
/// reached only from the thread that owns the simulation.
public final class ObjectStoreJournal: @unchecked Sendable {
    /// Requests by what they do.
    public struct Requests: Hashable, Sendable {
        private var reads = 0
        private var writes = 0
        private var lists = 0

        /// How many there are of a kind.
        public internal(set) subscript(kind: ObjectStoreOperation.Kind) -> Int {
            get {
                switch kind {
                case .read: reads
                case .write: writes
                case .list: lists
                }
            }
            set {
                switch kind {
                case .read: reads = newValue
                case .write: writes = newValue
                case .list: lists = newValue
                }
            }
        }
    }

    /// Requests that came, by what they do.
    @exclusivity(unchecked) public private(set) var requests = Requests()
    /// Requests that were refused because there were too many.
    @exclusivity(unchecked) public private(set) var throttled = 0
    /// Requests that failed, got lost, or were answered late by the settings.
    @exclusivity(unchecked)
    private var fates = [Int](repeating: 0, count: ObjectStoreFate.allCases.count)
    /// Bytes of objects that came.
    @exclusivity(unchecked) public private(set) var bytesIn = 0
    /// Bytes of objects that went out.
    @exclusivity(unchecked) public private(set) var bytesOut = 0
    /// Versions that reached another region, and how long that took.
    public private(set) var replicationTimes = DurationHistogram()
    /// Versions that will not reach another region.
    public private(set) var failedReplications = 0
    /// When the number of partitions changed, and to how many.
    @exclusivity(unchecked)
    public private(set) var partitions: [(at: VirtualInstant, count: Int)] = []

    /// What lifecycles did, aborted uploads and moves apart from all that ended.
    public private(set) var lifecycleActions = (transitions: 0, expirations: 0, abortedUploads: 0)

    /// An event that somebody is to be told of.
    public struct SentEvent: Hashable, Sendable {
        /// The bucket.
        public let bucket: String
        /// Its number in the region.
        public let sequencer: UInt64
        /// Whom it goes to.
        public let destination: String
    }

    /// Events that somebody is to be told of, in the order in which they happened.
    public private(set) var sentEvents: [SentEvent] = []
    /// Events that were given up.
    public private(set) var lostEvents = 0

    /// Nothing yet.
    public init() {}

    /// Requests that were failed by the settings with 500, got no answer, were answered late, or
    /// whose bytes changed on their way.
    public var failed: Int { fates[ObjectStoreFate.failed.rawValue] }
    /// Requests that were not answered and took no effect.
    public var lostRequests: Int { fates[ObjectStoreFate.lostRequest.rawValue] }
    /// Requests that were not answered though they took effect.
    public var lostAnswers: Int { fates[ObjectStoreFate.lostAnswer.rawValue] }
    /// Requests whose first byte came late.
    public var slowed: Int { fates[ObjectStoreFate.slow.rawValue] }
    /// Requests whose bytes changed on their way.
    public var corrupted: Int { fates[ObjectStoreFate.corrupted.rawValue] }

    func note(_ kind: ObjectStoreOperation.Kind, _ fate: ObjectStoreFate?) {
        requests[kind] += 1
        if let fate { fates[fate.rawValue] += 1 }
    }

    func noteThrottled() { throttled += 1 }

    func noteBytes(in count: Int) { bytesIn += count }

    func noteBytes(out count: Int) { bytesOut += count }

    func noteSent(_ event: EventRecord) {
        sentEvents.append(
            SentEvent(
                bucket: event.bucket,
                sequencer: event.sequencer,
                destination: event.destination
            )
        )
    }

    func noteLostEvent() { lostEvents += 1 }

    func noteReplication(after time: Duration) { replicationTimes.record(time) }

    func note(_ actions: [LifecycleAction]) {
        for action in actions {
            switch action.kind {
            case .transitioned: lifecycleActions.transitions += 1
            case .uploadAborted: lifecycleActions.abortedUploads += 1
            case .deleted, .deleteMarkerCreated, .expiredDeleteMarkerRemoved:
                lifecycleActions.expirations += 1
            }
        }
    }

    func noteFailedReplication() { failedReplications += 1 }

    func note(partitions count: Int, at instant: VirtualInstant) {
        if partitions.last?.count != count { partitions.append((instant, count)) }
    }
}
