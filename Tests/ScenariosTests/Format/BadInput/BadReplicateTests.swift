import Testing

@testable import Scenarios

/// A queue with `replicate`.
private func replicated(_ text: String) -> String {
    """
    cluster: {servers: {count: 1}, balancer: {}}
    workload: [{requests: {count: 10, arrival: {poisson: 10/s}}}]
    replicate: \(text)
    """
}

private let badReplicate: [BadInput] = [
    .init("no run", replicated("§0"), "is too small", "from 1"),
    .init("a word", replicated("§many"), "\"many\" is not a whole number"),
    .init("a list", replicated("§[1, 2]"), "a mapping with the keys count, confidence"),
    .init(
        "an unknown key",
        replicated("{count: 3, §counts: 3}"),
        "unknown key 'counts'",
        "count"
    ),
    .init("no confidence", replicated("{confidence: §0%}"), "is out of bounds", "50%"),
    .init("certainty", replicated("{confidence: §100%}"), "is out of bounds", "99.99%"),
    .init(
        "a width of something else",
        replicated("{until: §width 1%, of: [latency.mean]}"),
        "does not say half-width"
    ),
    .init(
        "a width of nothing",
        replicated("{until: §half-width 0%, of: [latency.mean]}"),
        "is never reached"
    ),
    .init("figures of no width", replicated("{§until: half-width 1%}"), "which figures", "of:"),
    .init(
        "an interval of one run",
        replicated("{count: §1, until: half-width 1%, of: [latency.mean]}"),
        "needs two runs"
    ),
    .init(
        "fewer runs than there are",
        replicated("{until: half-width 1%, of: [latency.mean], at-most: §9}"),
        "is less than the count of 10"
    ),
    .init("a limit of nothing", replicated("{count: 3, §at-most: 9}"), "goes with 'until'"),
    .init(
        "an unknown figure",
        replicated("{of: [latency.§p98]}"),
        "latency.p98",
        "p99"
    ),
    .init(
        "a figure that the run has not",
        replicated("{of: [§job-duration.mean]}"),
        "this run cannot produce job-duration"
    ),
    .init("another judge", replicated("{judge: §median}"), "each, mean"),
]

struct BadReplicateTests {
    @Test(arguments: badReplicate)
    func `what is wrong with replications is refused where it stands`(input: BadInput) {
        input.check()
    }
}
