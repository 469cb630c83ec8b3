import OrderedCollections
import Testing

@testable import Simulator

/// Where tasks go, and how orders get there.
struct SchedulingFeatureTests {
    // MARK: Locality

    /// All of the input is in zone a, where two of the four workers are.
    private static func local(wait: Duration) -> ClusterBed {
        var bed = ClusterBed()
        bed.settings.placements[.mapWorker] = [NodePlacement(zone: "a"), NodePlacement(zone: "b")]
        bed.settings.costs.perEvent = .milliseconds(20)
        bed.settings.coordinator.scheduling.localityWait = wait
        bed.replicas = [[InputPlace]](repeating: [.zone("a")], count: 4)
        bed.mappers = 8
        return bed
    }

    @Test func `tasks wait for workers where their input is, for a while`() {
        let patient = Self.local(wait: .seconds(60)).run()
        #expect(patient.problems == [])
        #expect(patient.journal.metrics.total("mapreduce_tasks_local_total") == 8)
        #expect(patient.journal.metrics.total("mapreduce_tasks_remote_total") == 0)
        let hasty = Self.local(wait: .zero).run()
        #expect(hasty.problems == [])
        #expect(hasty.journal.metrics.total("mapreduce_tasks_remote_total") >= 2)
        #expect(hasty.journal.metrics.total("mapreduce_tasks_local_total") >= 2)
    }

    @Test func `nothing waits for ever for a worker where its input is`() {
        var bed = Self.local(wait: .seconds(3))
        bed.replicas = [[InputPlace]](repeating: [.machine("nowhere")], count: 4)
        let result = bed.run()
        #expect(result.outcomes.map(\.status) == [.completed])
        #expect(result.journal.metrics.total("mapreduce_tasks_remote_total") == 8)
        let first = result.journal.entries.first {
            if case .started = $0.event { true } else { false }
        }
        let submitted = result.journal.entries.first {
            if case .submitted = $0.event { true } else { false }
        }
        let wait = (submitted?.instant ?? .zero).duration(to: first?.instant ?? .zero)
        #expect(wait >= .seconds(3) && wait < .seconds(5))
    }

    @Test func `reading from elsewhere takes longer`() {
        func read(in zone: String) -> VirtualInstant {
            let simulation = Simulation(seed: 1)
            defer { simulation.shutDown() }
            let topic = MemoryTopic(
                "logs",
                partitions: [[UInt8](repeating: 0x0A, count: 1_000_000)],
                replicas: [[.zone("a")]],
                remoteLatency: .milliseconds(5)
            )
            let node = simulation.addNode("worker", placement: NodePlacement(zone: zone))
            node.spawn("read") {
                _ = try await topic.read(InputSplit(input: 0, range: 0..<1_000_000), from: node)
            }
            _ = simulation.run()
            return simulation.now
        }
        #expect(read(in: "a") == .zero.advanced(by: .milliseconds(10)))
        #expect(read(in: "b") == .zero.advanced(by: .milliseconds(105)))
    }

    // MARK: Sub-coordinators

    /// Four jobs of many tiny tasks, which share more workers than one coordinator can keep busy.
    private static func crowd(subCoordinators: Int) -> ClusterBed {
        var bed = ClusterBed()
        bed.settings.mapWorkers = 100
        bed.settings.subCoordinators = subCoordinators
        bed.settings.shuffle.store = .local
        bed.settings.costs.perEvent = .microseconds(10)
        bed.settings.coordinator.scheduling.concurrentMaps = 25
        bed.jobs = 4
        bed.mappers = 300
        bed.lines = 1_200
        return bed
    }

    /// Map tasks a second, from the first start to the last end.
    private func rate(_ result: ClusterBed.Result) -> Double {
        var start: VirtualInstant?
        var end = VirtualInstant.zero
        var count = 0
        for entry in result.journal.entries {
            switch entry.event {
            case .started: start = start ?? entry.instant
            case .completed(let attempt, _) where attempt.task.kind == .map:
                count += 1
                end = entry.instant
            default: break
            }
        }
        let nanoseconds = (start ?? .zero).duration(to: end).wholeNanoseconds
        return Double(count) * 1e9 / Double(max(1, nanoseconds))
    }

    @Test func `sub-coordinators hand out more than a thousand tasks a second`() {
        let alone = Self.crowd(subCoordinators: 0).run()
        let helped = Self.crowd(subCoordinators: 3).run()
        #expect(alone.problems == [])
        #expect(helped.problems == [])
        #expect(rate(alone) <= 1_000)
        #expect(rate(helped) > 1_200)
    }

    @Test func `jobs end although every sub-coordinator is gone`() {
        var bed = Self.crowd(subCoordinators: 2)
        bed.mappers = 20
        bed.plans = [
            FaultPlan(.once(at: .seconds(5.05)), .role("sub-coordinator"), .all, [.crash])
        ]
        let result = bed.run()
        #expect(result.problems == [])
        #expect(result.outcomes.allSatisfy { $0.status == .completed })
    }

    // MARK: The task topic

    @Test func `orders through a topic lead to the same end`() {
        var bed = ClusterBed()
        bed.settings.coordinator.tasksThrough = .topic
        bed.jobs = 3
        let result = bed.run()
        #expect(result.problems == [])
        #expect(result.outcomes.allSatisfy { $0.status == .completed })
        #expect(result.journal.metrics.total("mapreduce_tasks_started_total") == 18)
    }

    @Test func `a topic gives an order until it is committed`() {
        var topic = TaskTopic()
        func order(_ number: Int) -> TaskOrder {
            let task = TaskIdentifier(job: "job", kind: .map, index: number)
            let submission = JobSubmission(
                name: "job",
                inputTopic: "logs",
                mappers: 99,
                reducers: 1
            )
            return TaskOrder(
                attempt: AttemptIdentifier(task: task, number: 1),
                epoch: 1,
                submission: submission,
                input: .map([])
            )
        }
        #expect(topic.poll("a", committed: 0) == nil)
        for number in 1...3 { topic.append(order(number), to: "a") }
        #expect(topic.poll("a", committed: 0)?.order == order(1))
        #expect(topic.poll("a", committed: 0)?.offset == 1)
        #expect(topic.poll("b", committed: 0) == nil)
        #expect(topic.poll("a", committed: 1)?.order == order(2))
        #expect(topic.poll("a", committed: 3) == nil)
        for number in 4...23 { topic.append(order(number), to: "a") }
        #expect(topic.poll("a", committed: 3)?.offset == 23 - TaskTopic.retention + 1)
        #expect(topic.poll("a", committed: 3)?.order == order(23 - TaskTopic.retention + 1))
    }

    // MARK: Metrics

    /// Four map tasks of 100 records, and 200 words at most for two reduce tasks.
    @Test func `the journal has what the original's monitoring asks for`() {
        let result = ClusterBed().run()
        let metrics = result.journal.metrics
        #expect(metrics.total("mapreduce_jobs_completed_total") == 1)
        #expect(metrics.total("redis_commands_processed_total", .init("cmd", "rpush")) > 0)
        #expect(metrics.total("redis_commands_processed_total", .init("cmd", "del")) > 0)
        func busy(_ role: String) -> Duration {
            .nanoseconds(metrics.total("process_cpu_busy_nanoseconds", .init("job", role)))
        }
        #expect(busy("map-worker") == .microseconds(80 * 400))
        #expect(busy("coordinator") == .milliseconds(6))
        let gauges = metrics.gauges.filter {
            $0.key.name == "jvm_memory_used_bytes"
                && $0.key.labels.contains(.init("job", "map-worker"))
        }
        #expect(gauges.count == 4)
        for gauge in gauges.values {
            #expect(gauge.maximum > CostModel().idleMemory)
            #expect(gauge.maximum < CostModel().idleMemory + 1_000_000)
            #expect(gauge.value == CostModel().idleMemory)
        }
    }
}
