public import Simulator

/// An object store: a node for each of its regions.
public struct ObjectStoreSpecification: Sendable, Equatable {
    /// The regions; a bucket that names none stands in the first.
    public var regions = ["us-east-1"]
    /// The buckets at the start.
    public var buckets: [BucketSpecification] = []
    /// From the arrival of a request for an object to the first byte of its answer.
    public var readLatency = ObjectStoreSettings().readLatency
    /// From the last byte of a write to its answer.
    public var writeLatency = ObjectStoreSettings().writeLatency
    /// From a request to list to its answer.
    public var listLatency = ObjectStoreSettings().listLatency
    /// Bytes a second that one connection carries at most, each way.
    public var connectionBandwidth = ObjectStoreSettings().connectionBandwidth
    /// How many connections of a region may be that fast at a time, each way.
    public var fastConnections = ObjectStoreSettings().fastConnections
    /// How many requests are served.
    public var limits = StoreLimitsSpecification()
    /// What goes wrong.
    public var faults = ObjectStoreFaults.none
    /// How long a version takes to begin its way to another region.
    public var replicationLag = ObjectStoreSettings().replicationLag
    /// How long an event takes to begin its way to who is told of it.
    public var notificationLag = ObjectStoreSettings().notificationLag
    /// How long after midnight a pass of the lifecycles comes.
    public var lifecycleLag = ObjectStoreSettings().lifecycleLag
    /// The prices of classes, where they are not those of S3 in US East.
    public var prices: [StorePriceSpecification] = []
    /// How programs ask.
    public var client = StoreClientSpecification()

    /// One region without a bucket.
    public init() {}

    /// What calls may call the first region.
    static let callName = "s3"

    /// The name of the node of a region.
    public static func nodeName(ofRegion region: String) -> String { "s3-" + region }

    /// What it costs.
    var priceList: PriceList {
        var list = PriceList.usEast1
        for price in prices { list.classes[price.storageClass] = price.prices }
        return list
    }

    /// The nodes, in the order of the regions.
    var nodeNames: [String] { regions.map(Self.nodeName) }

    /// The nodes that are told of events, in the order in which buckets name them.
    var listenerNames: [String] {
        var names: [String] = []
        for rule in buckets.flatMap(\.notifications) where !names.contains(rule.listenerName) {
            names.append(rule.listenerName)
        }
        return names
    }

    /// The region of a bucket.
    func region(of bucket: BucketSpecification) -> String { bucket.region ?? regions[0] }

    /// The node on which a bucket stands; nothing where there is no such bucket.
    func nodeName(ofBucket name: String) -> String? {
        buckets.first { $0.name == name }.map { Self.nodeName(ofRegion: region(of: $0)) }
    }
}

extension ObjectStoreSpecification: Section {
    static let name = "object-store"
    static let documentation = "An object store as S3 is."
    static var fields: [Field<Self>] { placeFields + timeFields + conductFields }

    private static var placeFields: [Field<Self>] {
        [
            .key(
                "regions",
                \.regions,
                .list("a list of regions", of: .slug, length: 1...30),
                "The regions; each is a node."
            ),
            .key(
                "buckets",
                \.buckets,
                .list("a list of buckets", of: .section, length: 1...1_000),
                required: true,
                "The buckets at the start."
            ),
        ]
    }

    private static var timeFields: [Field<Self>] {
        [
            .key(
                "read-latency",
                \.readLatency,
                .distribution,
                "Time to the first byte of an object."
            ),
            .key(
                "write-latency",
                \.writeLatency,
                .distribution,
                "Time from the last byte of a write to its answer."
            ),
            .key("list-latency", \.listLatency, .distribution, "Time of a list."),
            .key(
                "connection-bandwidth",
                \.connectionBandwidth,
                .size(in: 1...1 << 40, example: "85MB"),
                "Bytes a second that one connection carries at most, each way."
            ),
            .key(
                "fast-connections",
                \.fastConnections,
                .integer(in: 1...1_000_000, example: 100),
                "Connections of a region that may be that fast at a time, each way; more share."
            ),
            .key(
                "replication-lag",
                \.replicationLag,
                .distribution,
                "How long a version takes to begin its way to another region."
            ),
            .key(
                "notification-lag",
                \.notificationLag,
                .distribution,
                "How long an event takes to begin its way to who is told of it."
            ),
            .key(
                "lifecycle-lag",
                \.lifecycleLag,
                .distribution,
                "How long after midnight a pass of the lifecycles comes; less than a day."
            ),
        ]
    }

    private static var conductFields: [Field<Self>] {
        [
            .key("limits", \.limits, .section, "Requests that are served a second."),
            .key("faults", \.faults, .objectStoreFaults, "What goes wrong, and how often."),
            .key(
                "prices",
                \.prices,
                .list("a list of prices", of: .section, length: 0...StorageClass.allCases.count),
                "Prices of classes that are not those of S3 in US East in 2024."
            ),
            .key("client", \.client, .section, "How programs ask the store."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        var names: Set<String> = []
        for (index, bucket) in buckets.enumerated() {
            let place = ["buckets", String(index)]
            if !names.insert(bucket.name).inserted {
                reading.report(
                    "a second bucket is called \"\(Shortened.text(bucket.name))\"",
                    at: node.location(at: place + ["name"]),
                    expected: "a name of its own"
                )
            }
            if let region = bucket.region, !regions.contains(region) {
                reading.report(
                    "there is no region \"\(Shortened.text(region))\"",
                    at: node.location(at: place + ["region"]),
                    expected: Shape.oneOf(regions),
                    suggestion: NearestWord.to(region, among: regions)
                )
            }
            checkReplication(of: bucket, at: place, node, &reading)
            bucket.checkLifecycle(at: place, node, &reading)
            bucket.checkNotifications(at: place, node, &reading)
        }
        if Set(prices.map(\.storageClass)).count < prices.count {
            reading.report(
                "a class stands twice",
                at: node.location(at: ["prices"]),
                expected: "each once"
            )
        }
        if Set(regions).count < regions.count {
            reading.report(
                "a region stands twice",
                at: node.location(at: ["regions"]),
                expected: "each once"
            )
        }
    }

    /// Versions go to another bucket, and both keep versions.
    private func checkReplication(
        of bucket: BucketSpecification,
        at place: [String],
        _ node: YAMLNode,
        _ reading: inout Reading
    ) {
        guard let name = bucket.replicateTo else { return }
        let location = node.location(at: place + ["replicate-to"])
        let others = buckets.map(\.name).filter { $0 != bucket.name }
        guard let destination = buckets.first(where: { $0.name == name && name != bucket.name })
        else {
            return reading.report(
                "there is no other bucket \"\(Shortened.text(name))\"",
                at: location,
                suggestion: NearestWord.to(name, among: others)
            )
        }
        if !bucket.keepsVersions || !destination.keepsVersions {
            reading.report(
                "only versions are replicated",
                at: location,
                expected: "versioning: true in both buckets"
            )
        }
    }
}

/// How many requests a store serves.
public struct StoreLimitsSpecification: Sendable, Equatable {
    /// The limits.
    public var settings = PartitionedCapacity.Settings()
    /// How long a partition is in much demand until it is split.
    public var splitAfter: Duration = .seconds(600)

    /// S3's.
    public init() {}
}

extension StoreLimitsSpecification: Section {
    static let name = "store-limits"
    static let documentation = "Requests that each partition of the keys serves."
    static var fields: [Field<Self>] {
        [
            .key("writes", \.settings.writes, .perSecond, "Writes, and deletions, of a partition."),
            .key("reads", \.settings.reads, .perSecond, "Reads, and lists, of a partition."),
            .key(
                "split-after",
                \.splitAfter,
                .positiveDuration,
                "How long a partition is in much demand until it is split."
            ),
            .key(
                "partitions",
                \.settings.partitionsMaximum,
                .integer(in: 1...100_000, example: 1_000),
                "Partitions of a region at most."
            ),
        ]
    }

    /// Demand is judged ten times before a partition is split.
    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let least = Duration.milliseconds(10)
        if splitAfter < least, let entry = node.entry("split-after") {
            reading.report("is too short", at: entry.value.location, expected: "at least 10ms")
        }
        settings.periodsToSplit = 10
        settings.period = max(splitAfter, least) / 10
        for (key, rate) in [("writes", settings.writes), ("reads", settings.reads)]
        where rate < 1 {
            reading.report("is too slow", at: node.location(at: [key]), expected: "at least 1/s")
        }
    }
}

/// How programs ask a store.
public struct StoreClientSpecification: Sendable, Equatable {
    /// How often a request is sent at most, and how long each time may take.
    public var settings = ObjectStoreClientSettings()

    /// As the AWS SDKs do.
    public init() {}
}

extension StoreClientSpecification: Section {
    static let name = "store-client"
    static let documentation = "How programs ask a store."
    static var fields: [Field<Self>] {
        [
            .key(
                "attempts",
                \.settings.attempts,
                .integer(in: 1...1_000, example: 3),
                "How often a request is sent at most."
            ),
            .key(
                "timeout",
                \.settings.timeout,
                .positiveDuration,
                "How long one attempt may take, transfers included."
            ),
            .key(
                "backoff",
                \.settings.backoff.first,
                .positiveDuration,
                "The longest wait before the second attempt; it doubles with each one."
            ),
            .key(
                "backoff-maximum",
                \.settings.backoff.maximum,
                .positiveDuration,
                "The longest wait before any."
            ),
            .key(
                "jitter",
                \.settings.backoff.jitter,
                .ratio,
                "The part of a wait that is drawn at random."
            ),
            .key(
                "checksums",
                \.settings.isChecked,
                .boolean,
                "Whether checksums go with uploads and are compared after downloads."
            ),
        ]
    }
}

extension ValueFormat where Value == String {
    /// The name of a bucket.
    static var bucketName: ValueFormat {
        .scalar(
            ScalarShape(
                name: "the name of a bucket",
                example: "mapreduce-storage",
                form: .pattern(#"^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$"#)
            ),
            parse: { text throws(ValueProblem) in
                guard BucketName.isValid(text) else {
                    throw ValueProblem(
                        "is no name of a bucket",
                        expected: "3 to 63 small letters, digits, '-' and '.'"
                    )
                }
                return text
            },
            write: { $0 }
        )
    }
}
