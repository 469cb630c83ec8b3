import OrderedCollections
import Scenarios
import Simulator
import Testing

/// A queue that writes through, whose brokers, controller, producers and consumers crash, stand
/// still and are cut off at random.
private func troubled(seed: UInt64, acks: String = "all") -> String {
    """
    version: 1
    name: troubled
    seed: \(seed)
    schedule: random
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
            assignment: \(["range", "round-robin", "sticky"][Int(seed % 3)])
            processing: {exponential: 1ms}
            session-timeout: 4s
            heartbeat: 1s
            rebalance-timeout: 6s
    workload:
      - messages: {topic: orders, producers: 2, for: 45s, arrival: {poisson: 40/s}, key: {uniform: {population: 30}}, acks: \(acks), request-timeout: 2s, delivery-timeout: 1h}
    faults:
      - {random: {every: {exponential: 8s}, until: 30s, kinds: [crash, pause, disk-full, {disk-slow: {factor: 300x}}, partition], for: {uniform: 500ms...5s}}, target: {role: broker, mode: one}}
      - {random: {every: {exponential: 20s}, until: 30s, kinds: [crash, pause], for: 2s}, target: {role: controller}}
      - {random: {every: {exponential: 20s}, until: 30s, kinds: [crash, pause], for: 3s}, target: {role: consumer, mode: one}}
      - {random: {every: {exponential: 25s}, until: 30s, kinds: [crash, pause], for: 3s}, target: {role: producer, mode: one}}
      - {at: 40s, for: 3s, target: {node: broker-2}, kind: {disk-lost-writes: {ratio: 100%}}}
      - {at: 42s, for: 1s, target: {node: broker-2}, kind: crash}
    expect:
      - invariant: messages-delivered
    """
}

@Suite(.serialized)
struct MessageSweepTests {
    private func record(_ text: String) throws -> RunRecord {
        let cells = try ScenarioLoader.load(bytes: Array(text.utf8), name: "troubled").cells
        return try ScenarioRunner().run(cells[0])
    }

    @Test(arguments: SweptSeeds.all)
    func `a queue that everything befalls keeps its promises`(seed: UInt64) throws {
        let record = try record(troubled(seed: seed))
        #expect(record.outcome.violations == [], "seed \(seed)")
        #expect(record.invariants["messages-delivered"] == .some(nil), "seed \(seed)")
        #expect(record.metrics.total("messages.lost") == 0)
        #expect(record.metrics.total("messages.acknowledged") > 1_000)
    }

    @Test
    func `what only the leader has is lost sometimes`() throws {
        let lost = try (1...12 as ClosedRange<UInt64>).map { seed in
            try record(troubled(seed: seed, acks: "leader")).metrics.total("messages.lost")
        }
        #expect(lost.contains { $0 > 0 })
        #expect(lost.contains(0))
    }
}
