import Simulator
import Testing

struct FaultSelectionTests {
    private let bed: Testbed

    /// Six servers in two zones on three machines, and a client.
    private func addNodes() {
        for number in 0..<6 {
            bed.simulation.addNode(
                "s\(number)",
                placement: NodePlacement(
                    role: "server",
                    zone: number < 4 ? "x" : "y",
                    machine: "m\(number % 3)"
                )
            )
        }
        bed.simulation.addNode("client", placement: NodePlacement(role: "client", zone: "y"))
    }

    private func start(_ plans: [FaultPlan]) -> FaultInjector {
        FaultInjector.start(plans, in: bed.simulation, network: bed.network)
    }

    private func subjects(_ selector: NodeSelector, _ mode: SelectionMode) -> [String] {
        addNodes()
        let injector = start([FaultPlan(.once(at: .seconds(1)), selector, mode, [.pause])])
        _ = bed.simulation.run(until: .instant(.at(.seconds(2))))
        let subjects = bed.simulation.inspect(injector) { $0.entries.map(\.subject) }
        let paused = bed.simulation.nodes.filter(\.isPaused).map(\.name)
        #expect(subjects.sorted() == paused.sorted())
        return subjects
    }

    @Test(
        arguments: [
            (NodeSelector.name("s3"), ["s3"]), (.name("nobody"), []),
            (.role("server"), ["s0", "s1", "s2", "s3", "s4", "s5"]), (.role("client"), ["client"]),
            (.zone("y"), ["s4", "s5", "client"]), (.machine("m1"), ["s1", "s4"]),
        ])
    func `a selector picks the nodes it names, never the injector`(
        selector: NodeSelector,
        expected: [String]
    ) {
        #expect(subjects(selector, .all) == expected)
    }

    @Test(
        arguments: [
            (SelectionMode.one, 1), (.exactly(2), 2), (.exactly(6), 6), (.exactly(99), 6),
            (.exactly(0), 0), (.fraction(0), 0), (.fraction(0.01), 1), (.fraction(0.5), 3),
            (.fraction(0.51), 4), (.fraction(1), 6), (.all, 6),
        ])
    func `a mode says how many`(mode: SelectionMode, count: Int) {
        let names = subjects(.role("server"), mode)
        #expect(names.count == count)
        #expect(Set(names).count == count)
    }

    /// `s1` leads for two seconds, then crashes; `s4` follows it after a while without a leader.
    @Test
    func `a fault on the leader hits who says so at that instant`() throws {
        addNodes()
        let first = try #require(bed.simulation.node(named: "s1"))
        let second = try #require(bed.simulation.node(named: "s4"))
        let client = try #require(bed.simulation.node(named: "client"))
        client.claimsLeadership = true
        first.claimsLeadership = true
        client.spawn("succession") {
            try await client.sleep(for: .seconds(2))
            first.crash()
            #expect(!first.claimsLeadership)
            let rebooted = first.restart()
            #expect(!rebooted.claimsLeadership)
            first.claimsLeadership = true
            #expect(!rebooted.claimsLeadership)
            try await client.sleep(for: .seconds(2))
            second.claimsLeadership = true
        }
        let injector = start([
            FaultPlan(
                .every(.seconds(1.5), until: .seconds(5)),
                .role("server"),
                .leader,
                [.slow(2)],
                lasting: .constant(.milliseconds(1))
            )
        ])
        _ = bed.simulation.run(until: .instant(.at(.seconds(6))))
        let entries = bed.simulation.inspect(injector) { $0.entries }
        #expect(entries.filter { $0.event == "slow" }.map(\.subject) == ["s1", "s4"])
        let progress = bed.simulation.inspect(injector) { $0.progress }
        #expect(progress.map(\.begun) == [3])
        #expect(progress.map(\.hits) == [2])
    }

    /// 0.07 times 100 is 7.000000000000001 as a floating-point number.
    @Test
    func `a fraction that comes out whole is not rounded up`() {
        for number in 0..<100 {
            bed.simulation.addNode("n\(number)", placement: NodePlacement(role: "many"))
        }
        _ = start([FaultPlan(.once(at: .seconds(1)), .role("many"), .fraction(0.07), [.pause])])
        _ = bed.simulation.run(until: .instant(.at(.seconds(2))))
        #expect(bed.simulation.nodes.count(where: \.isPaused) == 7)
    }

    /// Two plans that differ in their distances only, with one of them alone.
    @Test
    func `another random plan for the same nodes shifts no draw of a plan`() {
        func instants(_ bed: Testbed, _ plans: [FaultPlan]) -> [VirtualInstant] {
            bed.simulation.addNode("s", placement: NodePlacement(role: "server"))
            let injector = FaultInjector.start(plans, in: bed.simulation, network: bed.network)
            _ = bed.simulation.run(until: .instant(.at(.seconds(300))))
            return bed.simulation.inspect(injector) { $0.entries }
                .filter { $0.event == "slow" }.map(\.instant)
        }
        func plan(_ mean: Duration) -> FaultPlan {
            FaultPlan(
                .random(every: .exponential(mean: mean), until: .seconds(300)),
                .role("server"),
                .all,
                [.slow(2)]
            )
        }
        let rare = instants(Testbed(seed: 5), [plan(.seconds(10))])
        let frequent = instants(Testbed(seed: 5), [plan(.seconds(1))])
        let both = instants(Testbed(seed: 5), [plan(.seconds(1)), plan(.seconds(10))])
        #expect(rare.count > 10 && frequent.count > 100)
        #expect(both == (rare + frequent).sorted())
    }

    @Test
    func `a crash of a machine takes all that stands on it`() {
        addNodes()
        _ = start([FaultPlan(.once(at: .seconds(1)), .machine("m1"), .one, [.crash])])
        _ = bed.simulation.run(until: .instant(.at(.seconds(2))))
        #expect(bed.simulation.nodes.filter { !$0.isAlive }.map(\.name) == ["s1", "s4"])
    }

    @Test
    func `every node is hit as often as the others`() {
        addNodes()
        let plan = FaultPlan(
            .every(.seconds(1), until: .seconds(6_000)),
            .role("server"),
            .one,
            [.pause],
            lasting: .constant(.milliseconds(500))
        )
        let injector = start([plan])
        _ = bed.simulation.run(until: .instant(.at(.seconds(7_000))))
        let entries = bed.simulation.inspect(injector) { $0.entries }
        var counts: [String: Int] = [:]
        for entry in entries where entry.event == "pause" { counts[entry.subject, default: 0] += 1 }
        #expect(counts.count == 6)
        #expect(counts.values.reduce(0, +) == 6_000)
        #expect(counts.values.allSatisfy { isPlausible($0, of: 6_000, 1.0 / 6) })
    }

    // MARK: Times

    private func instants(_ timing: FaultPlan.Timing, until end: Duration) -> [Duration] {
        addNodes()
        let injector = start([FaultPlan(timing, .name("s0"), .all, [.slow(2)])])
        _ = bed.simulation.run(until: .instant(.at(end)))
        return bed.simulation.inspect(injector) {
            $0.entries.map { VirtualInstant.zero.duration(to: $0.instant) }
        }
    }

    @Test
    func `a period counts from the start, and ends with its limit or with the run`() {
        #expect(
            instants(.every(.seconds(7), until: .seconds(21)), until: .seconds(100))
                == [.seconds(7), .seconds(14), .seconds(21)]
        )
    }

    @Test
    func `a period without a limit goes on`() {
        #expect(instants(.every(.seconds(7), until: nil), until: .seconds(700)).count == 100)
    }

    @Test
    func `faults in the background do not hold up the end of a run`() {
        addNodes()
        _ = start([FaultPlan(.every(.seconds(1), until: nil), .name("s0"), .all, [.slow(2)])])
        let outcome = bed.simulation.run()
        #expect(outcome.ending == .quiescent)
        #expect(outcome.instant == .zero)
    }

    @Test
    func `random distances have the distribution asked for`() {
        let times = instants(
            .random(every: .exponential(mean: .seconds(2)), until: .seconds(10_000)),
            until: .seconds(20_000)
        )
        let gaps = zip([.zero] + times, times).map { Double(($1 - $0).wholeNanoseconds) / 1e9 }
        #expect(isPlausible(gaps.count { $0 > 2 }, of: gaps.count, 0.36787944117144233))
        #expect(abs(gaps.reduce(0, +) / Double(gaps.count) - 2) < 0.15)
        #expect(times.allSatisfy { $0 <= .seconds(10_000) })
    }

    // MARK: Independence

    private static let plans = [
        FaultPlan(
            .random(every: .exponential(mean: .seconds(3)), until: .seconds(300)),
            .role("server"),
            .one,
            [.slow(2), .pause],
            lasting: .uniform(.seconds(1), .seconds(5))
        ),
        FaultPlan(
            .random(every: .exponential(mean: .seconds(5)), until: .seconds(300)),
            .zone("x"),
            .exactly(2),
            [.slow(3), .diskFull, .link(.loss(0.5))],
            lasting: .uniform(.seconds(1), .seconds(5))
        ),
        FaultPlan(
            .every(.seconds(10), until: .seconds(300)),
            .role("server"),
            .fraction(0.3),
            [.clockSkew(offset: .seconds(1), drift: 0)]
        ),
    ]

    private static func entries(seed: UInt64, _ plans: [FaultPlan]) -> [FaultInjector.Entry] {
        let test = FaultSelectionTests(bed: Testbed(seed: seed))
        test.addNodes()
        let injector = test.start(plans)
        _ = test.bed.simulation.run(until: .instant(.at(.seconds(400))))
        return test.bed.simulation.inspect(injector) { $0.entries }
    }

    private init(bed: Testbed) { self.bed = bed }

    init() { bed = Testbed() }

    @Test
    func `equal seeds draw equal faults and others draw others`() {
        let first = Self.entries(seed: 1, Self.plans)
        #expect(first.count > 150)
        #expect(Self.entries(seed: 1, Self.plans) == first)
        #expect(Self.entries(seed: 2, Self.plans) != first)
    }

    @Test
    func `a plan draws the same when others come and go`() {
        func key(_ entry: FaultInjector.Entry) -> String {
            "\(entry.instant) \(entry.subject) \(entry.event)"
        }
        let together = Self.entries(seed: 1, Self.plans).map(key)
        var apart: [String] = []
        for plan in Self.plans { apart += Self.entries(seed: 1, [plan]).map(key) }
        #expect(apart.sorted() == together.sorted())
        let reversed = Self.entries(seed: 1, Self.plans.reversed()).map(key)
        #expect(reversed.sorted() == together.sorted())
    }

    @Test
    func `two plans that say the same draw apart`() {
        let plan = Self.plans[0]
        let entries = Self.entries(seed: 1, [plan, plan])
        let alone = Self.entries(seed: 1, [plan])
        let instants = Set(entries.filter { !$0.event.hasPrefix("end") }.map(\.instant))
        let aloneInstants = Set(alone.filter { !$0.event.hasPrefix("end") }.map(\.instant))
        #expect(instants.count > aloneInstants.count + 20)
        #expect(instants.isSuperset(of: aloneInstants))
    }

    @Test
    func `a cluster may have nodes with the name of the injector`() {
        bed.simulation.addNode(FaultInjector.nodeName)
        let first = start([
            FaultPlan(.once(at: .zero), .name(FaultInjector.nodeName), .all, [.pause])
        ])
        let second = start([])
        #expect(Set([FaultInjector.nodeName, first.node.name, second.node.name]).count == 3)
        _ = bed.simulation.run(until: .instant(.at(.seconds(1))))
        #expect(bed.simulation.node(named: FaultInjector.nodeName)?.isPaused == true)
    }
}
