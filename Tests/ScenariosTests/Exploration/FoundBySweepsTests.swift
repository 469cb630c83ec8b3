import Scenarios
import Testing

/// A broker gave a partition up by the answer to a proposal, and made it again, empty, because of a
/// state before that.
private let emptiedByOldState = """
    version: 1
    name: x-4-swarm-queue-shrunk
    seed: 5499
    cluster:
      queue:
        brokers: 4
        topics: [{name: orders, partitions: 3, replicas: 2}]
        offsets-partitions: 1
        changes: [{at: 0s, add: broker-5}, {at: 20s, remove: broker-1}]
        consumers: [{name: billing, topics: [orders]}]
    workload:
      - {messages: {topic: orders, for: 23s, arrival: {constant: 0.35/s}}}
    expect:
      - {invariant: messages-delivered}
    faults:
      - {at: 19s, target: {node: controller}, kind: {latency: {exponential: 200ms}}}
    """

/// A follower that had given a partition up, and got it again, counted as one that had everything.
private let emptiedFollower = """
    version: 1
    name: x-4-swarm-queue-shrunk
    seed: 7809
    cluster:
      queue:
        brokers: 4
        topics: [{name: orders, partitions: 3, replicas: 3}]
        flush-messages: 1
        session-timeout: 500ms
        changes: [{at: 12s, add: broker-5}, {at: 20s, remove: broker-1}]
        consumers: [{name: audit, topics: [orders]}]
    workload:
      - messages:
          topic: orders
          for: 22s
          arrival: {poisson: 9/s}
          key: {uniform: {population: 17}}
          request-timeout: 1ns
          delivery-timeout: 5ms
    expect:
      - {invariant: messages-delivered}
    faults:
      - {at: 11s, for: 1100ms, target: {node: controller}, kind: partition}
      - {at: 13s, for: 1700ms, target: {node: controller}, kind: partition}
      - {at: 16s, for: 1100ms, target: {node: controller}, kind: partition}
      - {at: 4500ms, for: 0s, target: {node: producer-1}, kind: crash}
    """

/// A member of a group wrote down what it had found while it joined anew.
private let staleOffsets = """
    version: 1
    name: x-4-swarm-queue-shrunk
    seed: 6352
    cluster:
      queue:
        brokers: 2
        topics: [{name: orders, partitions: 2, replicas: 2}]
        flush-messages: 1
        consumers:
          - {name: billing, count: 2, group: billing, topics: [orders], from: earliest, heartbeat: 1s}
    workload:
      - messages:
          topic: orders
          for: 12s
          arrival: {constant: 0.6/s}
          key: uniform
          request-timeout: 2200us
    expect:
      - {invariant: messages-delivered}
    faults:
      - random: {every: {uniform: 1784ms...4685ms}, until: 12s, kinds: [crash], for: 2300ms}
        target: {role: broker, mode: {percent: 50%}}
    """

/// What sweeps have found in queues, as small as it got.
struct FoundBySweepsTests {
    @Test(arguments: [emptiedByOldState, emptiedFollower, staleOffsets])
    func `it does not happen again`(text: String) throws {
        let cells = try ScenarioLoader.load(bytes: Array(text.utf8), name: "found.yaml").cells
        let result = CellResult(of: cells[0], record: try ScenarioRunner().run(cells[0]))
        #expect(result.failures.map(\.message) == [])
    }
}
