import Testing

@testable import Scenarios

/// A store with these sections beside one bucket.
private func store(_ others: String, buckets: String = "{name: data}") -> String {
    "cluster: {object-store: {buckets: [\(buckets)]\(others)}}"
}

/// Operations on the objects of a store.
private func operations(_ objects: String) -> String {
    store("") + "\nworkload: [{objects: {\(objects)}}]"
}

private let badObjects: [BadInput] = [
    .init(
        "a bucket with capitals",
        store("", buckets: "{name: §MapReduce}"),
        "is no name of a bucket",
        "3 to 63 small letters"
    ),
    .init(
        "two buckets of one name",
        store("", buckets: "{name: data}, {name: §data}"),
        "a second bucket is called \"data\""
    ),
    .init(
        "a bucket in a region that there is not",
        store("", buckets: "{name: data, region: §us-west-2}"),
        "there is no region \"us-west-2\""
    ),
    .init(
        "a region twice",
        store(", regions: §[a-1, a-1]"),
        "a region stands twice"
    ),
    .init(
        "replication to nowhere",
        store("", buckets: "{name: data, versioning: true, replicate-to: §copies}"),
        "there is no other bucket \"copies\""
    ),
    .init(
        "replication without versions",
        store("", buckets: "{name: data, replicate-to: §copy}, {name: copy}"),
        "only versions are replicated",
        "versioning: true"
    ),
    .init(
        "more faults than requests",
        store(", faults: {custom: §{throttling: 60%, internal-error: 50%}}"),
        "more goes wrong than there are requests"
    ),
    .init(
        "a preset that there is not",
        store(", faults: §hevy"),
        "\"hevy\"",
        "heavy"
    ),
    .init(
        "a limit that lets nothing pass",
        store(", limits: {writes: §0.5/s}"),
        "is too slow"
    ),
    .init(
        "a partition that is split at once",
        store(", limits: {split-after: §1ms}"),
        "is too short"
    ),
    .init(
        "operations without a store",
        "cluster: {servers: {}, proxy: {}}\n"
            + "workload: [{objects: §{bucket: data, count: 1, actions: {put: 1}}}]",
        "nothing keeps them",
        "cluster.object-store"
    ),
    .init(
        "operations on a bucket that there is not",
        operations("bucket: §date, count: 1, actions: {put: 1}"),
        "there is no bucket \"date\"",
        "data"
    ),
    .init(
        "operations without an action",
        operations("bucket: data, count: 1, actions: §{}"),
        "no action has a weight"
    ),
    .init(
        "operations without an end",
        store("") + "\nworkload: [{objects: §{bucket: data, actions: {put: 1}}}]",
        "neither 'count' nor 'for' is given"
    ),
    .init(
        "parts that are too small",
        operations("bucket: data, count: 1, actions: {put: 1}, size: 20MiB, part-size: §1MiB"),
        "parts that are not the last have at least 5MiB"
    ),
    .init(
        "too many parts",
        operations("bucket: data, count: 1, actions: {put: 1}, size: §60GiB, part-size: 5MiB"),
        "objects have at most 10000 parts"
    ),
    .init(
        "sizes the wrong way round",
        operations("bucket: data, count: 1, actions: {put: 1}, size: §2KiB...1KiB"),
        "has its ends the wrong way round"
    ),
]

struct BadObjectTests {
    @Test(arguments: badObjects)
    func `what is wrong with an object store is said precisely`(input: BadInput) {
        input.check()
    }
}
