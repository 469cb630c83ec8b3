/// Scenarios in which the bugs of MapReduce jobs and of their database show: the same jobs, each
/// time under other faults.
enum JobScenarios {
    private static func text(
        _ name: String,
        _ seed: UInt64,
        cluster: [String] = [],
        coordinator: String = "",
        maps: String = "per-event: 20ms",
        reduces: String = "count: 2",
        shuffle: String = "",
        jobs: String = "count: 1, mappers: 4, reducers: 2",
        faults: [String]
    ) -> String {
        """
        version: 1
        name: \(name)
        seed: \(seed)
        schedule: random
        cluster:
          topics: [{name: logs, partitions: 4, generate: {count: 400, vocabulary: 200, words: 6}}]
          coordinator: {count: 2\(coordinator)}
          map-workers: {count: 4, \(maps)}
          reduce-workers: {\(reduces)}
          shuffle: {store: redis\(shuffle)}
        \(cluster.map { "  \($0)\n" }.joined())
        workload:
          - jobs: {topic: logs, patience: 900s, \(jobs)}
        faults: [\(faults.joined(separator: ",\n  "))]
        """
    }

    private static func fault(
        _ role: String,
        every: Int,
        _ kinds: String,
        for time: String,
        mode: String = "one"
    ) -> String {
        "{random: {every: {exponential: \(every)s}, until: 120s, kinds: [\(kinds)],"
            + " for: \(time)}, target: {role: \(role), mode: \(mode)}}"
    }

    /// Crashes, standstills and disturbances of everything for two minutes, and then peace.
    static func storm(seed: UInt64) -> String {
        text(
            "storm",
            seed,
            coordinator: ", speculation: spark-3",
            jobs: "count: 1, mappers: 7, reducers: 2",
            faults: [
                fault(
                    "map-worker",
                    every: 20,
                    "crash, pause, {slow: {factor: 20x}}",
                    for: mean(10)
                ),
                fault(
                    "reduce-worker",
                    every: 25,
                    "crash, pause, {slow: {factor: 20x}}",
                    for: mean(10)
                ),
                fault("coordinator", every: 40, "crash, pause", for: mean(15)),
                fault(
                    "database",
                    every: 60,
                    "crash, pause, {disk-slow: {factor: 50x}}",
                    for: mean(5)
                ),
                fault("shuffle", every: 60, "crash, pause", for: mean(5)),
                fault(
                    "map-worker",
                    every: 15,
                    "{partition: {}}, {loss: 30%}, {duplication: 50%}, {latency: 3s}",
                    for: mean(10)
                ),
                fault(
                    "coordinator",
                    every: 30,
                    "{partition: {symmetric: false}}, {loss: 30%}, {duplication: 50%}",
                    for: mean(20)
                ),
            ]
        )
    }

    private static func mean(_ seconds: Int) -> String { "{exponential: \(seconds)s}" }

    /// What is said to the database when the job is taken arrives after its end.
    static func lateCommits(seed: UInt64) -> String {
        text(
            "late-commits",
            seed,
            maps: "per-event: 1ms",
            faults: ["{at: 490ms, for: 600ms, target: {role: database}, kind: {latency: 3s}}"]
        )
    }

    /// The leader hears of the last results, and cannot write that down any more.
    static func cutLeader(seed: UInt64) -> String {
        text(
            "cut-leader",
            seed,
            reduces: "count: 2, per-key: 30ms",
            jobs: "count: 1, mappers: 4, reducers: 1",
            faults: [
                "{at: \(12_000 + 137 * seed % 12_000)ms, for: 30s,"
                    + " target: {role: coordinator, mode: leader},"
                    + " kind: {partition: {from: {node: database}}}}"
            ]
        )
    }

    /// A worker that nobody hears writes its results, and so does the next one.
    static func silentWorkers(seed: UInt64) -> String {
        let cut = "{partition: {from: {role: coordinator}}}"
        return text(
            "silent-workers",
            seed,
            reduces: "count: 2, per-key: 20ms",
            faults: [fault("reduce-worker", every: 3, cut, for: mean(30))]
        )
    }

    /// The leader stands still for longer than its lease.
    static func pausedLeaders(seed: UInt64) -> String {
        text(
            "paused-leaders",
            seed,
            faults: [
                fault(
                    "coordinator",
                    every: 15,
                    "pause",
                    for: "{uniform: 10s...25s}",
                    mode: "leader"
                )
            ]
        )
    }

    /// Nothing fits into the shuffle.
    static func fullShuffle(seed: UInt64) -> String {
        text("full-shuffle", seed, shuffle: ", memory: 100KB", faults: [])
    }

    /// A server dies while map output is written, and its replica is a second behind.
    static func staleReplicas(seed: UInt64) -> String {
        let server = "shuffle-\(seed % 3 + 1)"
        return text(
            "stale-replicas",
            seed,
            shuffle: ", masters: 3, replicas: 1, pipeline: 2, operations-per-second: 500",
            jobs: "count: 1, mappers: 8, reducers: 2",
            faults: [
                "{at: 0s, target: {link: {from: \(server), to: \(server)-replica-1}},"
                    + " kind: {latency: 1s}}",
                "{at: \(1_500 + 37 * seed % 4_000)ms, for: 60s, target: {node: \(server)},"
                    + " kind: crash}",
            ]
        )
    }

    /// The disk of the database does not keep what it says it does.
    static func lyingDisk(seed: UInt64) -> String {
        text(
            "lying-disk",
            seed,
            reduces: "count: 2, result-batch: 5",
            jobs: "count: 4, arrival: {constant: 20/m}, mappers: 4, reducers: 2",
            faults: [
                "{at: 0s, target: {role: database}, kind: {disk-lost-writes: {ratio: 80%}}}",
                fault("database", every: 5, "crash", for: mean(1)),
            ]
        )
    }

    /// The database loses its power again and again.
    static func powerless(seed: UInt64) -> String {
        text(
            "powerless",
            seed,
            jobs: "count: 4, arrival: {constant: 20/m}, mappers: 4, reducers: 2",
            faults: [
                "{at: 0s, for: 100s, target: {role: database}, kind: {disk-slow: {factor: 20x}}}",
                fault("database", every: 4, "crash", for: "500ms"),
            ]
        )
    }

    /// Jobs read lines as they come, each of which is for one of them; their coordinators crash,
    /// and for a time the shuffle is away, until some of them have failed.
    static func stream(seed: UInt64) -> String {
        """
        version: 1
        name: stream
        seed: \(seed)
        cluster:
          queue: {brokers: 3, flush-messages: 1, topics: [{name: logs, partitions: 2, replicas: 3, minimum-in-sync: 2}]}
          coordinator: {count: 2, job-timeout: 20s}
          topics: [{name: logs, partitions: 2, through-queue: {arrival: {poisson: 50/s}, from: 1s}, generate: {count: 1_500}}]
          shuffle: {store: redis}
        workload:
          - jobs: {count: 8, topic: logs, from: 8s, arrival: {constant: 10/m}}
        faults:
          - {random: {every: {exponential: 12s}, until: 40s, kinds: [crash], for: 5s}, target: {role: map-worker, mode: one}}
          - {at: 12s, for: 10s, target: {role: coordinator, mode: leader}, kind: crash}
          - {at: 24s, for: 40s, target: {role: shuffle, mode: all}, kind: crash}
        """
    }
}
