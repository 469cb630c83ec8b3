import Simulator
import Testing

/// Requests through the whole stack: client, network, balancer, network, server.
struct BalancerLoadTests {
    private func completed(_ bed: BalancerBed) -> [String: Int] {
        var counts: [String: Int] = [:]
        for entry in bed.log.entries {
            guard case .response(200, let server)? = entry.ends.first?.end else { continue }
            counts[server ?? "none", default: 0] += 1
        }
        return counts
    }

    /// Counts computed independently for ten thousand identifiers of seed 42.
    @Test(arguments: Simulation.Order.allCases)
    func `ten thousand requests at once fall on three servers as computed`(
        order: Simulation.Order
    ) throws {
        var settings = BalancerBed.Settings()
        settings.order = order
        let bed = try BalancerBed(settings)
        bed.load(10_000, .allAt(.zero))
        let outcome = bed.simulation.run()
        #expect(outcome.violations == [])
        #expect(completed(bed) == ["Server 1": 8_439, "Server 2": 484, "Server 3": 1_077])
        #expect(RequestChecker.check(bed.log) == nil)
        #expect(BalancerChecker.checkOwners(bed.log, bed.journal, from: bed.firstPlacement) == nil)
        #expect(bed.journal.retries == 0)
        // The busiest server works without a pause: 8439 times 2 ms, and four messages of 1 ms.
        let last = bed.log.entries.compactMap { $0.ends.first?.instant }.max()
        #expect(last == .at(.milliseconds(2 * 8_439 + 4)))
    }

    @Test
    func `a full queue refuses, and the balancer tries again`() throws {
        var settings = BalancerBed.Settings()
        settings.server = WebServerSettings(
            service: .constant(.milliseconds(10)),
            concurrency: 2,
            queue: 3
        )
        settings.servers = 1
        settings.balancer = BalancerSettings(tries: 3, refusedDelay: .milliseconds(100))
        let bed = try BalancerBed(settings)
        bed.load(20, .allAt(.zero))
        #expect(bed.simulation.run().violations == [])
        // Two at work and three waiting: five of 20, five of the 15 left, five of 10, then no more
        // tries.
        #expect(bed.ends == ["200": 15, "502": 5])
        #expect(bed.journal.rejections.map(\.count) == [15 + 10 + 5])
        #expect(bed.journal.retries == 15 + 10)
        #expect(bed.journal.starts.isEmpty && bed.journal.placementChanges.isEmpty)
        let ends = bed.log.entries.compactMap { $0.ends.first?.instant }
        // The last attempt is refused at 2 + 2 * (100 + 2) ms, and not slept on.
        #expect(ends.filter { $0 == .at(.milliseconds(208)) }.count == 5)
    }

    @Test
    func `a server without a queue serves what it can at once`() throws {
        var settings = BalancerBed.Settings()
        settings.server = WebServerSettings(
            service: .constant(.milliseconds(10)),
            concurrency: 1,
            queue: 0
        )
        settings.servers = 1
        settings.balancer = BalancerSettings(tries: 1)
        let bed = try BalancerBed(settings)
        bed.load(2, .allAt(.zero))
        _ = bed.simulation.run()
        #expect(bed.ends == ["200": 1, "502": 1])
    }

    @Test
    func `bounded loads spread what one server would get`() throws {
        var settings = BalancerBed.Settings()
        settings.placement = BoundedLoad(SlotRing(.spec), factorPercent: 125)
        let bed = try BalancerBed(settings)
        bed.load(3_000, .allAt(.zero))
        #expect(bed.simulation.run().violations == [])
        let counts = completed(bed)
        // Nothing ends before all have begun: no server has more than 1.25 times a third.
        #expect(counts.values.reduce(0, +) == 3_000)
        #expect(counts.values.allSatisfy { $0 <= 1_250 })
        #expect((counts["Server 1"] ?? 0) >= 1_245)
    }
}
