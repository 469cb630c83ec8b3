import Testing

@testable import Scenarios

/// A bucket with rules.
private func bucket(_ lifecycle: String) -> String {
    "cluster: {object-store: {buckets: [{name: data, lifecycle: \(lifecycle)}]}}"
}

private func store(_ keys: String) -> String {
    "cluster: {object-store: {buckets: [{name: data}], \(keys)}}"
}

private let badLifecycles: [BadInput] = [
    .init(
        "a move that is too early",
        bucket("§[{id: a, transitions: [{days: 10, storage-class: STANDARD_IA}]}]"),
        "'Days' in Transition action must be greater than or equal to 30",
        "rules that S3 accepts"
    ),
    .init(
        "an end before a move",
        bucket(
            "§[{id: a, transitions: [{days: 40, storage-class: STANDARD_IA}], expiration-days: 35}]"
        ),
        "'Days' in the Expiration action must be greater"
    ),
    .init(
        "a rule that does nothing",
        bucket("§[{id: a}]"),
        "At least one action needs to be specified in a rule."
    ),
    .init(
        "two rules of one name",
        bucket("§[{id: a, expiration-days: 1}, {id: a, expiration-days: 2}]"),
        "Rule ID must be unique"
    ),
    .init(
        "a history of objects that end by themselves",
        bucket("[{id: a, expiration-days: 1}]")
            + "\nworkload: [{objects: {bucket: §data, count: 1, actions: {put: 1}}}]",
        "the lifecycle of the bucket ends objects of which the history knows",
        "history: false"
    ),
    .init("no days", bucket("[{id: a, expiration-days: §0}]"), "0"),
    .init(
        "a class that there is not",
        bucket("[{id: a, transitions: [{days: 40, storage-class: §STANDARD-IA}]}]"),
        "unknown storage class",
        "STANDARD_IA"
    ),
    .init(
        "a price without the others",
        store(
            "prices: [§{storage-class: STANDARD, storage: 1, writes: 1, reads: 1, transitions: 1}]"
        ),
        "the key 'retrieval' is missing"
    ),
    .init(
        "two prices of a class",
        store(
            """
            prices: §[{storage-class: GLACIER, storage: 1, writes: 1, reads: 1, transitions: 1, retrieval: 1}, {storage-class: GLACIER, storage: 2, writes: 1, reads: 1, transitions: 1, retrieval: 1}]
            """
        ),
        "a class stands twice"
    ),
]

struct BadLifecycleTests {
    @Test(arguments: badLifecycles)
    func `what a store could not do is refused where it stands`(input: BadInput) {
        input.check()
    }
}
