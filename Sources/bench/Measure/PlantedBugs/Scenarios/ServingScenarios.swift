import Simulator

/// Scenarios in which the bugs of what serves requests show.
enum ServingScenarios {
    /// Three servers, one of which crashes now and then.
    static func balancer(seed: UInt64) -> String {
        """
        version: 1
        name: balancer
        seed: \(seed)
        until: 15s
        cluster:
          servers: {count: 3, service: 20ms}
          balancer: {}
        workload:
          - requests: {count: 150, arrival: {poisson: 25/s}}
        faults:
          - {random: {every: {uniform: 1s...3s}, until: 3s, kinds: [crash]}, target: {role: server, mode: one}}
        expect:
          - invariant: every-request-answered-once
          - invariant: no-request-lost
          - invariant: servers-restored
          - invariant: keys-move-only-from-the-dead
        """
    }

    /// Servers with everything that a rule is about: weights, limits, a backup, failures, crashes,
    /// and operators at work.
    static func proxy(seed: UInt64) -> String {
        let operation = "method: POST, path: /api/v1/loadbalancer/server"
        return """
            version: 1
            name: proxy
            seed: \(seed)
            until: 8s
            cluster:
              servers:
                {count: 5, service: {exponential: 20ms}, concurrency: 2, queue: 4,
                 failures: [{status: 503, part: 4%}], endpoints: [{path: /pay}]}
              proxy:
                upstreams:
                  - strategy: round-robin
                    servers:
                      - {name: Server 1, weight: 3, max-conns: 3}
                      - {name: Server 2, weight: 2}
                      - {name: Server 3}
                      - {name: Server 4, down: true}
                      - {name: Server 5, backup: true}
                    max-fails: 3
                    fail-timeout: 1s
                    connect-timeout: 50ms
                    read-timeout: 120ms
                    next-upstream: {cases: [error, timeout, http-503], tries: 2}
            workload:
              - requests: {for: 6s, arrival: {poisson: 100/s}}
              - requests: {for: 6s, path: /pay, method: POST, arrival: {poisson: 30/s}}
              - calls:
                  - {at: 1s, \(operation)/update, body: {server_id: Server 2, drain: true}}
                  - {at: 2500ms, \(operation)/update, body: {server_id: Server 2, drain: false}}
                  - {at: 4s, \(operation)/remove, body: {server_id: Server 3}}
            faults:
              - {at: 2s, for: 700ms, target: {node: Server 1}, kind: crash}
              - {at: 3s, for: 1s, target: {node: Server 3}, kind: kill}
              - {at: 5s, for: 500ms, target: {role: server, mode: all}, kind: {slow: {factor: 10x}}}
            """
    }

    /// Clients that send and read slowly, more than there are connections.
    static func slowClients(seed: UInt64) -> String {
        """
        version: 1
        name: slow-clients
        seed: \(seed)
        cluster:
          servers: {count: 2, service: 10ms, concurrency: 8, endpoints: [{path: /page, size: 20KB}]}
          proxy: {workers: 2, worker-connections: 8, client-header-timeout: 1s}
        workload:
          - requests: {for: 20s, path: /page, arrival: {poisson: 30/s}, timeout: 5s,
              slow: {part: 20%, reading: [10KB, 40KB]}}
          - requests: {for: 20s, arrival: {poisson: 10/s}, timeout: 5s,
              slow: {sending: {exponential: 1s}}}
        """
    }

    /// Few rows that are read, changed, kept for short and thrown away, by servers that fail.
    static func backing(seed: UInt64) -> String {
        let endpoints =
            "[{path: /data, queries: 2, cached: true, coalesce: true}, {path: /plain, queries: 1}]"
        let key = "key: {uniform: {population: 10}}"
        let cut = "{partition: {}}"
        let random = "until: 5s, kinds: [crash, kill,"
        return """
            version: 1
            name: backing
            seed: \(seed)
            cluster:
              servers:
                {count: 3, service: 1ms, concurrency: 100, database-connections: 4,
                 database-wait: 200ms, database-timeout: 100ms, cache-timeout: 20ms,
                 endpoints: \(endpoints)}
              proxy: {upstreams: [{max-fails: 0}]}
              shared-database: {query: {exponential: 8ms}, concurrency: 6, connections: 10}
              shared-cache: {entries: 6, lifetime: 50ms}
            workload:
              - requests: {for: 5s, path: /data, arrival: {poisson: 300/s}, \(key)}
              - requests: {for: 5s, path: /data, method: PUT, arrival: {poisson: 60/s}, \(key)}
              - requests: {for: 5s, path: /plain, arrival: {poisson: 100/s}}
            faults:
              - {random: {every: {exponential: 500ms}, \(random) {slow: {factor: 9x}}, \(cut),
                  restart], for: 200ms}, target: {role: shared-cache}}
              - {random: {every: {exponential: 1s}, \(random) {slow: {factor: 5x}}, \(cut)],
                  for: 200ms}, target: {role: shared-database}}
              - {random: {every: {exponential: 1s}, \(random) restart, pause], for: 300ms},
                  target: {role: server, mode: one}}
            """
    }
}
