import Testing

@testable import Simulator

/// Who gets how much, by closed formulas.
struct UpstreamSharesTests {
    /// The counts of so many requests, each answered before the next comes, or never.
    private func counts(
        _ servers: [UpstreamServer],
        _ settings: UpstreamSettings,
        requests: Int,
        isHeld: Bool = false,
        took: (Int) -> (AttemptOutcome, Duration) = { _ in (.answered(status: 200), .zero) }
    ) throws -> [Int] {
        var group = try UpstreamGroup(servers, settings: settings)
        var random = SeededDraws(seed: 7)
        for number in 0..<requests {
            let now = VirtualInstant.zero.advanced(by: .milliseconds(number))
            var request = UpstreamRequest(key: PlacementKey(number), now: now)
            let choice = group.choose(for: &request, now: now, drawing: &random)
            guard !isHeld, let choice else { continue }
            let (outcome, time) = took(choice.slot)
            _ = group.finish(&request, with: outcome, took: time, now: now)
        }
        return group.peers.map(\.chosen)
    }

    private func servers(_ weights: [Int]) -> [UpstreamServer] {
        weights.enumerated().map { UpstreamServer("10.0.0.\($0):80", weight: $1) }
    }

    @Test(arguments: [64, 1])
    func `round robin gives every server its weight in every cycle`(indexMinimum: Int) throws {
        var settings = UpstreamSettings()
        settings.indexMinimum = indexMinimum
        let weights = [5, 1, 1, 7, 3]
        #expect(
            try counts(servers(weights), settings, requests: 17 * 40) == weights.map { $0 * 40 }
        )
    }

    @Test(arguments: [64, 1])
    func `least connections fills servers in proportion to weight`(indexMinimum: Int) throws {
        var settings = UpstreamSettings(strategy: .leastConnections)
        settings.indexMinimum = indexMinimum
        let counts = try counts(servers([1, 2, 5]), settings, requests: 80, isHeld: true)
        #expect(counts == [10, 20, 50])
    }

    @Test
    func `random draws follow the weights`() throws {
        let settings = UpstreamSettings(strategy: .random)
        let counts = try counts(servers([1, 2, 5]), settings, requests: 80_000)
        for (count, expected) in zip(counts, [10_000.0, 20_000, 50_000]) {
            #expect(abs(Double(count) - expected) < 4.5 * expected.squareRoot())
        }
    }

    /// Two choices leave a highest load of about ln ln n / ln 2 above the mean, one choice of about
    /// ln n / ln ln n: for a thousand servers and as many requests 4 at most against 5 at least.
    @Test
    func `two choices level the load`() throws {
        let servers = servers([Int](repeating: 1, count: 1_000))
        for strategy in [UpstreamStrategy.randomTwo, .leastRequest] {
            let settings = UpstreamSettings(strategy: strategy)
            let two = try counts(servers, settings, requests: 1_000, isHeld: true)
            #expect((two.max() ?? 0) <= 4)
        }
        let one = try counts(
            servers,
            UpstreamSettings(strategy: .random),
            requests: 1_000,
            isHeld: true
        )
        #expect((one.max() ?? 0) >= 5)
    }

    @Test
    func `deadlines give shares by weight over active requests`() throws {
        let settings = UpstreamSettings(strategy: .leastRequest)
        let counts = try counts(servers([1, 2, 5]), settings, requests: 8_000)
        for (count, expected) in zip(counts, [1_000, 2_000, 5_000]) {
            #expect(abs(count - expected) <= 2)
        }
    }

    @Test(arguments: [100, 125, 200])
    func `no server has more than its bound on the ring`(factor: Int) throws {
        let settings = UpstreamSettings(strategy: .boundedHash(factorPercent: factor))
        let counts = try counts(servers([1, 1, 1, 1]), settings, requests: 400, isHeld: true)
        // ceil(400 * factor / 100 / 4)
        #expect((counts.max() ?? 0) <= factor)
        #expect(counts.reduce(0, +) == 400)
        if factor == 100 { #expect(counts == [100, 100, 100, 100]) }
    }

    @Test
    func `the bound divides slots by weight as HAProxy does`() throws {
        let settings = UpstreamSettings(strategy: .boundedHash(factorPercent: 150))
        var group = try UpstreamGroup(servers([1, 2, 4]), settings: settings)
        var random = SeededDraws(seed: 1)
        for number in 0..<9 {
            var request = UpstreamRequest(key: PlacementKey(number), now: .zero)
            _ = group.choose(for: &request, now: .zero, drawing: &random)
        }
        // 10 requests with this one, 15 slots, two each unit of weight and one left, for the last.
        for (member, slots) in [2, 4, 9].enumerated() {
            group.peers[member].connections = slots - 1
            #expect(!group.isLoaded(member, 150))
            group.peers[member].connections = slots
            #expect(group.isLoaded(member, 150))
        }
    }

    /// With errors in half of the answers the score is a quarter, with the halving time a half.
    @Test
    func `health decides about shares`() throws {
        let score = HealthScore(halvingTime: .milliseconds(100))
        #expect(score.score(errorRate: 0, responseTime: 0) == 1)
        #expect(score.score(errorRate: 0.5, responseTime: 0) == 0.25)
        #expect(score.score(errorRate: 0, responseTime: 1e8) == 0.5)
        let counts = try counts(
            servers([2, 1]),
            UpstreamSettings(strategy: .health(score)),
            requests: 4_000,
            took: { slot in (.answered(status: 200), slot == 0 ? .milliseconds(100) : .zero) }
        )
        #expect(abs(counts[0] - counts[1]) <= 20)
        let failing = try self.counts(
            servers([1, 1]),
            UpstreamSettings(strategy: .health(score)),
            requests: 4_000,
            took: { slot in (.answered(status: slot == 0 ? 500 : 200), .zero) }
        )
        #expect((1...60).contains(failing[0]))
    }

    /// Finagle's rule: a peak counts at once, and fades with the decay.
    @Test
    func `the peak average jumps up and decays`() {
        var average = PeakAverage()
        let decay = Duration.seconds(10)
        let second = { (second: Int) in VirtualInstant.zero.advanced(by: .seconds(second)) }
        #expect(average.load(pending: 0, at: second(0), decay: decay) == 0)
        #expect(average.load(pending: 2, at: second(0), decay: decay) > 1e14)
        average.observe(1e8, at: second(1), decay: decay)
        #expect(average.load(pending: 0, at: second(1), decay: decay) == 1e8)
        #expect(average.load(pending: 3, at: second(1), decay: decay) == 4e8)
        // exp(-1) after one decay time.
        let faded = average.load(pending: 0, at: second(11), decay: decay)
        #expect(abs(faded / 1e8 - 0.367_879_441_171_442_3) < 1e-12)
    }

    @Test
    func `the slow server gets less by peak average and by least time`() throws {
        for strategy in [UpstreamStrategy.peakAverage(decay: .seconds(10)), .leastTime] {
            let counts = try counts(
                servers([1, 1, 1]),
                UpstreamSettings(strategy: strategy),
                requests: 6_000,
                took: { slot in (.answered(status: 200), .milliseconds(slot == 1 ? 500 : 5)) }
            )
            #expect(counts[1] < 600)
            #expect(counts[0] > 2_000 && counts[2] > 2_000)
        }
    }

    @Test(
        arguments: [
            ([], UpstreamError.empty),
            ([UpstreamServer("a", isBackup: true)], .empty),
            ([UpstreamServer("a"), UpstreamServer("a")], .duplicate(name: "a")),
            ([UpstreamServer("a", weight: 0)], .weight(name: "a", weight: 0)),
        ] as [([UpstreamServer], UpstreamError)]
    )
    func `what cannot be a group is refused`(servers: [UpstreamServer], error: UpstreamError) {
        #expect(throws: error) { try UpstreamGroup(servers) }
    }

    @Test
    func `strategies that draw or hash refuse backups and slow starts`() {
        let settings = UpstreamSettings(strategy: .hash)
        #expect(throws: UpstreamError.backup(name: "b")) {
            try UpstreamGroup(
                [UpstreamServer("a"), UpstreamServer("b", isBackup: true)],
                settings: settings
            )
        }
        #expect(throws: UpstreamError.slowStart(name: "b")) {
            try UpstreamGroup(
                [UpstreamServer("a"), UpstreamServer("b", slowStart: .seconds(1))],
                settings: settings
            )
        }
    }
}
