import Scenarios
import Simulator
import Testing

/// Jobs that read their input from an object store and write their results to it.
struct StoredJobTests {
    private static func scenario(_ faults: String, checksums: Bool = true) -> String {
        """
        version: 1
        name: stored-jobs
        seed: 11
        cluster:
          object-store:
            buckets: [{name: data, versioning: true}]
            faults: {custom: {\(faults)}}
            client: {attempts: 4, timeout: 5s, checksums: \(checksums)}
          coordinator: {attempts: 20}
          map-workers: {count: 4}
          reduce-workers: {count: 2, results-to: {bucket: data, prefix: results/}}
          topics:
            - name: words
              partitions: 3
              stored-in: {bucket: data, prefix: input/}
              generate: {logs: application, count: 300, vocabulary: 50}
        workload:
          - jobs: {count: 8, topic: words, mappers: 5, reducers: 3, arrival: {constant: 1/s}}
        faults:
          - {random: {every: {exponential: 4s}, until: 20s, kinds: [crash], for: 1s}, target: {role: reduce-worker, mode: one}}
        """
    }

    private func record(_ faults: String, checksums: Bool = true) throws -> RunRecord {
        try ScenarioRunner().run(cells(Self.scenario(faults, checksums: checksums))[0])
    }

    @Test
    func `results are in the store, whatever the store does that a retry helps against`() throws {
        let record = try record(
            "throttling: 10%, internal-error: 10%, lost-request: 2%, lost-answer: 5%"
        )
        #expect(record.broken == [:])
        #expect(record.metrics.total("jobs.completed") == 8)
        #expect(record.metrics.total("jobs.abandoned") == 0)
    }

    @Test
    func `bytes of the input that change on their way are noticed by the invariant`() throws {
        let record = try record("corruption: 60%")
        #expect(record.broken["output-equals-sequential-run"] != nil)
    }

    @Test
    func `results that change on their way to the store are noticed by the invariant`() throws {
        let record = try record("corruption: 3%", checksums: false)
        let finding = try #require(record.broken["output-equals-sequential-run"])
        #expect(finding.contains("the store has other results"), "\(finding)")
    }
}
