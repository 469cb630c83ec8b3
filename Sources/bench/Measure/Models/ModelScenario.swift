import Scenarios

/// A scenario of one of the modelled systems, for as many operations as are wanted.
struct ModelScenario {
    /// The system, and the strategy where it has several.
    let name: String
    /// How many servers, workers or partitions there are.
    let size: Int
    /// How many operations are measured.
    let operations: Int
    /// How many there must be for the scenario to be one.
    var least = 1
    /// The metric that counts the operations.
    let metric: String
    private let cluster: @Sendable (_ operations: Int) -> String
    private let workload: @Sendable (_ operations: Int) -> String

    /// The scenario with so many operations.
    func text(_ operations: Int) -> String {
        """
        version: 1
        name: model
        seed: 1
        event-limit: 100_000_000_000
        cluster:
          \(cluster(operations))
        workload:
          - \(workload(operations))
        """
    }

    // MARK: Every system

    /// Every strategy of the proxy in front of three servers, the balancer of the assignment, a
    /// MapReduce job, an object store and a queue.
    static var all: [ModelScenario] {
        strategies.map { name, strategy in
            // All requests have one client, and so one server.
            proxy(name, strategy, servers: 3, busy: name == "ip-hash" ? 1 : 3)
        }
            + [balancer(servers: 3), job(workers: 4), objects, messages(partitions: 4)]
    }

    /// The systems that come in sizes, each tenfold the one before.
    static var sizes: [ModelScenario] {
        let servers = [3, 10, 100, 1_000, 10_000]
        return servers.map { proxy("round-robin", "round-robin", servers: $0) }
            + servers.map { proxy("least-connections", "least-connections", servers: $0) }
            + servers.map { proxy("consistent-hash", "consistent-hash", servers: $0) }
            + [1, 10, 100, 1_000].map { job(workers: $0) }
            + [1, 10, 100, 1_000, 10_000].map { messages(partitions: $0) }
    }

    /// The strategies of the proxy, as a scenario writes them.
    static let strategies: [(name: String, strategy: String)] = [
        ("round-robin", "round-robin"), ("least-connections", "least-connections"),
        ("least-time", "least-time"), ("ip-hash", "ip-hash"), ("hash", "hash"),
        ("consistent-hash", "consistent-hash"), ("random", "random"),
        ("random-two", "random-two"), ("least-request", "least-request"),
        ("bounded-load", "{bounded-load: {factor: 1.25x}}"),
        ("peak-ewma", "{peak-ewma: {decay: 10s}}"),
        ("health", "{health: {halving-time: 100ms}}"),
    ]

    /// Poisson arrivals, and service that keeps servers busy for two thirds of the time.
    ///
    /// - Parameter busy: How many servers get requests; nothing for all.
    private static func proxy(
        _ name: String,
        _ strategy: String,
        servers: Int,
        busy: Int? = nil
    ) -> ModelScenario {
        ModelScenario(
            name: "proxy/\(name)",
            size: servers,
            operations: 100_000,
            metric: "requests.completed",
            cluster: { _ in
                """
                servers: {count: \(servers), service: {exponential: 2ms}}
                  proxy: {upstreams: [{strategy: \(strategy)}]}
                """
            },
            workload: { count in
                """
                requests: {count: \(count), arrival: {poisson: \((busy ?? servers) * 333)/s}, \
                key: sequence}
                """
            }
        )
    }

    /// The ring of the assignment gives most keys to one server, which is busy for two thirds of
    /// the time at most.
    private static func balancer(servers: Int) -> ModelScenario {
        ModelScenario(
            name: "balancer",
            size: servers,
            operations: 100_000,
            metric: "requests.completed",
            cluster: { _ in
                """
                servers: {count: \(servers), service: {exponential: 2ms}}
                  balancer: {}
                """
            },
            workload: { count in
                "requests: {count: \(count), arrival: {poisson: 333/s}}"
            }
        )
    }

    /// One word count over as many lines; a mapper and a reducer for each worker, but not more
    /// reducers than ten.
    private static func job(workers: Int) -> ModelScenario {
        let reducers = min(10, workers)
        return ModelScenario(
            name: "jobs",
            size: workers,
            operations: 100_000,
            least: workers,
            metric: "map.records",
            cluster: { count in
                """
                coordinator: {concurrent-maps: \(workers)}
                  map-workers: {count: \(workers)}
                  reduce-workers: {count: \(reducers)}
                  topics:
                    - name: logs
                      partitions: \(workers)
                      generate: {logs: application, count: \(count), vocabulary: 2_000}
                """
            },
            workload: { _ in
                "jobs: {count: 1, topic: logs, mappers: \(workers), reducers: \(reducers)}"
            }
        )
    }

    private static var objects: ModelScenario {
        ModelScenario(
            name: "objects",
            size: 100_000,
            operations: 100_000,
            metric: "objects.completed",
            cluster: { _ in
                """
                object-store:
                    buckets: [{name: data}]
                    limits: {writes: 1_000_000/s, reads: 1_000_000/s}
                """
            },
            workload: { count in
                """
                objects:
                      bucket: data
                      count: \(count)
                      actions: {put: 1, get: 1}
                      key: {uniform: {population: 100_000}}
                      arrival: {poisson: 1_000/s}
                """
            }
        )
    }

    /// Three brokers that each have every partition, two producers, and a group that reads all.
    private static func messages(partitions: Int) -> ModelScenario {
        ModelScenario(
            name: "messages",
            size: partitions,
            operations: 100_000,
            least: 2,
            metric: "messages.delivered",
            cluster: { _ in
                """
                queue:
                    brokers: 3
                    topics:
                      - {name: events, partitions: \(partitions), replicas: 3}
                    consumers:
                      - {name: readers, count: 2, group: readers, topics: [events], from: earliest}
                """
            },
            workload: { count in
                """
                messages:
                      topic: events
                      producers: 2
                      count: \(count / 2)
                      arrival: {constant: 25_000/s}
                      key: {uniform: {population: 10_000}}
                """
            }
        )
    }
}
