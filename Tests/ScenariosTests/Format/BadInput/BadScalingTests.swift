import Testing

@testable import Scenarios

/// An autoscaler behind a proxy of three servers.
private func scaling(_ text: String) -> String {
    "cluster: {proxy: {}, autoscaler: \(text)}"
}

private let badScaling: [BadInput] = [
    .init(
        "an autoscaler without a proxy",
        "cluster: {balancer: {}, autoscaler: §{maximum: 5}}",
        "nothing sends its servers requests",
        "cluster.proxy"
    ),
    .init("no target", scaling("{target: §0%}"), "no number of servers is used that little"),
    .init("no server", scaling("{minimum: §0}"), "is too small"),
    .init(
        "bounds the wrong way round",
        scaling("{minimum: §5, maximum: 4}"),
        "the minimum is above the maximum",
        "at most 4"
    ),
    .init(
        "more servers than there may be",
        scaling("§{maximum: 2}"),
        "3 servers stand at the start",
        "from 1 to 2"
    ),
    .init("looks without a pause", scaling("{interval: §0s}"), "is shorter than 10ms"),
    .init(
        "an unknown upstream",
        scaling("{upstream: §web}"),
        "there is no upstream \"web\"",
        "backend"
    ),
    .init(
        "an upstream that names its servers",
        "cluster: {proxy: {upstreams: [{servers: [{name: Server 1}]}]}, autoscaler: §{maximum: 5}}",
        "names its servers"
    ),
    .init(
        "servers of one name",
        "cluster: {servers: {count: 1, names: web}, proxy: {}, autoscaler: §{maximum: 5}}",
        "all servers would be called \"web\"",
        "Server {i}"
    ),
    .init(
        "a deployment of servers that come and go",
        scaling("{maximum: 5}") + "\nworkload:\n  - deploy: §{at: 1s}",
        "an autoscaler changes the servers"
    ),
    .init(
        "a figure of an autoscaler that is not there",
        "cluster: {proxy: {}}\nexpect: [§scaling.out == 0]",
        "cluster.autoscaler"
    ),
]

struct BadScalingTests {
    @Test(arguments: badScaling)
    func `a wrong autoscaler is refused where it stands`(input: BadInput) {
        input.check()
    }
}
