import Scenarios
import Simulator
import Testing

/// A small store that fails often, asked by six programs for few objects.
private func contended(seed: UInt64, versioning: Bool, faults: String = "heavy") -> String {
    """
    version: 1
    name: contended
    seed: \(seed)
    schedule: random
    cluster:
      object-store:
        buckets: [{name: data, versioning: \(versioning)}]
        faults: \(faults)
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

    @Test(arguments: [
        ObjectStorePlantedBug.answersBeforeTheEffect, .listsLate, .readsLate, .keepsCorruptBytes,
        .repeatsWrites, .judgesConditionsEarly, .mixesUpParts,
    ])
    func `a bug of the store is noticed within 200 seeds`(bug: ObjectStorePlantedBug) throws {
        var runner = ScenarioRunner()
        runner.plantedBugs.objectStore = bug
        try expectBroken(runner)
    }

    @Test(arguments: ObjectStoreClientPlantedBug.allCases)
    func `a bug of a client is noticed within 200 seeds`(bug: ObjectStoreClientPlantedBug) throws {
        var runner = ScenarioRunner()
        runner.plantedBugs.objectStoreClient = bug
        try expectBroken(runner)
    }

    private func expectBroken(_ runner: ScenarioRunner) throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            let cells = try cells(contended(seed: seed, versioning: false))
            if try !runner.run(cells[0]).broken.isEmpty { return }
        }
        Issue.record("nothing was noticed")
    }
}
