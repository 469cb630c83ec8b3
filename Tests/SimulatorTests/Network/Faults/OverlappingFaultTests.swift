import Simulator
import Testing

/// The end of one fault leaves the others that still last as they are.
struct OverlappingFaultTests {
    private let bed = Testbed()

    /// The first from second 1 to 11, the second from second 5 to 25.
    private func overlap(_ first: Fault, _ second: Fault, _ others: FaultPlan...) {
        _ = FaultInjector.start(
            [
                FaultPlan(
                    .once(at: .seconds(1)),
                    .name("b"),
                    .all,
                    [first],
                    lasting: .constant(.seconds(10))
                ),
                FaultPlan(
                    .once(at: .seconds(5)),
                    .name("b"),
                    .all,
                    [second],
                    lasting: .constant(.seconds(20))
                ),
            ] + others,
            in: bed.simulation,
            network: bed.network
        )
    }

    private func at<Result>(_ time: Duration, _ body: () -> Result) -> Result {
        _ = bed.simulation.run(until: .instant(.at(time)))
        return body()
    }

    @Test
    func `factors of slowness multiply while they overlap`() {
        let b = bed.simulation.addNode("b")
        overlap(.slow(2), .slow(10))
        #expect(
            [2, 6, 12, 26].map { time in at(.seconds(time)) { b.slowness } } == [2, 20, 10, 1]
        )
    }

    @Test
    func `a node stands still until its last pause ends`() {
        let b = bed.simulation.addNode("b")
        overlap(.pause, .pause)
        let paused = [2, 6, 12, 24, 26].map { time in at(.seconds(time)) { b.isPaused } }
        #expect(paused == [true, true, true, true, false])
    }

    @Test
    func `a full disk stays full and a slow one slow`() {
        let b = bed.simulation.addNode("b", disk: DiskSettings(write: .constant(.milliseconds(1))))
        overlap(
            .diskFull,
            .diskSlow(5),
            FaultPlan(
                .once(at: .seconds(3)),
                .name("b"),
                .all,
                [.diskSlow(3)],
                lasting: .constant(.seconds(4))
            )
        )
        let seen = Collected<String>()
        b.spawn("writes") {
            for start in [2, 4, 6, 8, 12, 26] {
                try await b.sleep(until: .at(.seconds(start)))
                var word = "written"
                do throws(DiskError) {
                    try await b.disk.write([1], to: "file")
                } catch {
                    word = error == .full ? "full" : "\(error)"
                }
                let taken = VirtualInstant.at(.seconds(start)).duration(to: b.now)
                seen.values.append("\(word) \(taken.wholeNanoseconds / 1_000_000)")
            }
        }
        _ = bed.simulation.run()
        #expect(seen.values == ["full 1", "full 3", "full 15", "full 5", "written 5", "written 1"])
    }

    @Test
    func `a disk goes on to lose writes`() {
        let b = bed.simulation.addNode("b")
        overlap(.diskSlow(2), .diskLostWrites(1))
        let lost = Collected<Bool>()
        b.spawn("writes") {
            for start in [12, 26] {
                try await b.sleep(until: .at(.seconds(start)))
                try await b.disk.write([UInt8(start)], to: "file \(start)")
                try await b.disk.synchronize()
            }
        }
        _ = at(.seconds(20)) { b.restart() }
        _ = bed.simulation.run()
        let next = b.current
        next.spawn("look") { lost.values.append(try await next.disk.names().isEmpty) }
        _ = bed.simulation.run()
        #expect(lost.values == [true])
    }

    @Test
    func `clocks add up what is wrong with them`() {
        let b = bed.simulation.addNode("b")
        overlap(
            .clockSkew(offset: .seconds(100), drift: 0.5),
            .clockSkew(offset: .seconds(7), drift: 0.25)
        )
        // 100 + 0.5 * 3; then 7 + 0.25 * 1 more; then 7 + 0.25 * 7 alone.
        let ahead = [4, 6, 12, 26].map { time in
            at(.seconds(time)) { VirtualInstant.at(.seconds(time)).duration(to: b.localTime) }
        }
        #expect(
            ahead == [.milliseconds(101_500), .milliseconds(109_750), .milliseconds(8_750), .zero]
        )
    }

    @Test
    func `drifts that would stop a clock do not`() {
        let b = bed.simulation.addNode("b")
        overlap(
            .clockSkew(offset: .zero, drift: -0.5),
            .clockSkew(offset: .zero, drift: -0.5)
        )
        let early = at(.seconds(6)) { b.localTime }
        #expect(at(.seconds(10)) { b.localTime } > early)
        #expect(at(.seconds(30)) { b.localTime } == .at(.seconds(30)))
    }

    @Test
    func `slowness and pause end with the incarnation they hit`() {
        let b = bed.simulation.addNode("b")
        overlap(.slow(3), .pause)
        _ = at(.seconds(6)) { b.restart() }
        #expect(b.current.slowness == 1 && !b.current.isPaused)
        b.current.slowness = 5
        b.current.pause()
        #expect(at(.seconds(30)) { b.current.isPaused })
        #expect(b.current.slowness == 5)
    }

    @Test
    func `the end of a crash starts no node that crashed again since`() {
        let b = bed.simulation.addNode("b")
        _ = FaultInjector.start(
            [
                FaultPlan(
                    .once(at: .seconds(1)),
                    .name("b"),
                    .all,
                    [.crash],
                    lasting: .constant(.seconds(10))
                ),
                FaultPlan(.once(at: .seconds(3)), .name("b"), .all, [.restart]),
                FaultPlan(
                    .once(at: .seconds(5)),
                    .name("b"),
                    .all,
                    [.crash],
                    lasting: .constant(.seconds(20))
                ),
            ],
            in: bed.simulation,
            network: bed.network
        )
        let up = [2, 4, 6, 12, 24, 26].map { time in at(.seconds(time)) { b.current.isAlive } }
        #expect(up == [false, true, false, false, false, true])
        #expect(b.current.incarnation == 3)
    }
}
