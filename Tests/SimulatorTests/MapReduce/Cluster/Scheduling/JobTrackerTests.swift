import OrderedCollections
import Testing

@testable import Simulator

/// What a coordinator decides, message by message.
struct JobTrackerTests {
    @Test func `a sign of life that a report overtook brings no attempt back`() {
        var bed = TrackerBed(workers: 2)
        bed.submit("job", maps: 1)
        let order = bed.orders[0]
        let old = bed.heartbeat(0, running: order.attempt)
        bed.receive(.report(bed.report(0, order.attempt, .failed("disk"))))
        bed.receive(.heartbeat(old))
        #expect(bed.task(order.attempt.task)?.attempts == [])
        #expect(bed.task(order.attempt.task)?.status == .pending)
        bed.pass(.seconds(4))
        #expect(bed.orders.count == 2)
    }

    /// The attempt is not needed any more, then its output gets lost, then an old message arrives.
    @Test func `a sign of life from before an abandonment brings no attempt back`() {
        var bed = TrackerBed(workers: 2) { $0.speculation = .spark3 }
        bed.submit("job", maps: 1)
        let first = bed.orders[0]
        bed.receive(.refused(first.attempt, worker: bed.name(0)))
        let second = bed.orders[1]
        let old = bed.heartbeat(0, running: first.attempt)
        bed.receive(.heartbeat(bed.heartbeat(0)))
        bed.receive(.report(bed.report(1, second.attempt, .mapped(pairs: [1]))))
        bed.receive(.report(bed.report(1, second.attempt, .lostInput([second.attempt]))))
        bed.receive(.heartbeat(old))
        #expect(bed.task(first.attempt.task)?.attempts.contains { $0.number == 1 } == false)
    }

    @Test func `an attempt that its worker does not speak of is over after a while`() {
        var bed = TrackerBed(workers: 1)
        bed.submit("job", maps: 1)
        bed.receive(.heartbeat(bed.heartbeat(0)))
        #expect(bed.orders.count == 1)
        bed.now = bed.now.advanced(by: .seconds(6))
        bed.receive(.heartbeat(bed.heartbeat(0)))
        #expect(bed.orders.map(\.attempt.number) == [1, 2])
    }

    @Test func `the end of an attempt that is on its way is no silence about it`() {
        var bed = TrackerBed(workers: 1)
        bed.submit("job", maps: 1)
        bed.now = bed.now.advanced(by: .seconds(6))
        bed.receive(.heartbeat(bed.heartbeat(0, unreported: [bed.orders[0].attempt])))
        #expect(bed.orders.count == 1)
    }

    @Test func `a failure counts once, and also when the worker was taken for dead before`() {
        var bed = TrackerBed(workers: 3)
        bed.submit("job", maps: 1)
        for round in 1...3 {
            let order = bed.orders[round - 1]
            let worker = bed.worker(of: order)
            bed.pass(.seconds(20), silent: worker)
            let report = bed.report(worker, order.attempt, .failed("out of memory"))
            bed.receive(.report(report))
            bed.receive(.report(report))
            #expect(bed.task(order.attempt.task)?.failedAttempts.count == (round < 3 ? round : nil))
            bed.pass(.seconds(40))
        }
        #expect(bed.tracker.jobs["job"]?.status == .failed)
        #expect(bed.tracker.jobs["job"]?.error == "job/map/0#3 failed: out of memory")
    }

    @Test func `a job that takes too long fails with that reason`() {
        var bed = TrackerBed(workers: 1) { $0.jobTimeout = .seconds(100) }
        bed.submit("job", maps: 1)
        bed.pass(.seconds(99), running: true)
        #expect(bed.tracker.jobs["job"]?.status == .running)
        bed.pass(.seconds(2), running: true)
        #expect(bed.tracker.jobs["job"]?.error == "it ran for longer than 100 s")
    }

    @Test func `the reason for the end of a job that takes too long can be read`() {
        var bed = TrackerBed(workers: 1) { $0.jobTimeout = .nanoseconds(1) }
        bed.submit("job", maps: 1)
        bed.pass(.seconds(1))
        #expect(bed.tracker.jobs["job"]?.error == "it ran for longer than 1 ns")
    }

    @Test func `of jobs that are over the latest are kept, and none that runs is forgotten`() {
        var bed = TrackerBed(workers: 2) {
            $0.finishedJobsMaximum = 3
            $0.attemptsMaximum = 1
        }
        bed.submit("long", maps: 1)
        for number in 1...10 {
            bed.submit("job-\(number)", maps: 1)
            let order = bed.orders[number]
            bed.receive(.report(bed.report(bed.worker(of: order), order.attempt, .failed("disk"))))
        }
        #expect(Set(bed.tracker.jobs.keys) == ["long", "job-8", "job-9", "job-10"])
        #expect(bed.tracker.forgottenCount == 7)
        let successor = bed.successor()
        #expect(Set(successor.tracker.jobs.keys) == ["long", "job-8", "job-9", "job-10"])
    }

    @Test func `waits are shortened by chance, within the jitter`() {
        var waits: Set<Duration> = []
        for seed in 0..<50 as Range<UInt64> {
            var bed = TrackerBed(workers: 1, seed: seed) {
                $0.backoff = Backoff(first: .seconds(8), jitter: 0.25)
            }
            bed.submit("job", maps: 1)
            let attempt = bed.orders[0].attempt
            bed.receive(.report(bed.report(0, attempt, .failed("disk"))))
            let due = bed.task(attempt.task)?.notBefore ?? .zero
            waits.insert(bed.now.duration(to: due))
        }
        #expect(waits.count == 50)
        #expect(waits.allSatisfy { (.seconds(6)...(.seconds(8))).contains($0) })
    }

    /// What a coordinator wrote down, and another one reads.
    @Test func `a coordinator that takes over knows which attempts failed`() {
        var bed = TrackerBed(workers: 1)
        bed.submit("job", maps: 2)
        let attempt = bed.orders[0].attempt
        bed.receive(.report(bed.report(0, attempt, .failed("disk"))))
        var successor = bed.successor()
        successor.receive(.report(bed.report(0, attempt, .failed("disk"))))
        #expect(successor.task(attempt.task)?.failedAttempts == [1])
        let next = AttemptIdentifier(task: attempt.task, number: 2)
        successor.receive(.report(bed.report(0, next, .failed("disk"))))
        #expect(successor.task(attempt.task)?.failedAttempts == [1, 2])
    }

    @Test func `a job whose tasks the database has lost fails, and does not end with a part`() {
        var bed = TrackerBed(workers: 2)
        bed.submit("job", maps: 3)
        var successor = bed.successor { $0.key != "job/map/2" }
        successor.addWorkers()
        successor.receive(.tick)
        #expect(successor.orders == [])
        #expect(
            successor.tracker.jobs["job"]?.error == "the database has lost some of its tasks"
        )
    }
}
