import Testing

@testable import Simulator

/// Active checks as HAProxy and AWS count them, and slow starts.
struct ActiveHealthTests {
    private func states(_ settings: CheckCounter.Settings, _ checks: String) -> String {
        var counter = CheckCounter(settings: settings)
        return String(
            checks.map { check in
                _ = counter.note(passed: check == "+")
                return counter.isUp ? "U" : "D"
            }
        )
    }

    /// HAProxy's manual: `fall` failures take a server down, `rise` successes bring it up; a new
    /// one is a failure away from being down.
    @Test(
        arguments: [
            (2, 3, "-", "D"), (2, 3, "+--+---", "UUUUUUD"), (2, 3, "+---++", "UUUDDU"),
            (2, 3, "+---+-++", "UUUDDDDU"), (1, 1, "+-+-", "UDUD"),
            (3, 2, "+--++-+++", "UUDDDDDDU"), (2, 3, "++--+--+---", "UUUUUUUUUUD"),
        ]
    )
    func `the counter goes up and down as HAProxy's`(
        rise: Int,
        fall: Int,
        checks: String,
        expected: String
    ) {
        #expect(states(.init(rise: rise, fall: fall), checks) == expected)
    }

    @Test
    func `checks come faster while a server changes and slower while it is down`() {
        var counter = CheckCounter(
            settings: .init(
                interval: .seconds(2),
                fastInterval: .milliseconds(500),
                downInterval: .seconds(10)
            )
        )
        #expect(counter.nextInterval == .milliseconds(500))
        #expect(counter.note(passed: true) == nil)
        #expect(counter.nextInterval == .seconds(2))
        #expect(counter.note(passed: false) == nil)
        #expect(counter.nextInterval == .milliseconds(500))
        #expect(counter.note(passed: false) == nil)
        #expect(counter.note(passed: false) == false)
        #expect(counter.nextInterval == .seconds(10))
        #expect(counter.note(passed: true) == nil)
        #expect(counter.nextInterval == .milliseconds(500))
        #expect(counter.note(passed: true) == true)
        #expect(counter.nextInterval == .seconds(2))
    }

    @Test
    func `a target is healthy after one success first, and after five later`() {
        var target = TargetHealth()
        #expect(!target.isHealthy && target.isRegistered)
        #expect(target.note(passed: true) == true)
        #expect(target.isHealthy)
        #expect(target.note(passed: false) == false)
        #expect(target.note(passed: true) == false)
        #expect(target.note(passed: false) == false)
        #expect(target.note(passed: false) == true)
        #expect(target.state == .unhealthy)
        for _ in 0..<4 { #expect(target.note(passed: true) == false) }
        #expect(target.note(passed: false) == false)
        for _ in 0..<4 { #expect(target.note(passed: true) == false) }
        #expect(target.note(passed: true) == true)
        #expect(target.isHealthy)
    }

    @Test
    func `a deregistered target drains for its delay`() {
        let now = VirtualInstant.zero.advanced(by: .seconds(50))
        var target = TargetHealth(settings: .init(deregistrationDelay: .seconds(120)))
        _ = target.note(passed: true)
        target.deregister(now: now)
        #expect(target.state == .draining(since: now))
        #expect(target.note(passed: false) == false)
        target.endDrain(now: now.advanced(by: .seconds(119)))
        #expect(target.state == .draining(since: now))
        target.endDrain(now: now.advanced(by: .seconds(120)))
        #expect(target.state == .unused && target.drainEnd == nil)
    }

    @Test
    func `requests go to all where too few are healthy`() {
        #expect(FailOpen().isOpen(healthy: 0, registered: 4))
        #expect(!FailOpen().isOpen(healthy: 1, registered: 4))
        let half = FailOpen(countMinimum: 1, percentMinimum: 50)
        #expect(half.isOpen(healthy: 1, registered: 4))
        #expect(!half.isOpen(healthy: 2, registered: 4))
    }

    @Test
    func `weights grow in proportion to the time`() {
        let start = SlowStart(window: .seconds(40))
        let weights = [0, 10, 20, 39, 40, 90].map { second in
            start.weight(1_000, since: .zero, now: .zero.advanced(by: .seconds(second)))
        }
        #expect(weights == [0, 250, 500, 975, 1_000, 1_000])
    }

    /// Envoy's formula: a tenth at least, a curve by the aggression.
    @Test
    func `weights grow along Envoy's curve`() {
        let linear = SlowStart(window: .seconds(60), shape: .envoy)
        let curved = SlowStart(
            window: .seconds(100),
            shape: .power(aggression: 2, minimumPercent: 10)
        )
        func weights(_ start: SlowStart, _ seconds: [Int]) -> [Int] {
            seconds.map {
                start.weight(1_000, since: .zero, now: .zero.advanced(by: .seconds($0)))
            }
        }
        #expect(weights(linear, [0, 6, 30, 60]) == [100, 100, 500, 1_000])
        #expect(weights(curved, [0, 1, 25, 49, 81]) == [100, 100, 500, 700, 900])
    }

    /// A fourth server beside three: its part of the requests is that of its growing weight.
    @Test
    func `a new server gets its share little by little`() throws {
        let servers = (0..<3).map { UpstreamServer("s\($0)", slowStart: .seconds(100)) }
        for minimum in [64, 1] {
            var settings = UpstreamSettings()
            settings.indexMinimum = minimum
            var group = try UpstreamGroup(servers, settings: settings)
            try group.add(UpstreamServer("s3", slowStart: .seconds(100)), now: .zero)
            var random = SeededDraws(seed: 1)
            var expected = 0.0
            for number in 0..<10_000 {
                let now = VirtualInstant.zero.advanced(by: .milliseconds(number * 10))
                var request = UpstreamRequest(now: now)
                _ = group.choose(for: &request, now: now, drawing: &random)
                _ = group.finish(&request, with: .answered(status: 200), now: now)
                let part = Double(number) / 10_000
                expected += part / (3 + part)
            }
            // No draw is involved: only rounding differs.
            #expect(abs(Double(group.peers[3].chosen) - expected) < 5)
        }
    }
}
