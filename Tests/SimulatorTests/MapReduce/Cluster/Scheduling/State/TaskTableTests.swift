import Testing

@testable import Simulator

/// What is kept up to date of many tasks, against a look at all of them.
struct TaskTableTests {
    private static let places: [InputPlace] = [.zone("a"), .zone("b"), .machine("m")]

    private static func tasks(_ count: Int, _ random: inout Xoshiro256) -> [TrackedTask] {
        (0..<count).map { index in
            var task = TrackedTask(TaskIdentifier(job: "job", kind: .map, index: index))
            task.places = places.filter { _ in random.next() % 3 == 0 }
            return task
        }
    }

    /// Anything that may become of a task.
    private static func change(_ task: inout TrackedTask, _ random: inout Xoshiro256) {
        let statuses: [TrackedTask.Status] = [.pending, .pending, .running, .completed, .failed]
        task.status = statuses[Int(random.next() % 5)]
        task.attempts = (0..<(task.status == .running ? 1 + Int(random.next() % 2) : 0)).map {
            TrackedAttempt(
                number: $0 + 1,
                worker: "worker",
                startedAt: .zero,
                isSpeculative: $0 > 0
            )
        }
        task.lastAttempt += task.attempts.count
        if random.next() % 3 == 0 { task.notBefore = instant(&random) }
        task.startedAt = task.attempts.isEmpty ? task.startedAt : .zero
        task.completedAt = task.status == .completed ? instant(&random) : nil
    }

    private static func instant(_ random: inout Xoshiro256) -> VirtualInstant {
        .zero.advanced(by: .seconds(Int(random.next() % 100)))
    }

    private static func expectRight(_ table: TaskTable, _ now: VirtualInstant) {
        let all = table.all
        let pending = all.filter { $0.status == .pending }
        let due = pending.filter { $0.notBefore <= now }
        #expect(table.pendingCount == pending.count)
        #expect(table.completedCount == all.count { $0.status == .completed })
        #expect(table.begunCount == all.count { $0.lastAttempt > 0 })
        #expect(table.attemptCount == all.reduce(0) { $0 + $1.attempts.count })
        #expect(table.speculativeCount == all.flatMap(\.attempts).count(where: \.isSpeculative))
        #expect(table.running == all.indices.filter { !all[$0].attempts.isEmpty })
        #expect(table.firstDue() == due.first?.identifier.index)
        let anywhere = due.first { $0.places.isEmpty }
        #expect(table.firstDue(anywhere: true) == anywhere?.identifier.index)
        #expect(table.hasDueInPlaces == due.contains { !$0.places.isEmpty })
        for place in places {
            let first = due.first { $0.places.contains(place) }
            #expect(table.firstDue(in: place) == first?.identifier.index)
        }
        let durations = all.compactMap { task -> Duration? in
            guard let start = task.startedAt, let end = task.completedAt else { return nil }
            return start.duration(to: end)
        }.sorted()
        #expect(table.durations.count == durations.count)
        guard !durations.isEmpty else { return }
        #expect(table.durations.mean == durations.reduce(.zero, +) / durations.count)
        let middle = durations.count / 2
        let median =
            durations.count.isMultiple(of: 2)
            ? (durations[middle - 1] + durations[middle]) / 2 : durations[middle]
        #expect(table.durations.median == median)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `whatever becomes of tasks, the counts and queues are those of a look at all of them`(
        seed: UInt64
    ) {
        var random = Xoshiro256(seed: seed)
        var table = TaskTable(Self.tasks(20, &random))
        var now = VirtualInstant.zero
        for step in 0..<200 {
            Self.change(&table[Int(random.next() % 20)], &random)
            if step.isMultiple(of: 3) { now = now.advanced(by: .seconds(1)) }
            table.wake(now)
            Self.expectRight(table, now)
        }
        var again = TaskTable(table.all)
        again.wake(now)
        Self.expectRight(again, now)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `pairs in the shuffle are those of all outputs that nobody has taken`(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        let submission = JobSubmission(name: "job", inputTopic: "t", mappers: 6, reducers: 3)
        var job = TrackedJob(
            "job",
            submission,
            inputs: [[InputSplit]](repeating: [], count: 6),
            createdAt: .zero
        )
        for number in 1...200 {
            if random.next() % 4 == 0 {
                let index = Int(random.next() % 3)
                job[.reduce, index].status = random.next() % 2 == 0 ? .completed : .pending
            } else {
                let index = Int(random.next() % 6)
                let attempt = AttemptIdentifier(
                    task: job[.map, index].identifier,
                    number: number
                )
                let pairs = (0..<3).map { _ in Int(random.next() % 10) }
                job[.map, index].output =
                    random.next() % 3 == 0
                    ? nil : MapOutputLocation(attempt: attempt, worker: "w", pairs: pairs)
            }
            var expected = 0
            for partition in 0..<3 where job[.reduce, partition].status != .completed {
                for map in job.maps.all { expected += map.output?.pairs[partition] ?? 0 }
            }
            #expect(job.pairsInShuffle == expected)
        }
        job.status = .failed
        #expect(job.pairsInShuffle == 0)
    }
}
