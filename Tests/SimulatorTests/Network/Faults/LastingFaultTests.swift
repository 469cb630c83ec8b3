import Simulator
import Testing

/// What is said of the faults that last.
struct LastingFaultTests {
    private let bed = Testbed()

    /// What lasts at each of `seconds`: fault, node or link, and since when.
    private func lasting(_ plans: [FaultPlan], at seconds: [Int]) -> [[String]] {
        for name in ["a", "b"] { bed.simulation.addNode(name) }
        let injector = FaultInjector.start(plans, in: bed.simulation, network: bed.network)
        return seconds.map { second in
            _ = bed.simulation.run(until: .instant(.at(.seconds(second))))
            return bed.simulation.inspect(injector) { injector in
                injector.lastingFaults.map { fault in
                    "\(fault.name) \(fault.subject) \(fault.instant.nanoseconds / 1_000_000_000)"
                }
            }
        }
    }

    private func plan(
        _ second: Int,
        _ fault: Fault,
        _ selector: NodeSelector = .name("a"),
        lasting duration: Int? = nil
    ) -> FaultPlan {
        FaultPlan(
            .once(at: .seconds(second)),
            selector,
            .all,
            [fault],
            lasting: duration.map { .constant(.seconds($0)) }
        )
    }

    @Test
    func `a fault lasts from its beginning to its end, or for good`() {
        let lasting = lasting(
            [
                plan(1, .diskFull, lasting: 4), plan(2, .link(.loss(0.5))),
                plan(3, .partition(from: nil, isSymmetric: true), .link(from: "a", to: "b")),
            ],
            at: [0, 1, 4, 6]
        )
        #expect(
            lasting == [
                [], ["disk-full a 1"], ["disk-full a 1", "loss a 2", "partition a -> b 3"],
                ["loss a 2", "partition a -> b 3"],
            ]
        )
    }

    @Test
    func `a restart ends a crash and a pause, and not what is wrong with a disk`() {
        let lasting = lasting(
            [
                plan(1, .pause), plan(1, .diskSlow(2)), plan(2, .restart), plan(3, .crash),
                plan(4, .restart),
            ],
            at: [1, 2, 3, 4]
        )
        #expect(
            lasting == [
                ["pause a 1", "disk-slow a 1"], ["disk-slow a 1"],
                ["disk-slow a 1", "crash a 3"], ["disk-slow a 1"],
            ]
        )
    }

    @Test
    func `what comes again and again is told once, by its first time`() {
        let plans = [
            FaultPlan(.every(.seconds(1), until: nil), .name("b"), .all, [.diskFull]),
            plan(2, .diskFull, .name("b"), lasting: 100),
        ]
        #expect(lasting(plans, at: [50]) == [["disk-full b 1"]])
    }

    /// The pause of a node that nobody resumes is no work that is left.
    @Test(arguments: [nil, 30])
    func `a run waits for the end of a pause that has one`(duration: Int?) {
        let a = bed.simulation.addNode("a")
        a.spawn("work") { try await a.sleep(for: .seconds(5)) }
        let plans = [plan(1, .pause, lasting: duration), plan(2, .pause, lasting: 3)]
        let injector = FaultInjector.start(plans, in: bed.simulation, network: bed.network)
        let outcome = bed.simulation.run()
        #expect(outcome.ending == .quiescent)
        #expect(outcome.instant == .at(.seconds(duration == nil ? 1 : 31)))
        withExtendedLifetime(injector) {}
    }
}
