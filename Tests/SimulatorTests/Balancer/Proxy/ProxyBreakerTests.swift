import Testing

@testable import Simulator

/// A breaker before a group of servers, by the rules of Resilience4j.
struct ProxyBreakerTests {
    private static let settings = CircuitBreaker.Settings(
        window: 4,
        minimumCalls: 4,
        failureRate: 0.5,
        wait: .seconds(1),
        trials: 2
    )

    /// Servers that answer with status 500 until `end`, from then on rightly after a second.
    private func bed(until end: Duration) -> (bed: ProxyBed, served: Box<Int>) {
        let bed = ProxyBed { $0.upstreams[0].breaker = Self.settings }
        let served = Box(0)
        for node in bed.servers {
            bed.network.serve(.http, on: node) { incoming in
                served.value += 1
                guard node.now >= .zero.advanced(by: end) else {
                    return incoming.reply(HTTPResponse(status: 500, servedBy: node.name))
                }
                node.spawn("answer") {
                    try await node.sleep(for: .seconds(1))
                    incoming.reply(HTTPResponse(status: 200, servedBy: node.name))
                }
            }
        }
        return (bed, served)
    }

    @Test
    func `after four failures none is let through for a second, then two are, and then all`() {
        let (bed, served) = bed(until: .milliseconds(500))
        let times = [0, 10, 20, 30, 40, 900, 1_100, 1_110, 1_120, 2_200]
        let answers = times.map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        let statuses = answers.compactMap { $0.value?.status }
        #expect(statuses == [500, 500, 500, 500, 503, 503, 200, 200, 503, 200])
        #expect(served.value == 7)
        #expect(bed.journal.broken == 3)
        #expect(bed.journal.breakers.map(\.state) == [.open, .halfOpen, .closed])
    }

    @Test
    func `it opens again where the trials fail`() {
        let (bed, served) = bed(until: .seconds(2))
        let times = [0, 10, 20, 30, 1_100, 1_110, 2_000, 2_200, 2_210]
        let answers = times.map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        let statuses = answers.compactMap { $0.value?.status }
        #expect(statuses == [500, 500, 500, 500, 500, 500, 503, 200, 200])
        #expect(served.value == 8)
        #expect(bed.journal.breakers.map(\.state) == [.open, .halfOpen, .open, .halfOpen, .closed])
    }

    @Test
    func `a trial whose client goes away makes room for another one`() {
        let (bed, _) = bed(until: .milliseconds(500))
        for time in [0, 10, 20, 30] { _ = bed.ask(at: .milliseconds(time)) }
        let impatient = [1_100, 1_110].map {
            bed.ask(at: .milliseconds($0), timeout: .milliseconds(100))
        }
        let refused = bed.ask(at: .milliseconds(1_150))
        let trials = [1_300, 1_310].map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        #expect(impatient.allSatisfy { $0.value?.status == 0 })
        #expect(refused.value?.status == 503)
        #expect(trials.allSatisfy { $0.value?.status == 200 })
        #expect(bed.journal.breakers.last?.state == .closed)
    }

    /// `CircuitBreakerMetrics.forHalfOpen` of Resilience4j: the lesser of both numbers.
    @Test
    func `half-open it judges as soon as the least number of calls has ended`() {
        let settings = CircuitBreaker.Settings(
            window: 10,
            minimumCalls: 2,
            failureRate: 0.5,
            wait: .seconds(1),
            trials: 10
        )
        var breaker = CircuitBreaker(settings: settings)
        let now = VirtualInstant.zero
        for _ in 0..<2 { breaker.note(failed: true, now: now) }
        let later = now.advanced(by: .seconds(1))
        #expect(breaker.state == .open && breaker.admits(now: later))
        breaker.note(failed: false, now: later)
        #expect(breaker.state == .halfOpen)
        breaker.note(failed: false, now: later)
        #expect(breaker.state == .closed)
    }

    @Test(arguments: 1...99)
    func `it opens at the rate that is reached, and not below`(percent: Int) {
        func isOpen(after failures: Int) -> Bool {
            let rate = Double(percent) / 100
            var breaker = CircuitBreaker(settings: .init(failureRate: rate))
            for call in 0..<100 { breaker.note(failed: call < failures, now: .zero) }
            return breaker.state == .open
        }
        #expect(isOpen(after: percent))
        #expect(!isOpen(after: percent - 1))
    }
}
