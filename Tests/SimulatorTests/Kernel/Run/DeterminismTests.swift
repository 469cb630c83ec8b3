import Foundation
import Synchronization
import Testing

@testable import Simulator

/// The same seed gives the same run, wherever and beside whatever it takes place.
struct DeterminismTests {
    private static let seeds: [UInt64] = [1, 42]

    @Test(arguments: Workload.allCases, Variant.all)
    func `the same seed gives the same run again`(_ workload: Workload, _ variant: Variant) {
        for seed in Self.seeds {
            let first = workload.run(seed: seed, variant)
            #expect(first.ending == .quiescent, "\(first.violations)")
            #expect(workload.run(seed: seed, variant) == first)
        }
    }

    @Test(arguments: Workload.allCases)
    func `the ways to keep jobs give the same run, first in first out`(_ workload: Workload) {
        let outcomes = Variant.captures.map { workload.run(seed: 7, $0) }
        #expect(outcomes.allSatisfy { $0 == outcomes[0] })
    }

    @Test(arguments: Simulation.Order.allCases)
    func `simulations on two threads give the runs they give alone`(_ order: Simulation.Order) {
        let variant = Variant(order: order)
        let work = Workload.allCases.flatMap { workload in (1...5).map { (workload, UInt64($0)) } }
        let alone = work.map { $0.0.run(seed: $0.1, variant) }
        let beside = Mutex<[[RunOutcome]]>([])
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            Thread.detachNewThread {
                let outcomes = work.map { $0.0.run(seed: $0.1, variant) }
                beside.withLock { $0.append(outcomes) }
                done.signal()
            }
        }
        for _ in 0..<2 { done.wait() }
        #expect(beside.withLock { $0 } == [alone, alone])
    }

    @Test(arguments: Workload.allCases)
    func `another seed gives another run in random order`(_ workload: Workload) {
        let digests = (1...10).map { workload.run(seed: $0, Variant(order: .random)).digest.value }
        #expect(Set(digests).count == 10)
    }

    @Test func `first in first out, a program without draws is the same for every seed`() {
        let outcomes = (1...5).map { Workload.pingPong.run(seed: $0) }
        #expect(outcomes.allSatisfy { $0 == outcomes[0] })
    }

    @Test func `a run that stops at deadlines has the digest of one that does not`() {
        let steps = Simulation(seed: 1)
        let whole = Simulation(seed: 1)
        for simulation in [steps, whole] {
            let node = simulation.addNode("node")
            node.spawn("sleeper") { for number in 0..<20 { try await node.nap(number) } }
        }
        for step in 1...100 {
            let instant = VirtualInstant(nanoseconds: UInt64(step) * 1_000_000)
            #expect(steps.run(until: .instant(instant)).ending == .deadline)
            #expect(steps.now == instant)
        }
        let outcome = steps.run()
        #expect(outcome == whole.run())
        #expect(outcome.instant.nanoseconds == 190_000_000)
    }
}
