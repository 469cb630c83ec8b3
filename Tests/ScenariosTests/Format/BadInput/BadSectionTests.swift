import Testing

@testable import Scenarios

private let withBalancer = "cluster: {balancer: {}}\n"

private let badKeys: [BadInput] = [
    .init(
        "a misspelt key",
        "cluster: {servers: {§cout: 5}}",
        "unknown key 'cout'; did you mean 'count'?"
    ),
    .init("a misspelt section", "§clutser: {}", "did you mean 'cluster'?"),
    .init("a misspelt matrix", "§matirx: {}", "did you mean 'matrix'?"),
    .init("an underscore in a key", "§event_limit: 5", "did you mean 'event-limit'?"),
    .init("a key of another section", "§latency: 1ms", "unknown key 'latency'", "one of version"),
    .init(
        "a section that is a value",
        "cluster: §on",
        "found \"on\"",
        "machines, servers, balancer"
    ),
    .init("a section that is a list", "network: §[]", "found an empty list"),
    .init("no name", whole: "§version: 1\nseed: 1\n", "the key 'name' is missing"),
    .init("no seed", whole: "§version: 1\nname: x\n", "the key 'seed' is missing", "such as 42"),
    .init("an unknown schedule", "schedule: §filo", "did you mean 'fifo'?"),
    .init("an unknown order of ties", "ties: §reverse", "did you mean 'reversed'?"),
    .init("no draw of ties", "ties: {random: {draw: §0}}", "from 1 to 1,000,000"),
    .init(
        "an unknown strategy",
        "cluster: {balancer: {strategy: §round-robin}}",
        "consistent-hash"
    ),
]

private let badUnions: [BadInput] = [
    .init(
        "an unknown placement",
        "cluster: {balancer: {placement: §rnig}}",
        "did you mean 'ring'?"
    ),
    .init(
        "an unknown placement with keys",
        "cluster: {balancer: {placement: {§maglv: {}}}}",
        "did you mean 'maglev'?"
    ),
    .init(
        "two placements",
        "cluster: {balancer: {placement: {ring: {}, §jump: {}}}}",
        "'ring' and 'jump' exclude each other"
    ),
    .init("no placement", "cluster: {balancer: {placement: §{}}}", "found an empty mapping"),
    .init(
        "a bound of nothing",
        "cluster: {balancer: {placement: §bounded-load}}",
        "says too little"
    ),
    .init(
        "a bound of a bound",
        "cluster: {balancer: {placement: {bounded-load: {of: {§bounded-load: {}}}}}}",
        "unknown key 'bounded-load'"
    ),
    .init(
        "a bound below the average",
        "cluster: {balancer: {placement: {bounded-load: {factor: §0.9x, of: ring}}}}",
        "leaves no room"
    ),
    .init(
        "a factor without x",
        "cluster: {balancer: {placement: {bounded-load: {factor: §1.25, of: ring}}}}",
        "write 1.25x"
    ),
    .init(
        "an unknown hash",
        "cluster: {balancer: {placement: {ring: {request-hash: §md6}}}}",
        "did you mean 'md5'?"
    ),
    .init(
        "a ring's hash elsewhere",
        "cluster: {balancer: {placement: {jump: {§hash: md5}}}}",
        "unknown key 'hash'"
    ),
    .init(
        "a key where there is none",
        "cluster: {balancer: {placement: {ketama: {§points: 160}}}}",
        "unknown key 'points'",
        "no keys"
    ),
    .init(
        "a bound that is no whole percentage",
        "cluster: {balancer: {placement: {bounded-load: {factor: §1.255x, of: ring}}}}",
        "no whole percentage"
    ),
    .init(
        "a table that is no prime",
        "cluster: {balancer: {placement: {maglev: {table: §65_536}}}}",
        "is not a prime",
        "65_537"
    ),
    .init(
        "a ring that is too small",
        "cluster: {servers: {count: 3}, balancer: {placement: {ring: {slots: §26}}}}",
        "do not fit",
        "at least 27 slots"
    ),
    .init(
        "an anchor that is too small",
        "cluster: {servers: {count: 9}, balancer: {placement: {anchor: {capacity: §8}}}}",
        "9 servers do not fit"
    ),
    .init(
        "a normal without deviation",
        "network: {latency: {normal: §{mean: 1ms}}}",
        "'deviation' is missing"
    ),
    .init("an unknown distribution", "network: {latency: {§gauss: 1ms}}", "unknown key 'gauss'"),
    .init("a range backwards", "network: {latency: {uniform: §5ms...1ms}}", "the wrong way round"),
    .init("a range of one end", "network: {latency: {uniform: §5ms}}", "three dots"),
]

private let badWorkloads: [BadInput] = [
    .init(
        "a workload that is a mapping",
        withBalancer + "workload: §{requests: {}}",
        "put '- ' before"
    ),
    .init(
        "requests without a count",
        withBalancer + "workload:\n  - requests: §{path: /}",
        "'count'"
    ),
    .init(
        "a rate without an end",
        withBalancer + "workload:\n  - requests: §{arrival: {poisson: 5/s}}",
        "neither 'count' nor 'for'"
    ),
    .init(
        "a rate without a period",
        withBalancer + "workload:\n  - requests: {count: 1, arrival: {constant: §300}}",
        "has no unit",
        "/s /m /h"
    ),
    .init(
        "a rate of zero",
        withBalancer + "workload:\n  - requests: {count: 1, arrival: {constant: §0/s}}",
        "not above zero"
    ),
    .init(
        "a warm-up as long as the workload",
        withBalancer
            + "workload:\n  - requests: {for: 5s, warm-up: §5s, arrival: {constant: 1/s}}",
        "the workload ends before",
        "expected a shorter time"
    ),
    .init(
        "a warm-up after all have come",
        withBalancer
            + "workload:\n  - requests: {count: 5, warm-up: §2s, arrival: {all-at: 1s}}",
        "all come before"
    ),
    .init(
        "a warm-up of nothing",
        withBalancer + "workload:\n  - requests: {count: 5, warm-up: §0s}",
        "is not above zero"
    ),
    .init(
        "unknown ids",
        withBalancer + "workload:\n  - requests: {count: 1, key: {ids: §six-digits}}",
        "did you mean 'six-digit'?"
    ),
    .init(
        "a call without a time",
        withBalancer + "workload:\n  - calls:\n      - §{path: /rep}",
        "the key 'at' is missing"
    ),
    .init(
        "a method in small letters",
        withBalancer + "workload:\n  - calls:\n      - {at: 1s, path: /rep, method: §post}",
        "did you mean 'POST'?"
    ),
    .init(
        "a status of 99",
        withBalancer + "workload:\n  - calls:\n      - {at: 1s, path: /rep, expect: {status: §99}}",
        "is too small"
    ),
    .init("no balancer", "workload: [requests: §{count: 1}]", "nothing answers it"),
]

private let badFaults: [BadInput] = [
    .init(
        "a fault without a time",
        "faults: [§{target: {role: server}, kind: crash}]",
        "says no time"
    ),
    .init(
        "a fault of two times",
        "faults: [{at: 1s, §every: 1s, target: {role: server}, kind: crash}]",
        "exclude each other"
    ),
    .init("a fault without a target", "faults: [§{at: 1s, kind: crash}]", "'target' is missing"),
    .init(
        "a fault without a kind",
        "faults: [§{at: 1s, target: {role: server}}]",
        "'kind' is missing"
    ),
    .init(
        "an unknown fault",
        "faults: [{at: 1s, target: {role: server}, kind: §crsh}]",
        "did you mean 'crash'?"
    ),
    .init(
        "an unknown node",
        "faults: [{at: 1s, target: {node: §Server 4}, kind: crash}]",
        "there is no component \"Server 4\"",
        "did you mean 'Server 1'?"
    ),
    .init("an unknown role", "faults: [{at: 1s, target: {role: §sever}, kind: crash}]", "'server'"),
    .init(
        "an unknown zone",
        "faults: [{at: 1s, target: {zone: §b}, kind: crash}]",
        "no zone \"b\""
    ),
    .init(
        "an unknown machine",
        "faults: [{at: 1s, target: {machine: §m}, kind: crash}]",
        "no machine"
    ),
    .init(
        "a target of nothing",
        "faults: [{at: 1s, target: §{mode: one}, kind: crash}]",
        "selects nothing"
    ),
    .init(
        "two targets",
        "faults: [{at: 1s, target: {role: server, §node: Server 1}, kind: crash}]",
        "'role' and 'node' exclude"
    ),
    .init(
        "random faults with a kind",
        """
        faults:
          - random: {every: 1s, until: 9s, kinds: [crash]}
            target: {role: server}
            §kind: crash
        """,
        "use random.kinds"
    ),
    .init(
        "half a server",
        "faults: [{at: 1s, target: {role: server, mode: {exactly: §0.5}}, kind: crash}]",
        "not a whole number"
    ),
    .init(
        "a machine that is not there",
        "cluster: {machines: {count: 2}, servers: {on: §machine-3}}",
        "there is no machine \"machine-3\""
    ),
    .init(
        "two machines of one name",
        "cluster: {machines: [{name: a}, {name: §a}]}",
        "a second machine named \"a\""
    ),
]

struct BadSectionTests {
    @Test(arguments: badKeys)
    func `a wrong key is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badUnions)
    func `a wrong kind is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badWorkloads)
    func `a wrong workload is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badFaults)
    func `a wrong fault is reported where it stands`(input: BadInput) {
        input.check()
    }
}
