import Testing

@testable import Scenarios

/// What would keep a run busy with nothing else.
private func tooOften(_ cluster: String) -> BadInput {
    .init(
        "too often: \(cluster)",
        "cluster: {\(cluster)}",
        "is shorter than 10ms",
        "a duration of at least 10ms"
    )
}

private let badGateways: [BadInput] = [
    .init("no requests", "cluster: {gateway: {rate: §0/s}}", "is not above zero"),
    .init("no burst", "cluster: {gateway: {burst: §0}}", "is too small"),
    .init(
        "a breaker that opens without a failure",
        "cluster: {gateway: {breaker: {failure-rate: §0%}}}",
        "would open it without a failure"
    ),
    .init(
        "a breaker that waits for more calls than it judges",
        "cluster: {gateway: {breaker: {window: 5, minimum-calls: §10}}}",
        "more than the window has",
        "at most 5"
    ),
    .init(
        "replicas that nobody elects",
        "cluster: {shuffle: {masters: §2, replicas: 1}}",
        "no replica could ever take over"
    ),
    .init("too many replicas", "cluster: {shuffle: {replicas: §6}}", "is too large"),
    tooOften("coordinator: {tick: §9999us}"),
    tooOften("coordinator: {lease: §1ns}"),
    tooOften("workers: {heartbeat: §9ms}"),
    tooOften("shuffle: {masters: 3, replicas: 1, node-timeout: §1ms}"),
    tooOften("database: {replica-period: §1us}"),
    tooOften("servers: {count: 2}, balancer: {heartbeat: {every: §5ms}}"),
    .init("a timeout of nothing", "cluster: {coordinator: {job-timeout: §0s}}", "above zero"),
    .init(
        "an unknown way for tasks",
        "cluster: {coordinator: {tasks-through: §topics}}",
        "did you mean 'topic'?"
    ),
    .init(
        "a topic on a machine that is not there",
        "cluster: {machines: {count: 2}, topics: [{name: t, on: [machine-1, §machine-3], "
            + "generate: {}}]}",
        "there is no machine \"machine-3\""
    ),
    .init(
        "jobs through a gateway that is not there",
        "cluster: {topics: [{name: t, generate: {}}]}\n"
            + "workload: [jobs: {count: 1, topic: t, through: §gateway}]",
        "there is no gateway",
        "cluster.gateway"
    ),
]

private let badSections: [BadInput] = [
    .init(
        "a misspelt section",
        "cluster: {§map-worker: {count: 3}}",
        "unknown key 'map-worker'; did you mean 'map-workers'?"
    ),
    .init("no coordinator", "cluster: {coordinator: {count: §0}}", "is too small", "from 1 to 9"),
    .init("too many coordinators", "cluster: {coordinator: {count: §10}}", "is too large"),
    .init("no attempt", "cluster: {coordinator: {attempts: §0}}", "is too small"),
    .init(
        "a wait that shrinks",
        "cluster: {coordinator: {backoff: {factor: §0.5x}}}",
        "is below 1x"
    ),
    .init(
        "a wait that takes more than itself off",
        "cluster: {coordinator: {backoff: {jitter: §110%}}}",
        "is more than 1"
    ),
    .init(
        "a wait that is a duration",
        "cluster: {coordinator: {backoff: §1s}}",
        "found \"1s\"",
        "first, factor, maximum, jitter"
    ),
    .init(
        "no silence allowed",
        "cluster: {coordinator: {heartbeat-timeout: §0s}}",
        "is not above zero"
    ),
    .init("no lease", "cluster: {coordinator: {lease: §0s}}", "is shorter than 10ms"),
    .init("no time for a tick", "cluster: {coordinator: {tick: §0ms}}", "is shorter than 10ms"),
    .init(
        "an unknown rule",
        "cluster: {coordinator: {speculation: §spark}}",
        "one of off, hadoop, spark-3, spark-4"
    ),
    .init(
        "an unknown policy",
        "cluster: {coordinator: {assignment: §round-robin}}",
        "consistent-hash"
    ),
    .init(
        "no tasks a second",
        "cluster: {coordinator: {tasks-per-second: §0}}",
        "is too small"
    ),
    .init("no map workers", "cluster: {map-workers: {count: §0}}", "is too small"),
    .init("memory without a unit", "cluster: {map-workers: {memory: §2}}", "has no unit"),
    .init(
        "no memory at all",
        "cluster: {map-workers: {memory: §0B}}",
        "0B leave nothing for tasks",
        "map-workers.memory above workers.idle-memory, which is 200MiB"
    ),
    .init(
        "memory that does nothing",
        "cluster: {reduce-workers: {memory: §200MiB}}",
        "200MiB leave nothing for tasks"
    ),
    .init(
        "a process that is too large for its worker",
        "cluster: {workers: {idle-memory: §3GiB}, reduce-workers: {memory: 4GiB}}",
        "2GiB leave nothing for tasks",
        "which is 3GiB"
    ),
    .init(
        "the key of the other workers",
        "cluster: {map-workers: {§per-key: 1us}}",
        "unknown key 'per-key'"
    ),
    .init(
        "a batch of nothing",
        "cluster: {reduce-workers: {result-batch: §0}}",
        "is too small"
    ),
    .init("no memory for pairs", "cluster: {workers: {memory-factor: §0x}}", "not above zero"),
    .init("no signs of life", "cluster: {workers: {heartbeat: §0s}}", "is shorter than 10ms"),
    .init("an unknown store", "cluster: {shuffle: {store: §radis}}", "did you mean 'redis'?"),
    .init(
        "an unknown policy of memory",
        "cluster: {shuffle: {when-full: §allkeys-lfu}}",
        "did you mean 'allkeys-lru'?"
    ),
    .init("no master", "cluster: {shuffle: {masters: §0}}", "is too small"),
    .init(
        "a server without room",
        "cluster: {shuffle: {memory: §800B}}",
        "800B do not hold a single pair",
        "more than shuffle.pair-overhead"
    ),
    .init("nothing is kept", "cluster: {shuffle: {time-to-live: §0s}}", "is not above zero"),
    .init("an empty pipeline", "cluster: {shuffle: {pipeline: §0}}", "is too small"),
    .init("no inserts", "cluster: {database: {inserts-per-second: §0}}", "is too small"),
    .init("a query back in time", "cluster: {database: {query: §-1ms}}", "is negative"),
    .init(
        "a machine that is not there",
        "cluster: {machines: {count: 2}, database: {on: §machine-3}}",
        "there is no machine \"machine-3\"",
        "did you mean 'machine-"
    ),
    .init(
        "a machine of none",
        "cluster: {map-workers: {on: §m}}",
        "there is no machine \"m\"",
        "cluster.machines to name it"
    ),
    .init(
        "a server with the name of a worker",
        "cluster: {servers: {names: §\"map-worker-{i}\"}, map-workers: {}}",
        "the name \"map-worker-1\" is taken"
    ),
]

private let cluster = "cluster: {coordinator: {}}\n"

private let badTargets: [BadInput] = [
    .init(
        "a role that is not there",
        "faults: [{at: 1s, target: {role: §coordinator}, kind: crash}]",
        "there is no coordinator"
    ),
    .init(
        "servers beside workers that nobody named",
        cluster + "faults: [{at: 1s, target: {role: §server}, kind: crash}]",
        "there is no server"
    ),
    .init(
        "servers of a local shuffle",
        "cluster: {shuffle: {store: local}}\n"
            + "faults: [{at: 1s, target: {role: §shuffle}, kind: crash}]",
        "there is no shuffle"
    ),
    .init(
        "a worker too many",
        cluster + "faults: [{at: 1s, target: {node: §map-worker-5}, kind: crash}]",
        "there is no component \"map-worker-5\"",
        "did you mean 'map-worker-"
    ),
    .init(
        "a leader of servers",
        "faults: [{at: 1s, target: {role: server, mode: §leader}, kind: crash}]",
        "no server ever leads"
    ),
    .init(
        "a leader of workers",
        cluster + "faults: [{at: 1s, target: {role: map-worker, mode: §leader}, kind: crash}]",
        "no map-worker ever leads",
        "{role: coordinator}"
    ),
    .init(
        "a leader of a zone of servers",
        "faults: [{at: 1s, target: {zone: default, mode: §leader}, kind: crash}]",
        "nothing in this cluster has a leader"
    ),
    .init(
        "a misspelt mode",
        cluster + "faults: [{at: 1s, target: {role: coordinator, mode: §leadr}, kind: crash}]",
        "did you mean 'leader'?"
    ),
    .init(
        "a misspelt role",
        cluster + "faults: [{at: 1s, target: {role: §map-wroker}, kind: crash}]",
        "did you mean 'map-worker'?"
    ),
]

struct BadMapReduceTests {
    @Test(arguments: badGateways)
    func `a wrong gateway, replica or way of tasks is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badSections)
    func `a wrong section is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badTargets)
    func `a wrong target is reported where it stands`(input: BadInput) {
        input.check()
    }
}
