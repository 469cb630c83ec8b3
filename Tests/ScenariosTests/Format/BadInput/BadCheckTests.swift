import Testing

@testable import Scenarios

/// A cluster with a balancer and requests, then what is wrong.
private func after(_ text: String) -> String {
    "cluster: {balancer: {}}\nworkload: [requests: {count: 1}]\n\(text)"
}

private let badExpectations: [BadInput] = [
    .init(
        "a misspelt metric",
        after("expect:\n  - §requests.complete == 1"),
        "unknown metric 'requests.complete'; expected",
        "did you mean 'requests.completed'?"
    ),
    .init("no metric", after("expect: [§\"== 1\"]"), "names no metric"),
    .init("no operator", after("expect:\n  - requests.lost §0"), "has no operator"),
    .init("one equals sign", after("expect:\n  - requests.lost §= 0"), "did you mean '=='?"),
    .init("no value", after("expect:\n  - requests.lost ==§"), "compares with nothing"),
    .init("two values", after("expect:\n  - requests.lost == 0 §1"), "goes on too long"),
    .init("a metric alone", after("expect:\n  - requests.lost§"), "compares with nothing"),
    .init(
        "a number for a time",
        after("expect:\n  - latency.p99 < §5"),
        "has no unit",
        "a duration such as 120s"
    ),
    .init("a time for a number", after("expect:\n  - requests.lost < §5ms"), "such as 10_000"),
    .init("no statistic", after("expect:\n  - §latency < 5s"), "lacks a statistic", "latency.p99"),
    .init(
        "an unknown statistic",
        after("expect:\n  - latency.§p98 < 5s"),
        "unknown statistic 'p98' of latency",
        "did you mean 'p90'?"
    ),
    .init(
        "an unknown label",
        after("expect:\n  - 'requests.lost{§sever=\"Server 1\"} == 0'"),
        "unknown label 'sever'",
        "did you mean 'server'?"
    ),
    .init(
        "an unknown server",
        after("expect:\n  - §'requests.lost{server=\"Server 9\"} == 0'"),
        "there is no server \"Server 9\""
    ),
    .init(
        "a workload without a name",
        after("expect:\n  - §workload-latency.p99 < 1s"),
        "this run cannot produce workload-latency",
        "a workload of requests with a name"
    ),
    .init(
        "an unknown workload",
        "cluster: {proxy: {}}\nworkload: [requests: {name: voice, count: 1}]\n"
            + "expect:\n  - §'workload-availability{name=\"voices\"} == 1'",
        "there is no name \"voices\"",
        "did you mean 'voice'?"
    ),
    .init(
        "a label without quotes",
        after("expect:\n  - 'requests.lost{server=§Server 1} == 0'"),
        "lacks quotes"
    ),
    .init("an open label", after("expect:\n  - 'requests.lost{server=§\"S'"), "the closing quote"),
    .init("an open brace", after("expect:\n  - 'requests.lost{server=\"S\"§'"), "lacks a '}'"),
    .init(
        "a label twice",
        after("expect:\n  - 'share{server=\"a\", §server=\"b\"} == 1'"),
        "twice"
    ),
    .init("a share of nobody", after("expect:\n  - §share == 10%"), "lacks the label 'server'"),
    .init(
        "a tolerance of an inequality",
        after("expect:\n  - load.cv < 1 §+- 0.1"),
        "has a tolerance"
    ),
    .init(
        "an unknown invariant",
        after("expect:\n  - invariant: §no-requests-lost"),
        "did you mean 'no-request-lost'?"
    ),
    .init("a list", after("expect:\n  - §[a]"), "found a list"),
    .init(
        "an impossible status",
        after("expect:\n  - §'requests.completed{status=\"OK\"} == 0'"),
        "is no status"
    ),
    .init("no calls", after("expect:\n  - §calls.failed == 0"), "cannot produce calls.failed"),
    .init("no requests", "expect:\n  - §requests.lost == 0", "cannot produce requests.lost"),
    .init(
        "a claim without a source",
        after("claims: [§{says: b, check: load.cv < 1}]"),
        "'source'"
    ),
    .init(
        "a claim without sense",
        after("claims: [{source: a, says: b, check: §fast}]"),
        "unknown metric 'fast'"
    ),
    .init(
        "an unknown axis in when",
        after("expect:\n  - {check: load.cv < 1, when: {§a: 1}}"),
        "no axis 'a'"
    ),
]

private let badReports: [BadInput] = [
    .init(
        "an unknown report",
        after("report:\n  - {§histogram: latency}"),
        "unknown key 'histogram'"
    ),
    .init(
        "a distribution of nothing",
        after("report:\n  - distribution: §requests"),
        "METRIC by LABEL"
    ),
    .init(
        "a distribution by nobody",
        after("report:\n  - distribution: §requests by client"),
        "unknown label 'client'"
    ),
    .init(
        "quantiles of a count",
        after("report:\n  - quantiles: §requests.sent"),
        "no metric with quantiles"
    ),
    .init(
        "a series over no axis",
        after("report:\n  - series: {x: §cluster.servers.count, y: load.cv}"),
        "the matrix has no axis"
    ),
    .init("a table of nothing", after("report:\n  - table: [load.§cvv]"), "did you mean 'cv'?"),
]

private let badMatrices: [BadInput] = [
    .init("an unknown path", "matrix: {cluster.servers.§cout: [1, 2]}", "did you mean 'count'?"),
    .init("an unknown section", "matrix: {§clutser.servers: [1, 2]}", "did you mean 'cluster'?"),
    .init(
        "a wrong value in one cell",
        "matrix: {cluster.servers.count: [2, §x]}",
        "in the cell cluster"
    ),
    .init("an axis that is a value", "matrix: {cluster.servers.count: §3}", "a list of values"),
    .init("an axis without values", "matrix: {cluster.servers.count: §[]}", "found an empty list"),
    .init("a value twice", "matrix: {cluster.servers.count: [2, §2]}", "stands twice"),
    .init("an empty step", "matrix: {cluster.§.count: [2]}", "has an empty step"),
    .init(
        "a list index past the end",
        "matrix: {§faults.0.at: [1s]}",
        "leads to no item '0' of 'faults'"
    ),
    .init(
        "a path through a value",
        "matrix: {§seed.x: [1]}",
        "leads into \"1\", which has no keys"
    ),
    .init("a matrix of names", "matrix: {§name: [a, b]}", "'name' cannot vary"),
    .init(
        "lists of different lengths",
        "matrix: {zip: {seed: [1, 2], §cluster.servers.count: [1, 2, 3]}}",
        "has 3 values; expected 2"
    ),
    .init(
        "a path twice",
        "matrix: {seed: [1, 2], zip: {§seed: [1, 2]}}",
        "'seed' varies twice"
    ),
    .init(
        "two cells of one label",
        "matrix: {cells: [{label: a, seed: 1}, {label: §a, seed: 2}]}",
        "a second cell named \"a\""
    ),
    .init(
        "a value that when never meets",
        after("matrix: {cluster.servers.count: [2, 3]}\nexpect:\n")
            + "  - {check: load.cv < 1, when: {cluster.servers.count: §4}}",
        "never is 4"
    ),
    .init(
        "too many cells",
        "matrix: §{"
            + ["seed", "event-limit", "cluster.servers.queue"].map { path in
                "\(path): [\((1...30).map(String.init).joined(separator: ", "))]"
            }.joined(separator: ", ") + "}",
        "27,000 cells",
        "at most 10,000"
    ),
]

struct BadCheckTests {
    @Test(arguments: badExpectations)
    func `a wrong expectation or claim is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badReports)
    func `a wrong report is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badMatrices)
    func `a wrong matrix is reported where it stands`(input: BadInput) {
        input.check()
    }
}
