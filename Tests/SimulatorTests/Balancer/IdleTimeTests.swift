import Testing

@testable import Simulator

/// Runs in which heartbeats are skipped against the same runs in which each one is sent.
struct IdleTimeTests {
    /// What a run shows but for events and digest.
    private struct Shown: Equatable {
        var requests: [String]
        var traffic: Network.Traffic
        var readings: [Int]
        var starts: [BalancerJournal.Start]
        var placements: [String]
        var instant: VirtualInstant
        var violations: [Violation]
    }

    private struct Run {
        var shown: Shown
        var outcome: RunOutcome
        var skipped: UInt64
    }

    /// A run of ten hours, with a request every 17 minutes and many for seven, a server that
    /// crashes, one that stands still, three that crash at once, and a network that loses messages
    /// for a while and is slow for another.
    private func run(
        seed: UInt64 = 42,
        _ link: LinkSettings = LinkSettings(),
        skips: Bool,
        order: Simulation.Order = .fifo,
        ties: Simulation.Ties = .first,
        readingFrom first: Duration = .milliseconds(500),
        until end: Duration = .seconds(36_000)
    ) throws -> Run {
        var settings = BalancerBed.Settings()
        settings.servers = 5
        settings.link = link
        settings.skipsIdleTime = skips
        settings.order = order
        settings.ties = ties
        let bed = try BalancerBed(seed: seed, settings)
        defer { bed.simulation.shutDown() }
        bed.load(35, .poisson(perSecond: 0.001), timeout: .seconds(90))
        bed.load(300, .poisson(perSecond: 0.7), from: .seconds(20_000), timeout: .seconds(90))
        _ = bed.inject(
            FaultPlan(.once(at: .seconds(2_001)), .name("Server 2"), .all, [.crash]),
            FaultPlan(
                .once(at: .seconds(7_000)),
                .name("Server 3"),
                .all,
                [.pause],
                lasting: .constant(.milliseconds(1_300))
            ),
            FaultPlan(
                .once(at: .seconds(9_000)),
                .link(from: "balancer", to: "Server 1"),
                .all,
                [.link(.loss(0.3))],
                lasting: .constant(.seconds(60))
            ),
            FaultPlan(
                .once(at: .milliseconds(11_000_250)),
                .link(from: "balancer", to: "Server 1"),
                .all,
                [.link(.latency(.exponential(mean: .milliseconds(5))))],
                lasting: .constant(.seconds(6_000))
            )
        )
        for name in ["Server 1", "Server 4", "Server 5"] {
            _ = bed.inject(
                FaultPlan(.once(at: .milliseconds(20_050_300)), .name(name), .all, [.crash])
            )
        }
        let readings = Readings(bed.network, from: first)
        bed.simulation.observe(readings)
        let outcome = bed.simulation.run(until: .horizon(.zero.advanced(by: end)))
        let shown = Shown(
            requests: bed.log.entries.map { "\($0.key) \($0.intended) \($0.ends)" },
            traffic: bed.network.traffic,
            readings: readings.messages,
            starts: bed.journal.starts,
            placements: bed.journal.placementChanges.map { "\($0.instant) \($0.serving)" },
            instant: outcome.instant,
            violations: outcome.violations
        )
        return Run(shown: shown, outcome: outcome, skipped: bed.simulation.skippedRounds)
    }

    static let links = [
        LinkSettings(),
        LinkSettings(latency: .exponential(mean: .milliseconds(2))),
        LinkSettings(latency: .uniform(.microseconds(100), .milliseconds(3)), isOrdered: true),
        LinkSettings(latency: .lognormal(median: .milliseconds(1), sigma: 0.3)),
    ]

    @Test(arguments: links, [1, 2] as [UInt64])
    func `skipping changes nothing that a run shows`(_ link: LinkSettings, _ seed: UInt64) throws {
        let played = try run(seed: seed, link, skips: false)
        let skipped = try run(seed: seed, link, skips: true)
        #expect(played.shown == skipped.shown)
        #expect(played.shown.violations == [])
        #expect(played.shown.starts.count >= 1, "the crash was noticed")
        #expect(played.skipped == 0)
        #expect(skipped.skipped > 170_000, "of 180,000 heartbeats")
        #expect(skipped.outcome.events * 20 < played.outcome.events)
    }

    /// A round takes from 0 to 240 ms, and is two thirds over at most when the numbers are read.
    @Test func `what is under way when numbers are read is played`() throws {
        let links = [
            LinkSettings(latency: .constant(.milliseconds(120))),
            LinkSettings(latency: .uniform(.zero, .milliseconds(120))),
        ]
        for link in links {
            let first = Duration.milliseconds(160)
            let played = try run(link, skips: false, readingFrom: first, until: .seconds(4_000))
            let skipped = try run(link, skips: true, readingFrom: first, until: .seconds(4_000))
            #expect(played.shown == skipped.shown)
            // Nine of ten heartbeats, but for those after the crash.
            #expect((16_000...18_000).contains(skipped.skipped))
        }
    }

    /// Heartbeats follow each other when the answer has come, where it comes late.
    @Test(arguments: [40, 60]) func `rounds that may overlap are played`(latest: Int) throws {
        let shown = try [false, true].map { skips in
            var settings = BalancerBed.Settings()
            settings.link = LinkSettings(latency: .uniform(.zero, .milliseconds(latest / 2)))
            settings.balancer = BalancerSettings(heartbeatPeriod: .milliseconds(50))
            settings.skipsIdleTime = skips
            let bed = try BalancerBed(settings)
            defer { bed.simulation.shutDown() }
            bed.simulation.runUntil(.seconds(600))
            let isSkipped = bed.simulation.skippedRounds > 0
            #expect(isSkipped == (skips && latest < 50))
            return bed.network.traffic.sent
        }
        #expect(shown[0] == shown[1])
        #expect((shown[0] < 3 * 2 * 11_990) == (latest > 50), "late rounds are fewer")
    }

    @Test func `other runs show other things`() throws {
        let one = try run(seed: 1, Self.links[1], skips: true)
        #expect(try one.shown != run(seed: 2, Self.links[1], skips: true).shown)
        #expect(try one.shown != run(seed: 1, Self.links[2], skips: true).shown)
    }

    @Test func `each way has a digest of its own, again and again`() throws {
        let one = try run(Self.links[1], skips: true).outcome
        #expect(try run(Self.links[1], skips: true).outcome == one)
        let played = try run(Self.links[1], skips: false, until: .seconds(4_000)).outcome
        let again = try run(Self.links[1], skips: false, until: .seconds(4_000)).outcome
        #expect(played == again)
        #expect(try run(Self.links[1], skips: true, until: .seconds(4_000)).outcome != played)
    }

    @Test(arguments: [
        LinkSettings(loss: 1e-9), LinkSettings(duplication: 1e-9),
        LinkSettings(isOrdered: true, reordering: 1e-9),
        LinkSettings(latency: .constant(.milliseconds(250))),
        LinkSettings(latency: .exponential(mean: .milliseconds(7))),
    ])
    func `nothing is skipped that could go wrong`(_ link: LinkSettings) throws {
        // 500 ms are allowed for both ways; an exponential time is up to 36.7 times its mean.
        let run = try run(link, skips: true, until: .seconds(600))
        #expect(run.skipped == 0)
        #expect(run.outcome.events > 5_000)
    }

    @Test func `what cannot be jumped over is bounded`() throws {
        for (latency, isBounded) in [
            (DurationDistribution.uniform(.zero, .milliseconds(3)), true),
            (.constant(.milliseconds(3)), false),
        ] {
            var settings = BalancerBed.Settings()
            settings.link = LinkSettings(latency: latency)
            let bed = try BalancerBed(settings)
            defer { bed.simulation.shutDown() }
            bed.simulation.executor.idleTime.drawnSamplesMaximum = 1
            // The watchdog looks once a day, and ends what is skipped at once.
            bed.simulation.runUntil(.seconds(90_000))
            let skipped = bed.simulation.skippedRounds
            #expect(isBounded ? skipped < 3 * 86_400 : skipped > 3 * 89_000)
            // Three events for each heartbeat of the last hour: the timer, and a message each way.
            #expect((bed.simulation.events > 3 * 3 * 3_590) == isBounded)
        }
    }

    @Test func `nothing is skipped in random order`() throws {
        #expect(try run(skips: true, order: .random, until: .seconds(600)).skipped == 0)
    }

    @Test(arguments: [Simulation.Ties.reversed, .random()])
    func `nothing is skipped in another order of ties`(_ ties: Simulation.Ties) throws {
        #expect(try run(skips: true, ties: ties, until: .seconds(600)).skipped == 0)
    }

    @Test func `nothing is skipped while a server is missed`() throws {
        var settings = BalancerBed.Settings()
        settings.pool = PoolSettings(missesAllowed: 100_000)
        let bed = try BalancerBed(settings)
        defer { bed.simulation.shutDown() }
        _ = bed.inject(FaultPlan(.once(at: .seconds(10)), .name("Server 1"), .all, [.crash]))
        bed.simulation.runUntil(.seconds(10))
        let before = bed.simulation.skippedRounds
        #expect(before == 3 * 9)
        bed.simulation.runUntil(.seconds(600))
        #expect(bed.simulation.skippedRounds == before)
    }

    @Test func `rounds are skipped in the pieces of whoever reads numbers`() throws {
        let bed = try BalancerBed()
        defer { bed.simulation.shutDown() }
        let readings = Readings(bed.network, from: .seconds(10))
        bed.simulation.observe(readings)
        bed.simulation.runUntil(.seconds(3_000))
        // Ten times until the instant, exclusively, in each of ten seconds, three servers.
        let expected = (1...300).map { (10 * $0 - 1) * 3 * 2 }
        #expect(readings.messages == expected)
    }

    /// Reads the count of messages every ten seconds.
    private final class Readings: EventObserver {
        private let network: Network
        private(set) var messages: [Int] = []
        private var due: VirtualInstant

        init(_ network: Network, from first: Duration) {
            self.network = network
            due = .zero.advanced(by: first)
        }

        func observe(event _: UInt64, instant: VirtualInstant, node _: UInt32, digest _: UInt64) {
            #expect(messages.isEmpty || instant >= due.advanced(by: .seconds(-10)), "in order")
            while instant >= due { read(at: due) }
        }

        var nextReading: VirtualInstant? { due }

        func read(at _: VirtualInstant) {
            messages.append(network.traffic.sent)
            due = due.advanced(by: .seconds(10))
        }
    }
}

extension Simulation {
    fileprivate func runUntil(_ end: Duration) {
        let outcome = run(until: .horizon(.zero.advanced(by: end)))
        #expect(outcome.violations == [])
    }
}
