import Testing

@testable import Scenarios

private func at(_ rest: String) -> String { "faults: [{at: 5s, \(rest)}]" }

private let link = "target: {link: {from: client, to: Server 1}}"

private let faultsThatDoNothing: [BadInput] = [
    .init(
        "a fault after the end",
        "until: 4s\nfaults: [{at: §5s, target: {role: server}, kind: crash}]",
        "begins after the end of the run",
        "at most 4s"
    ),
    .init(
        "a period longer than the run",
        "until: 4s\nfaults: [{every: §5s, target: {role: server}, kind: crash}]",
        "begins after the end of the run"
    ),
    .init(
        "a period that ends before it begins",
        "faults: [{every: §5s, until: 4s, target: {role: server}, kind: crash}]",
        "begins after its own 'until'"
    ),
    .init(
        "random faults that end before they begin",
        """
        faults:
          - random: {every: §5s, until: 4s, kinds: [crash]}
            target: {role: server}
        """,
        "begins after its own 'until'"
    ),
    .init("a crash of a link", at("\(link), kind: §crash"), "does nothing to a link", "loss"),
    .init(
        "a slow link",
        at("\(link), kind: {slow: §{factor: 2x}}").replacing("{slow: §", with: "§{slow: "),
        "does nothing to a link"
    ),
    .init(
        "a random pause of a link",
        """
        faults:
          - random: {every: 1s, until: 4s, kinds: [{loss: 1%}, §pause]}
            \(link)
        """,
        "does nothing to a link"
    ),
    .init(
        "a link with another side",
        at("\(link), kind: {partition: {from: §{role: server}}}"),
        "the two ends of the link"
    ),
    .init(
        "a link to itself",
        at("target: {link: {from: client, to: §client}}, kind: {loss: 5%}"),
        "sends nothing to itself"
    ),
    .init(
        "a partition from itself",
        at("target: {role: server}, kind: {partition: {from: §{role: server}}}"),
        "nobody is on the other side"
    ),
    .init(
        "a server parted from itself",
        at("target: {node: Server 1}, kind: {partition: {from: §{node: Server 1}}}"),
        "nobody is on the other side"
    ),
    .init(
        "servers parted from one of them",
        at("target: {role: server}, kind: {partition: {from: §{node: Server 2}}}"),
        "nobody is on the other side"
    ),
    .init(
        "none of the servers",
        at("target: {role: server, mode: §{percent: 0%}}, kind: crash"),
        "hits nobody"
    ),
    .init(
        "reordering without order",
        at("target: {role: server}, kind: §{reordering: 5%}"),
        "keep no order",
        "network.ordered: true"
    ),
    .init("a network without order", "network: {§reordering: 5%}", "add ordered: true"),
]

private let faultsThatNeverStop: [BadInput] = [
    .init(
        "a fault every nanosecond",
        "faults: [{every: §1ns, target: {role: server}, kind: crash}]",
        "is too often",
        "at least 1ms"
    ),
    .init(
        "random faults all at once",
        """
        faults:
          - random: {every: §0s, until: 4s, kinds: [crash]}
            target: {role: server}
        """,
        "is too often",
        "at least 1ms on average"
    ),
    .init(
        "random faults without a mean",
        """
        faults:
          - random: {every: §{uniform: 0s...1us}, until: 4s, kinds: [crash]}
            target: {role: server}
        """,
        "is too often"
    ),
    .init(
        "a request in a thousand years",
        "cluster: {balancer: {}}\n"
            + "workload: [requests: {count: 9, arrival: {poisson: §0.000000001/h}}]",
        "is too small",
        "at least 0.01/h"
    ),
]

struct BadFaultTests {
    @Test(arguments: faultsThatDoNothing)
    func `a fault that can do nothing is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: faultsThatNeverStop)
    func `what would keep a run busy for nothing is reported where it stands`(input: BadInput) {
        input.check()
    }

    /// The same words where they do something.
    @Test(arguments: [
        "until: 5s\n" + at("target: {role: server}, kind: crash"),
        at("\(link), kind: partition"), at("\(link), kind: {latency: 5ms}"),
        at("target: {role: server, mode: one}, kind: {partition: {from: {role: server}}}"),
        at("target: {node: Server 1}, kind: {partition: {from: {role: server}}}"),
        at("target: {role: server}, kind: {partition: {from: {role: client}}}"),
        at("target: {role: server, mode: {percent: 1%}}, kind: crash"),
        "network: {ordered: true, reordering: 5%}\n"
            + at("target: {role: server}, kind: {reordering: 5%}"),
        "network: {reordering: 0%}",
        "faults: [{every: 1ms, target: {role: server}, kind: crash}]",
    ])
    func `a fault that does something is right`(body: String) {
        let text = "version: 1\nname: x\nseed: 1\n\(body)\n"
        #expect(problems(of: Array(text.utf8)).map(\.description) == [])
    }
}
