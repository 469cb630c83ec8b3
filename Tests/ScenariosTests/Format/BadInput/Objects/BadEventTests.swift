import Testing

@testable import Scenarios

/// A store with a bucket that has these keys.
private func bucket(_ text: String) -> String {
    "cluster: {object-store: {buckets: [{name: data, \(text)}]}}"
}

private let badEvents: [BadInput] = [
    .init(
        "an event that S3 does not have",
        bucket("notifications: [{id: a, to: b, events: [§\"s3:ObjectCreated:Pot\"]}]"),
        "is no event",
        "s3:ObjectCreated:Put"
    ),
    .init(
        "two rules for one event",
        bucket(
            "notifications: §[{id: a, to: b, events: [\"s3:ObjectCreated:*\"]}, "
                + "{id: c, to: d, events: [\"s3:ObjectCreated:Put\"]}]"
        ),
        "overlap"
    ),
    .init(
        "two rules of one id",
        bucket(
            "notifications: §[{id: a, to: b, events: [\"s3:ObjectCreated:*\"]}, "
                + "{id: a, to: b, events: [\"s3:ObjectRemoved:*\"]}]"
        ),
        "two rules have one id"
    ),
    .init(
        "nobody to tell",
        bucket("notifications: [§{id: a, events: [\"s3:ObjectCreated:*\"]}]"),
        "to"
    ),
    .init("a right to nothing", bucket("policy: [{actions: §[]}]"), "actions"),
    .init("a right that is none", bucket("policy: [{actions: [§reed]}]"), "read"),
    .init(
        "a figure of events where nobody is told",
        bucket("versioning: true") + "\nexpect: [§events.lost == 0]",
        "notifications of a bucket"
    ),
]

struct BadEventTests {
    @Test(arguments: badEvents)
    func `what is wrong with policies and notifications is said precisely`(input: BadInput) {
        input.check()
    }
}
