/// Scenarios in which the bugs of queues show.
enum QueueScenarios {
    /// A queue that writes through, whose brokers, controller, producers and consumers crash, stand
    /// still and are cut off at random.
    ///
    /// All brokers lose their power at once, and the disk of one does not keep what it says.
    static func queue(seed: UInt64) -> String {
        let until = "until: 30s, kinds:"
        let kinds = "[crash, pause, disk-full, {disk-slow: {factor: 300x}}, partition]"
        let assignments = ["range", "round-robin", "sticky"]
        return """
            version: 1
            name: queue
            seed: \(seed)
            schedule: random
            event-limit: 500_000
            cluster:
              queue:
                topics: [{name: orders, partitions: 3, replicas: 3, minimum-in-sync: 2}]
                flush-messages: 1
                session-timeout: 3s
                replica-lag: 3s
                rebalance: 10s
                shards: \(seed.isMultiple(of: 2) ? "in-turn" : "{hashed: rendezvous}")
                changes: [{at: 12s, add: broker-4}, {at: 20s, remove: broker-1}]
                consumers:
                  - {name: audit, topics: [orders], from: earliest}
                  - name: billing
                    count: 3
                    group: billing
                    topics: [orders]
                    from: earliest
                    commit: after
                    assignment: \(assignments[Int(seed % 3)])
                    processing: {exponential: 1ms}
                    session-timeout: 4s
                    heartbeat: 1s
                    rebalance-timeout: 6s
            workload:
              - messages: {topic: orders, producers: 2, for: 45s, arrival: {poisson: 20/s},
                  key: {uniform: {population: 30}}, acks: all, request-timeout: 2s,
                  delivery-timeout: 1h}
            faults:
              - {random: {every: {exponential: 8s}, \(until) \(kinds), for: {uniform: 500ms...5s}},
                  target: {role: broker, mode: one}}
              - {random: {every: {exponential: 20s}, \(until) [crash, pause], for: 2s},
                  target: {role: controller}}
              - {random: {every: {exponential: 8s}, \(until) [crash, pause],
                  for: {uniform: 1s...9s}}, target: {role: consumer, mode: one}}
              - {random: {every: {exponential: 25s}, \(until) [crash, pause], for: 3s},
                  target: {role: producer, mode: one}}
              - {at: 33s, for: 2s, target: {role: broker, mode: all}, kind: {disk-slow: {factor: 300x}}}
              - {at: 34s, for: 1s, target: {role: broker, mode: all}, kind: crash}
              - {at: 40s, for: 3s, target: {node: broker-2}, kind: {disk-lost-writes: {ratio: 100%}}}
              - {at: 42s, for: 1s, target: {node: broker-2}, kind: crash}
            expect:
              - invariant: messages-delivered
            """
    }
}
