import OrderedCollections
import Testing

@testable import Scenarios
@testable import Simulator

/// Jobs that read from a queue while brokers and the leading coordinator crash.
struct QueuedJobsTests {
    private func record(
        seed: UInt64,
        target: String = "role: broker",
        _ plantedBug: MapReducePlantedBug? = nil
    ) throws -> RunRecord {
        let text = """
            version: 1
            name: stream
            seed: \(seed)
            cluster:
              queue: {brokers: 3, flush-messages: 1, topics: [{name: logs, partitions: 2, replicas: 3, minimum-in-sync: 2}]}
              coordinator: {count: 2}
              topics: [{name: logs, partitions: 2, through-queue: {arrival: {poisson: 50/s}, from: 1s}, generate: {count: 1_500}}]
            workload:
              - jobs: {count: 5, topic: logs, from: 8s, arrival: {constant: 10/m}}
            faults:
              - {random: {every: {exponential: 12s}, until: 40s, kinds: [crash], for: 5s}, target: {\(target), mode: one}}
              - {at: 12s, for: 10s, target: {role: coordinator, mode: leader}, kind: crash}
            """
        let cells = try ScenarioLoader.load(bytes: Array(text.utf8), name: "stream").cells
        var runner = ScenarioRunner()
        runner.plantedBugs.mapReduce = plantedBug
        return try runner.run(cells[0])
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `each line counts once`(seed: UInt64) throws {
        let record = try record(seed: seed)
        #expect(record.outcome.violations == [])
        #expect(record.invariants["output-equals-sequential-run"] == .some(nil))
        #expect(record.metrics.total("jobs.completed") > 1)
    }

    @Test
    func `a coordinator that forgets what was read is noticed`() throws {
        let record = try record(seed: 1, target: "role: map-worker", .forgetsWhatWasConsumed)
        let problem = try #require(record.invariants["output-equals-sequential-run"] ?? nil)
        #expect(problem.contains("which was read before"))
    }
}
