import Scenarios
import Simulator
import Testing

/// A small store that fails often, asked by six programs for few objects.
private func contended(seed: UInt64, versioning: Bool) -> String {
    """
    version: 1
    name: contended
    seed: \(seed)
    schedule: random
    cluster:
      object-store:
        buckets: [{name: data, versioning: \(versioning)}]
        faults: heavy
        client: {attempts: 5, timeout: 3s, backoff: 200ms}
    workload:
      - objects:
          bucket: data
          prefix: k/
          count: 120
          size: 0B...8KiB
          actions: {put: 4, put-if-absent: 2, put-if-match: 2, get: 6, head: 1, delete: 2, list: 2}
          key: {uniform: {population: 4}}
          arrival: {closed: {clients: 6, think: {exponential: 200ms}}}
      - objects:
          bucket: data
          prefix: k/
          count: 4
          size: 11MiB
          part-size: 5MiB
          actions: {put: 1}
          key: {uniform: {population: 4}}
          arrival: {closed: {clients: 2}}
    faults:
      - {random: {every: {exponential: 8s}, until: 30s, kinds: [crash, pause], for: 2s}, target: {role: object-store}}
    """
}

@Suite(.serialized)
struct ObjectSweepTests {
    @Test(arguments: SweptSeeds.all)
    func `a store that fails often keeps its promises`(seed: UInt64) throws {
        for versioning in [false, true] {
            let cells = try cells(contended(seed: seed, versioning: versioning))
            let record = try ScenarioRunner().run(cells[0])
            #expect(record.broken == [:], "seed \(seed)")
            #expect(record.metrics.total("objects.completed") > 60)
        }
    }
}
