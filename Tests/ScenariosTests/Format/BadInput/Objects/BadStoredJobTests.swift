import Testing

@testable import Scenarios

/// Jobs whose topic and workers have these keys, beside a store with one bucket.
private func jobs(
    topic: String = "",
    workers: String = "",
    store: String = "object-store: {buckets: [{name: data}]}"
) -> String {
    """
    cluster:
      \(store)
      reduce-workers: {\(workers)}
      topics: [{name: words, generate: {count: 20}\(topic)}]
    """
}

private let badStoredJobs: [BadInput] = [
    .init(
        "input in a store that is not there",
        jobs(topic: ", stored-in: §{bucket: data}", store: "machines: {count: 1}"),
        "there is no store for it",
        "cluster.object-store"
    ),
    .init(
        "results into a store that is not there",
        jobs(workers: "results-to: §{bucket: data}", store: "machines: {count: 1}"),
        "there is no store for it"
    ),
    .init(
        "input in a bucket that is not there",
        jobs(topic: ", stored-in: {bucket: §date}"),
        "there is no bucket \"date\"",
        "data"
    ),
    .init(
        "results into a bucket that is not there",
        jobs(workers: "results-to: {bucket: §date}"),
        "there is no bucket \"date\"",
        "data"
    ),
    .init("results into no bucket", jobs(workers: "results-to: §{prefix: a}"), "bucket"),
    .init(
        "a prefix that leaves no room for keys",
        jobs(workers: "results-to: {bucket: data, prefix: §\(String(repeating: "x", count: 513))}"),
        "has 513 bytes",
        "at most 512"
    ),
    .init(
        "input in a store and in zones",
        jobs(topic: ", §stored-in: {bucket: data}, zone: [a, b]"),
        "what is in a store is nowhere else"
    ),
]

struct BadStoredJobTests {
    @Test(arguments: badStoredJobs)
    func `what is wrong with jobs in a store is said precisely`(input: BadInput) {
        input.check()
    }
}
