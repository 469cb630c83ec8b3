import Testing

@testable import Simulator

/// Each kind of fault does what it says, from its begin to its end.
struct FaultEffectTests {
    private let bed = Testbed()

    /// A fault on node `b` from second 10 to second 20.
    private func plan(_ fault: Fault, lasting: Duration? = .seconds(10)) -> FaultPlan {
        FaultPlan(
            .once(at: .seconds(10)),
            .name("b"),
            .all,
            [fault],
            lasting: lasting.map { .constant($0) }
        )
    }

    private func start(_ plans: FaultPlan...) -> FaultInjector {
        FaultInjector.start(plans, in: bed.simulation, network: bed.network)
    }

    /// Runs to the instant and returns what `body` sees then.
    private func at<Result>(_ time: Duration, _ body: () -> Result) -> Result {
        _ = bed.simulation.run(until: .instant(.at(time)))
        return body()
    }

    @Test
    func `a crash stops the node, for good or until its end`() {
        let b = bed.addAnswering("b")
        bed.addAnswering("c")
        let injector = start(
            plan(.crash),
            FaultPlan(.once(at: .seconds(10)), .name("c"), .all, [.crash])
        )
        #expect(at(.seconds(9)) { b.isAlive })
        #expect(!at(.seconds(10)) { b.current.isAlive })
        #expect(!at(.milliseconds(19_999)) { b.current.isAlive })
        #expect(at(.seconds(20)) { b.current.isAlive })
        #expect(b.current.incarnation == 2)
        #expect(at(.seconds(99)) { bed.simulation.node(named: "c") }?.isAlive == false)
        let seen = bed.simulation.inspect(injector) { ($0.entries, $0.crashes.map(\.count)) }
        #expect(
            seen.0 == [
                .init(instant: .at(.seconds(10)), subject: "b", event: "crash"),
                .init(instant: .at(.seconds(10)), subject: "c", event: "crash"),
                .init(instant: .at(.seconds(20)), subject: "b", event: "end of crash"),
            ]
        )
        #expect(seen.1 == [2])
    }

    @Test
    func `a restart boots a new incarnation of a node that is up or down`() {
        let b = bed.addAnswering("b")
        let c = bed.addAnswering("c")
        c.crash()
        _ = start(plan(.restart), FaultPlan(.once(at: .seconds(10)), .name("c"), .all, [.restart]))
        #expect(at(.seconds(11)) { b.current.incarnation } == 2)
        #expect(b.current.isAlive && c.current.isAlive)
        #expect(c.current.incarnation == 2)
    }

    @Test
    func `a pause holds everything back and loses nothing`() {
        let arrivals = Collected<(number: Int, instant: VirtualInstant)>()
        bed.addAnswering("b", arrivals: arrivals)
        let a = bed.simulation.addNode("a")
        _ = start(plan(.pause))
        let ends = bed.call("b", from: a, 1, at: .seconds(12), timeout: nil)
        _ = bed.simulation.run()
        #expect(arrivals.values.map(\.instant) == [.at(.seconds(20))])
        #expect(ends.values == [.init(.success(2), at: .milliseconds(20_001))])
    }

    @Test
    func `slowness stretches work and nothing else`() {
        let b = bed.simulation.addNode("b")
        let ends = Collected<VirtualInstant>()
        _ = start(plan(.slow(4)))
        b.spawn("work") {
            for start in [8, 10, 20] {
                try await b.sleep(until: .at(.seconds(start)))
                if start == 10 { try await b.sleep(for: .milliseconds(1)) }
                try await b.work(for: .seconds(1))
                ends.values.append(b.now)
            }
        }
        _ = bed.simulation.run()
        #expect(
            ends.values == [
                .at(.seconds(9)), .at(.milliseconds(14_001)), .at(.seconds(21)),
            ]
        )
    }

    @Test
    func `a skewed clock is ahead and drifts until the fault ends`() {
        let b = bed.simulation.addNode("b")
        _ = start(plan(.clockSkew(offset: .seconds(3), drift: 0.1)))
        #expect(at(.seconds(9)) { b.localTime } == .at(.seconds(9)))
        #expect(at(.seconds(10)) { b.localTime } == .at(.seconds(13)))
        #expect(at(.seconds(15)) { b.localTime } == .at(.milliseconds(18_500)))
        #expect(at(.seconds(20)) { b.localTime } == .at(.seconds(20)))
    }

    @Test
    func `a full disk takes no bytes`() async {
        let results = writes(during: .diskFull)
        #expect(results == [nil, .full, nil])
    }

    private func writes(during fault: Fault) -> [DiskError?] {
        let b = bed.simulation.addNode("b")
        let errors = Collected<DiskError?>()
        _ = start(plan(fault))
        b.spawn("writes") {
            for start in [5, 15, 25] {
                try await b.sleep(until: .at(.seconds(start)))
                do throws(DiskError) {
                    try await b.disk.write([1], to: "file")
                    errors.values.append(nil)
                } catch {
                    errors.values.append(error)
                }
            }
        }
        _ = bed.simulation.run()
        return errors.values
    }

    @Test
    func `a slow disk takes longer`() {
        let disk = DiskSettings(write: .constant(.milliseconds(3)))
        let b = bed.simulation.addNode("b", disk: disk)
        let durations = Collected<Duration>()
        _ = start(plan(.diskSlow(7)))
        b.spawn("writes") {
            for start in [5, 15, 25] {
                try await b.sleep(until: .at(.seconds(start)))
                let before = b.now
                try await b.disk.write([1], to: "file")
                durations.values.append(before.duration(to: b.now))
            }
        }
        _ = bed.simulation.run()
        #expect(durations.values == [.milliseconds(3), .milliseconds(21), .milliseconds(3)])
    }

    @Test
    func `a disk that loses writes forgets what was synchronised meanwhile`() {
        let b = bed.simulation.addNode("b")
        _ = start(plan(.diskLostWrites(1)))
        let found = Collected<[UInt8]>()
        b.spawn("writes") {
            for start in [5, 15] {
                try await b.sleep(until: .at(.seconds(start)))
                try await b.disk.write([UInt8(start)], to: "file")
                try await b.disk.synchronize()
            }
        }
        _ = bed.simulation.run()
        b.crash()
        let next = b.restart()
        next.spawn("read") { found.values.append(try await next.disk.read("file")) }
        _ = bed.simulation.run()
        #expect(found.values == [[5]])
    }

    // MARK: Links

    struct Cut: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let selector: NodeSelector
        let fault: Fault
        /// Which of a to b, b to a, c to b and b to c get through.
        let passes: [Bool]

        static let all: [Cut] = [
            Cut(
                testDescription: "symmetric from everybody",
                selector: .name("b"),
                fault: .partition(from: nil, isSymmetric: true),
                passes: [false, false, false, false]
            ),
            Cut(
                testDescription: "towards b only",
                selector: .name("b"),
                fault: .partition(from: nil, isSymmetric: false),
                passes: [false, true, false, true]
            ),
            Cut(
                testDescription: "symmetric from a's zone",
                selector: .name("b"),
                fault: .partition(from: .zone("z"), isSymmetric: true),
                passes: [false, false, true, true]
            ),
            Cut(
                testDescription: "towards b from a",
                selector: .role("target"),
                fault: .partition(from: .name("a"), isSymmetric: false),
                passes: [false, true, true, true]
            ),
            Cut(
                testDescription: "a link in one direction",
                selector: .link(from: "a", to: "b"),
                fault: .partition(from: nil, isSymmetric: false),
                passes: [false, true, true, true]
            ),
            Cut(
                testDescription: "a link in both directions",
                selector: .link(from: "a", to: "b"),
                fault: .partition(from: nil, isSymmetric: true),
                passes: [false, false, true, true]
            ),
            Cut(
                testDescription: "a blocked link",
                selector: .link(from: "b", to: "c"),
                fault: .link(.blocked),
                passes: [true, true, true, false]
            ),
        ]
    }

    /// One-way messages at second 15, in the fault, and at second 25, after it.
    @Test(arguments: Cut.all)
    func `a partition cuts the directions it names and no other`(cut: Cut) {
        let placements = [
            NodePlacement(zone: "z"), NodePlacement(role: "target"), NodePlacement(),
        ]
        var nodes: [Node] = []
        var inboxes: [Collected<(number: Int, instant: VirtualInstant)>] = []
        for (name, placement) in zip(["a", "b", "c"], placements) {
            inboxes.append(Collected())
            nodes.append(
                bed.addAnswering(name, placement: placement, arrivals: inboxes[inboxes.count - 1])
            )
        }
        _ = start(
            FaultPlan(
                .once(at: .seconds(10)),
                cut.selector,
                .all,
                [cut.fault],
                lasting: .constant(.seconds(10))
            )
        )
        let ways = [(0, 1), (1, 0), (2, 1), (1, 2)]
        for (number, way) in ways.enumerated() {
            for time in [15, 25] {
                let destination = ["a", "b", "c"][way.1]
                bed.call(
                    destination,
                    from: nodes[way.0],
                    number + time,
                    at: .seconds(time),
                    timeout: .seconds(1)
                )
            }
        }
        _ = bed.simulation.run()
        for (number, way) in ways.enumerated() {
            let arrived = inboxes[way.1].values.map(\.number)
            #expect(arrived.contains(number + 15) == cut.passes[number])
            #expect(arrived.contains(number + 25))
        }
    }

    @Test
    func `latency, loss, duplication and reordering hit the links of the target`() {
        let arrivals = Collected<(number: Int, instant: VirtualInstant)>()
        bed.addAnswering("b", arrivals: arrivals)
        bed.addAnswering("c")
        let a = bed.simulation.addNode("a")
        _ = start(plan(.link(.latency(.constant(.milliseconds(20))))))
        _ = FaultInjector.start(
            [
                FaultPlan(
                    .once(at: .seconds(30)),
                    .name("b"),
                    .all,
                    [.link(.loss(1))],
                    lasting: .constant(.seconds(5))
                ),
                FaultPlan(
                    .once(at: .seconds(40)),
                    .name("b"),
                    .all,
                    [.link(.duplication(1))],
                    lasting: .constant(.seconds(5))
                ),
            ],
            in: bed.simulation,
            network: bed.network
        )
        func call(_ time: Int, _ name: String = "b") -> Collected<Testbed.Ended> {
            bed.call(name, from: a, time, at: .seconds(time), timeout: .seconds(1))
        }
        let delayed = call(11)
        let elsewhere = call(11, "c")
        let prompt = call(21)
        let lost = call(31)
        let found = call(36)
        let twice = call(41)
        let once = call(46)
        _ = bed.simulation.run()
        #expect(delayed.values == [.init(.success(12), at: .milliseconds(11_042))])
        #expect(elsewhere.values == [.init(.success(12), at: .milliseconds(11_002))])
        #expect(prompt.values == [.init(.success(22), at: .milliseconds(21_002))])
        #expect(lost.values == [.init(.failure(.timedOut), at: .seconds(32))])
        #expect(found.values.map(\.result) == [.success(37)])
        #expect(twice.values.map(\.result) == [.success(42)])
        #expect(once.values.map(\.result) == [.success(47)])
        #expect(arrivals.values.map(\.number) == [11, 21, 36, 41, 41, 46])
    }

    @Test
    func `a disturbance of a link is noted with its ends`() {
        let injector = start(
            FaultPlan(
                .once(at: .seconds(1)),
                .link(from: "a", to: "b"),
                .all,
                [.link(.loss(0.5))],
                lasting: .constant(.seconds(1))
            ),
            FaultPlan(.once(at: .seconds(1)), .link(from: "a", to: "b"), .all, [.crash])
        )
        _ = bed.simulation.run(until: .instant(.at(.seconds(9))))
        #expect(
            bed.simulation.inspect(injector) { $0.entries } == [
                .init(instant: .at(.seconds(1)), subject: "a -> b", event: "loss"),
                .init(instant: .at(.seconds(2)), subject: "a -> b", event: "end of loss"),
            ]
        )
    }
}
