import Glibc
import Simulator
import Testing

/// Servers and the balancer die, stall and come back.
struct BalancerRecoveryTests {
    /// Heartbeats of server 1 leave at every whole second.
    private func respawn(seed: UInt64, crash: Duration) throws -> Double {
        var settings = BalancerBed.Settings()
        settings.link = LinkSettings(latency: .constant(.zero))
        let bed = try BalancerBed(seed: seed, settings)
        _ = bed.inject(FaultPlan(.once(at: crash), .name("Server 1"), .all, [.crash]))
        let outcome = bed.simulation.run(until: .instant(.at(crash + .seconds(10))))
        #expect(outcome.violations == [])
        try #require(bed.journal.starts.count == 1)
        let start = bed.journal.starts[0]
        #expect(start.replaced == "Server 1")
        #expect(BalancerChecker.checkMembers(bed.journal, from: bed.firstPlacement) == nil)
        let taken = VirtualInstant.at(crash).duration(to: start.instant)
        return Double(taken.wholeNanoseconds) / 1e9
    }

    /// uniform(0, period) + (misses - 1) * period + timeout + start, with 1 s, 2, 500 ms and 500
    /// ms.
    @Test
    func `a dead server is replaced within the closed bound, evenly spread over a period`() throws {
        var random = SplitMix64(seed: 2_024)
        let times = try (0..<200).map { seed in
            let crash = Duration.nanoseconds(3_000_000_001 + Int(random.next() % 5_000_000_000))
            return try respawn(seed: UInt64(seed), crash: crash)
        }
        #expect(times.allSatisfy { $0 > 2 && $0 <= 3 })
        #expect(kolmogorovStatistic(times) { min(1, max(0, $0 - 2)) } < 1.95)
        let mean = times.reduce(0, +) / 200
        #expect(abs(mean - 2.5) < 5 * (1 / 12.0 / 200).squareRoot())
        #expect(Set(times).count > 190)
    }

    @Test
    func `requests on a server that dies are answered by others`() throws {
        for seed in 1...25 {
            var settings = BalancerBed.Settings()
            settings.order = seed % 2 == 0 ? .random : .fifo
            let bed = try BalancerBed(seed: UInt64(seed), settings)
            bed.load(3_000, .constant(perSecond: 300))
            _ = bed.inject(
                FaultPlan(
                    .once(at: .milliseconds(1_000 + 37 * seed)),
                    .name("Server 1"),
                    .all,
                    [.crash]
                )
            )
            #expect(bed.simulation.run().violations == [])
            #expect(bed.ends == ["200": 3_000])
            #expect(RequestChecker.check(bed.log) == nil)
            #expect(
                BalancerChecker.checkOwners(bed.log, bed.journal, from: bed.firstPlacement) == nil
            )
            #expect(bed.journal.retries > 0)
            let keys = bed.log.entries.map(\.key)
            let movement = BalancerChecker.movement(
                of: keys,
                bed.journal,
                from: bed.firstPlacement
            )
            #expect(movement.problem == nil && movement.movedFromOthers == 0)
        }
    }

    @Test
    func `when all servers are dead for good every request ends with a reported failure`() throws {
        var settings = BalancerBed.Settings()
        settings.pool = PoolSettings(replacesDead: false)
        settings.balancer = BalancerSettings(tries: 4)
        let bed = try BalancerBed(settings)
        bed.load(1_000, .constant(perSecond: 100))
        _ = bed.inject(FaultPlan(.once(at: .seconds(5)), .role("server"), .all, [.crash]))
        #expect(bed.simulation.run().violations == [])
        #expect(bed.log.entries.count == 1_000 && bed.ends.count == 2)
        #expect((bed.ends["502"] ?? 0) >= 490)
        #expect((bed.ends["200"] ?? 0) + (bed.ends["502"] ?? 0) == 1_000)
        #expect(RequestChecker.check(bed.log) == nil)
    }

    @Test
    func `requests in a balancer that crashes end with an error at the client`() throws {
        let bed = try BalancerBed()
        bed.load(1_000, .constant(perSecond: 100), timeout: .seconds(5))
        _ = bed.inject(
            FaultPlan(
                .once(at: .seconds(3)),
                .name("balancer"),
                .all,
                [.crash],
                lasting: .constant(.seconds(2))
            )
        )
        #expect(bed.simulation.run().violations == [])
        #expect(RequestChecker.check(bed.log) == nil)
        let timedOut = bed.ends["timed out"] ?? 0
        #expect((195...210).contains(timedOut))
        #expect(bed.ends == ["200": 1_000 - timedOut, "timed out": timedOut])
        #expect(BalancerChecker.checkMembers(bed.journal, from: bed.firstPlacement) == nil)
    }

    @Test
    func `a balancer that starts again finds out who is dead, and gives new names`() throws {
        let bed = try BalancerBed()
        _ = bed.inject(
            FaultPlan(.once(at: .seconds(1)), .name("Server 2"), .all, [.crash]),
            FaultPlan(.once(at: .seconds(10)), .name("balancer"), .all, [.restart])
        )
        _ = bed.simulation.run(until: .instant(.at(.seconds(30))))
        #expect(bed.journal.starts.map(\.replaced) == ["Server 2", "Server 2"])
        #expect(Set(bed.journal.starts.map(\.name)).count == 2)
        #expect(bed.journal.placementChanges.last?.serving.count == 3)
        #expect(BalancerChecker.checkMembers(bed.journal, from: bed.firstPlacement) == nil)
    }

    @Test(arguments: [Fault.pause, .link(.blocked), .partition(from: nil, isSymmetric: true)])
    func `a server that comes back after it was replaced takes no second place`(
        fault: Fault
    ) throws {
        let bed = try BalancerBed()
        bed.load(2_000, .constant(perSecond: 100))
        _ = bed.inject(
            FaultPlan(
                .once(at: .seconds(5)),
                .name("Server 1"),
                .all,
                [fault],
                lasting: .constant(.seconds(6))
            )
        )
        #expect(bed.simulation.run().violations == [])
        #expect(bed.journal.starts.map(\.replaced) == ["Server 1"])
        #expect(bed.ends == ["200": 2_000])
        #expect(BalancerChecker.checkMembers(bed.journal, from: bed.firstPlacement) == nil)
        let serving = bed.journal.placementChanges.last?.serving ?? []
        #expect(serving.count == 3 && !serving.contains("Server 1"))
        // Nobody asks it any more.
        let late = bed.log.entries.filter { $0.intended > .at(.seconds(12)) }
        for entry in late {
            if case .response(_, "Server 1")? = entry.ends.first?.end {
                Issue.record("Server 1 answered a request of \(entry.intended)")
            }
        }
        let rep = bed.ask(.get, "/rep")
        #expect(rep?.body.hasPrefix(#"{"message":{"N":3,"replicas":["S-"#) == true)
    }

    @Test
    func `a server that misses one heartbeat keeps its place`() throws {
        let bed = try BalancerBed()
        _ = bed.inject(
            FaultPlan(
                .once(at: .milliseconds(4_900)),
                .name("Server 1"),
                .all,
                [.pause],
                lasting: .constant(.seconds(1))
            )
        )
        _ = bed.simulation.run(until: .instant(.at(.seconds(20))))
        #expect(bed.journal.placementChanges.isEmpty)
    }

    @Test
    func `a server removed while it starts never serves`() throws {
        var settings = BalancerBed.Settings()
        settings.spawnTime = .seconds(5)
        let bed = try BalancerBed(settings)
        _ = bed.ask(.post, "/add", #"{"n":1,"hostnames":["S4"]}"#)
        _ = bed.ask(.delete, "/rm", #"{"n":1,"hostnames":["S4"]}"#)
        _ = bed.simulation.run(until: .instant(.at(.seconds(30))))
        #expect(bed.journal.placementChanges.isEmpty && bed.journal.starts.isEmpty)
    }

    /// Two watchers of one name would count two misses a period, and find the dead a period too
    /// early.
    @Test
    func `a name that comes back at once is watched once`() throws {
        var settings = BalancerBed.Settings()
        settings.spawnTime = .milliseconds(10)
        let bed = try BalancerBed(settings)
        _ = bed.ask(.delete, "/rm", #"{"n":1,"hostnames":["Server 3"]}"#)
        _ = bed.ask(.post, "/add", #"{"n":1,"hostnames":["Server 3"]}"#)
        _ = bed.inject(
            FaultPlan(.once(at: .milliseconds(9_999)), .name("Server 3"), .all, [.crash])
        )
        _ = bed.simulation.run(until: .instant(.at(.seconds(30))))
        let departures = bed.journal.placementChanges.filter { $0.left == "Server 3" }
        #expect(departures.count == 2)
        let taken = VirtualInstant.at(.milliseconds(9_999)).duration(to: departures[1].instant)
        #expect(taken > .milliseconds(1_500) && taken <= .milliseconds(2_500))
    }
}
