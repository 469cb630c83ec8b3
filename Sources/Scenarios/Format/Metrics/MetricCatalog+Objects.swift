/// What an object store and its clients are measured by.
extension MetricCatalog {
    static let objects: [MetricDefinition] = clientObjects + attempts + store

    private static func byAction(_ name: String, _ documentation: String) -> MetricDefinition {
        .init(name, .count, labels: ["action"], from: .objects, documentation)
    }

    private static let clientObjects: [MetricDefinition] = [
        byAction("objects.sent", "Operations that began."),
        byAction(
            "objects.completed",
            "Operations that did what they should, or learned that there is no such object."
        ),
        byAction("objects.conflicts", "Operations whose condition did not hold."),
        byAction("objects.failed", "Operations that were refused, or that no attempt brought on."),
        .init(
            "object-latency",
            .duration,
            statistics: quantiles,
            labels: ["action"],
            from: .objects,
            "Time from when an operation was due to when it was completed, with all attempts."
        ),
        byAction("objects.bytes", "Bytes of objects that completed operations wrote or read."),
        .init(
            "objects.unsent",
            .count,
            from: .objects,
            "Operations that never began, as the client crashed or stood still."
        ),
        .init(
            "objects.undecided",
            .count,
            from: .objects,
            "Objects whose history is too entangled to say whether it is linearizable."
        ),
    ]

    private static func attempt(_ name: String, _ documentation: String) -> MetricDefinition {
        .init("objects.\(name)", .count, from: .objects, documentation)
    }

    private static let attempts: [MetricDefinition] = [
        attempt("attempts", "Requests that clients sent, the retries too."),
        attempt("retries", "Requests that were not the first of their operation."),
        attempt("slow-downs", "Answers of 503 SlowDown."),
        attempt("errors", "Answers of 500 InternalError."),
        attempt("unanswered", "Requests without an answer in time."),
        attempt(
            "corrupt",
            "Requests whose bytes changed on their way, and that a checksum gave away."
        ),
        attempt(
            "met-themselves",
            "Conditional writes that met what an earlier attempt of theirs had written."
        ),
    ]

    private static func ofRegion(_ name: String, _ documentation: String) -> MetricDefinition {
        .init("store.\(name)", .count, labels: ["region"], from: .objectStore, documentation)
    }

    private static let store: [MetricDefinition] = [
        .init(
            "store.requests",
            .count,
            labels: ["region", "kind"],
            from: .objectStore,
            "Requests that came: read, write or list."
        ),
        ofRegion("throttled", "Requests beyond the limits of their partition: 503 SlowDown."),
        ofRegion("partitions", "Partitions at the end."),
        ofRegion("bytes-in", "Bytes of objects that came."),
        ofRegion("bytes-out", "Bytes of objects that went out."),
        .init(
            "replication",
            .duration,
            statistics: ["count"] + quantiles,
            labels: ["region"],
            from: .objectStore,
            "Time from when a version was written to when the other bucket had it."
        ),
        ofRegion("replications-failed", "Versions that never reached the other bucket."),
        ofRegion("transitions", "Versions that lifecycles moved to another class."),
        ofRegion("expirations", "Versions and delete markers that lifecycles ended or made."),
        ofRegion("aborted-uploads", "Uploads that lifecycles aborted."),
        .init(
            "cost",
            .number,
            labels: ["bucket", "class", "item"],
            from: .objectStore,
            "US dollars for storage, early-deletion, requests, transitions and retrieval."
        ),
        .init(
            "stored",
            .number,
            labels: ["bucket", "class"],
            from: .objectStore,
            "GiB-months that were stored, as they are billed."
        ),
    ]
}
