import Simulator
import Testing

@testable import Scenarios

private let topic = "{name: t, partitions: 4, generate: {count: 400, vocabulary: 40}}"

/// What is demanded of every run with jobs.
private let demanded = [
    "invariant: output-equals-sequential-run", "invariant: every-job-ends",
    "invariant: deposed-leaders-write-nothing",
]

struct JobInvariantTests {
    /// Each worker sends keys to another reduce task.
    private let partitions = jobScenario(topic: topic, jobs: "{count: 1, topic: t, mappers: 4}")

    /// Nothing fits into the shuffle, so that the job is given up.
    private let full = jobScenario(
        topic: topic,
        cluster: "shuffle: {memory: 2KB}",
        jobs: "{count: 1, topic: t, patience: 5m}"
    )

    /// Whoever leads stands still for longer than its lease.
    private func paused(seed: UInt64) -> String {
        jobScenario(
            seed: seed,
            topic: topic,
            cluster: "coordinator: {count: 3, lease: 3s}\n  map-workers: {per-event: 100ms}",
            jobs: "{count: 4, topic: t, mappers: 8, arrival: {constant: 0.2/s}}",
            faults: """
                [{every: 7s, until: 60s, target: {role: coordinator, mode: leader}, \
                kind: pause, for: 5s}]
                """
        )
    }

    @Test
    func `a wrong output decides the verdict although the file expects nothing`() throws {
        let run = try JobRun(partitions, plantedBug: .partitionsByProcess)
        #expect(run.cell.scenario.expectations.isEmpty)
        #expect(Array(run.record.broken.keys) == ["output-equals-sequential-run"])
        #expect(run.result.verdict == .failed)
        #expect(run.result.expectations.map(\.text) == demanded)
        #expect(run.result.expectations.map(\.isHeld) == [false, true, true])
        let sound = try JobRun(partitions)
        #expect(sound.result.verdict == .held)
        #expect(sound.result.expectations.map(\.text) == demanded)
    }

    @Test
    func `a job that never ends decides the verdict`() throws {
        let run = try JobRun(full, plantedBug: .forgetsFailures)
        #expect(Array(run.record.broken.keys) == ["every-job-ends"])
        #expect(run.result.verdict == .failed)
        #expect(try run.value("jobs.abandoned") == .count(1))
        let sound = try JobRun(full)
        #expect(sound.record.jobs.map(\.status) == ["FAILED"])
        #expect(sound.record.jobs[0].error?.contains("no memory left") == true)
        #expect(sound.result.verdict == .held)
        #expect(try sound.value("jobs.failed") == .count(1))
    }

    @Test
    func `a coordinator that acts after its lease is found out`() throws {
        let seeds: ClosedRange<UInt64> = 1...10
        let found = try seeds.first { seed in
            let run = try JobRun(paused(seed: seed), plantedBug: .actsAfterItsLease)
            return run.record.broken["deposed-leaders-write-nothing"] != nil
                && run.result.verdict == .failed
        }
        let seed = try #require(found)
        let sound = try JobRun(paused(seed: seed))
        #expect(sound.record.broken == [:])
        #expect(try sound.number("leaders.elected") ?? 0 > 1)
    }

    @Test
    func `what the file demands itself is not demanded twice`() throws {
        let text = jobScenario(topic: topic, rest: "expect: [invariant: every-job-ends]")
        let expectations = try JobRun(text).result.expectations.map(\.text)
        #expect(expectations.count == 3 && Set(expectations) == Set(demanded))
    }
}
