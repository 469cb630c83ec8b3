import CJemalloc
import Testing

@testable import Simulator

/// What a decision of a coordinator costs, counted in bytes that it allocates: a copy of the tasks,
/// or a list of those that wait, would need more of them for a job of more tasks.
struct SchedulingGrowthTests {
    private static let workers = 8

    /// A coordinator with a job of `maps` map tasks, and workers that do them one after the other.
    private struct Bed {
        var tracker: JobTracker
        private var now = VirtualInstant.zero
        private var messages = 0
        private var orders: [(order: TaskOrder, worker: String)] = []
        private let simulation = Simulation(seed: 1)

        init(maps: Int, speculation: Speculation, places: [InputPlace]) {
            tracker = JobTracker(
                settings: SchedulingSettings(
                    concurrentMaps: SchedulingGrowthTests.workers,
                    speculation: speculation
                ),
                epoch: 1,
                random: simulation.random("waits"),
                locate: { _, _ in places }
            )
            for worker in 0..<SchedulingGrowthTests.workers { beat("worker-\(worker)", nil) }
            let submission = JobSubmission(
                name: "job",
                inputTopic: "logs",
                mappers: maps,
                reducers: 2
            )
            let inputs = (0..<maps).map { [InputSplit(input: $0, range: 0..<100)] }
            receive(.submitted("job", submission, inputs: inputs))
        }

        private mutating func receive(_ input: JobTracker.Input) {
            for case .start(let order, let worker) in tracker.receive(input, now: now) {
                orders.append((order, worker))
            }
        }

        private mutating func stamp(_ worker: String) -> WorkerStamp {
            messages += 1
            return WorkerStamp(worker: worker, incarnation: 1, number: messages)
        }

        private mutating func beat(_ worker: String, _ attempt: AttemptIdentifier?) {
            receive(
                .heartbeat(
                    WorkerHeartbeat(
                        stamp: stamp(worker),
                        kind: .map,
                        zone: "a",
                        machine: nil,
                        running: attempt.map { .init(attempt: $0, progress: 0.5) },
                        unreported: [],
                        keeping: []
                    )
                )
            )
        }

        /// Has some tasks done; a worker gives a sign of life before the end of each, and some fail
        /// at first.
        mutating func complete(_ count: Int) {
            for number in 0..<count {
                while orders.isEmpty {
                    now = now.advanced(by: .milliseconds(100))
                    receive(.tick)
                }
                let (order, worker) = orders.removeFirst()
                now = now.advanced(by: .milliseconds(100))
                beat(worker, order.attempt)
                let report = AttemptReport(
                    attempt: order.attempt,
                    stamp: stamp(worker),
                    outcome: number.isMultiple(of: 7) && order.attempt.number == 1
                        ? .failed("disk") : .mapped(pairs: [1, 1])
                )
                receive(.report(report))
                if number.isMultiple(of: 10) { receive(.tick) }
            }
        }
    }

    private static func allocatedBytes() -> Int {
        var bytes: UInt64 = 0
        var size = MemoryLayout<UInt64>.size
        mallctl("thread.allocated", &bytes, &size, nil, 0)
        return Int(bytes)
    }

    /// The bytes that 300 tasks cost once some are done.
    private static func cost(
        maps: Int,
        _ speculation: Speculation,
        _ places: [InputPlace]
    ) -> Int {
        var bed = Bed(maps: maps, speculation: speculation, places: places)
        bed.complete(100)
        let before = allocatedBytes()
        bed.complete(300)
        return allocatedBytes() - before
    }

    @Test(
        arguments: [
            (.off, []), (.spark3, []), (.hadoop, []), (.off, [.zone("a")]),
            (.off, [.machine("elsewhere"), .zone("b")]),
        ] as [(Speculation, [InputPlace])]
    )
    func `ten times as many tasks cost nothing more each`(
        speculation: Speculation,
        places: [InputPlace]
    ) {
        let few = Self.cost(maps: 1_000, speculation, places)
        let many = Self.cost(maps: 10_000, speculation, places)
        #expect(few > 0, "nothing was counted")
        #expect(Double(many) < 1.1 * Double(few), "\(few) bytes became \(many)")
    }
}
