/// How a store over the network behaves.
public struct ObjectStoreSettings: Sendable {
    /// From the arrival of a request for an object to the first byte of its answer.
    public var readLatency: DurationDistribution
    /// From the last byte of a write to its answer.
    public var writeLatency: DurationDistribution
    /// From a request to list to its answer.
    public var listLatency: DurationDistribution
    /// Bytes a second that a single connection carries at most, each way.
    public var connectionBandwidth: Int
    /// How many connections may be that fast at a time; more share what there is, each way.
    public var fastConnections: Int
    /// How many requests it serves.
    public var capacity: PartitionedCapacity.Settings
    /// What goes wrong.
    public var faults: ObjectStoreFaults
    /// How long a version takes to begin its way to another region.
    public var replicationLag: DurationDistribution
    /// How long an event takes to begin its way to who is told of it.
    public var notificationLag: DurationDistribution
    /// How long after midnight a pass of the lifecycles comes, up to a day.
    public var lifecycleLag: DurationDistribution
    /// The civil time at the start of the run.
    public var start: Timestamp
    package var plantedBug: ObjectStorePlantedBug?

    /// Those of S3, as far as they are published.
    ///
    /// Source: the S3 User Guide, *Performance design patterns*: "consistent small object latencies
    /// (and first-byte-out latencies for larger objects) of roughly 100–200 milliseconds"; *Use of
    /// concurrent connections*: a single connection carries about 85 to 90 MB/s.
    public init(
        readLatency: DurationDistribution = .uniform(.milliseconds(100), .milliseconds(200)),
        writeLatency: DurationDistribution = .uniform(.milliseconds(100), .milliseconds(200)),
        listLatency: DurationDistribution = .uniform(.milliseconds(100), .milliseconds(200)),
        connectionBandwidth: Int = 85_000_000,
        fastConnections: Int = 100,
        capacity: PartitionedCapacity.Settings = PartitionedCapacity.Settings(),
        faults: ObjectStoreFaults = .none,
        replicationLag: DurationDistribution = .exponential(mean: .seconds(15)),
        notificationLag: DurationDistribution = .exponential(mean: .seconds(1)),
        lifecycleLag: DurationDistribution = .constant(.zero),
        start: Timestamp = Timestamp(year: 2024, month: 1, day: 1)
    ) {
        precondition(connectionBandwidth > 0 && fastConnections > 0, "bytes move")
        self.readLatency = readLatency
        self.writeLatency = writeLatency
        self.listLatency = listLatency
        self.connectionBandwidth = connectionBandwidth
        self.fastConnections = fastConnections
        self.capacity = capacity
        self.faults = faults
        self.replicationLag = replicationLag
        self.notificationLag = notificationLag
        self.lifecycleLag = lifecycleLag
        self.start = start
    }

    func latency(of kind: ObjectStoreOperation.Kind) -> DurationDistribution {
        switch kind {
        case .read: readLatency
        case .write: writeLatency
        case .list: listLatency
        }
    }
}

/// Bugs of a store for tests that show that a checker notices them.
package enum ObjectStorePlantedBug: String, Hashable, Sendable, CaseIterable {
    /// A write is answered before it takes effect.
    case answersBeforeTheEffect
    /// Lists show what there was some time ago.
    case listsLate
    /// Reads show what there was some time ago.
    case readsLate
    /// Bytes that changed on their way are kept as if they were right.
    case keepsCorruptBytes
    /// A write takes effect a second time some time later.
    case repeatsWrites
    /// The conditions of a write are judged when it comes, not when it takes effect.
    case judgesConditionsEarly
    /// The tag of an object in parts is that of the parts in another order.
    case mixesUpParts
    /// An event is sent once, whether it arrives or not.
    case sendsEventsOnce
    /// Events that were on their way are forgotten in a crash.
    case forgetsEvents
}
