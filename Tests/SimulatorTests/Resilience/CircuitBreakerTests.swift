import Testing

@testable import Simulator

/// The rules of Resilience4j, by what its documentation says of the defaults.
struct CircuitBreakerTests {
    private func instant(_ seconds: Int) -> VirtualInstant {
        .zero.advanced(by: .seconds(seconds))
    }

    @Test func `fewer than the minimum of calls never open it, even if all fail`() {
        var breaker = CircuitBreaker()
        for _ in 0..<99 { breaker.note(failed: true, now: .zero) }
        #expect(breaker.state == .closed)
        breaker.note(failed: true, now: .zero)
        #expect(breaker.state == .open)
    }

    @Test(arguments: [(49, CircuitBreaker.State.closed), (50, .open)])
    func `it opens at a rate that is reached`(failures: Int, state: CircuitBreaker.State) {
        var breaker = CircuitBreaker()
        for call in 0..<100 { breaker.note(failed: call < failures, now: .zero) }
        #expect(breaker.state == state)
    }

    @Test func `only the window counts`() {
        var breaker = CircuitBreaker()
        for _ in 0..<49 { breaker.note(failed: true, now: .zero) }
        for _ in 0..<100 { breaker.note(failed: false, now: .zero) }
        for _ in 0..<49 { breaker.note(failed: true, now: .zero) }
        #expect(breaker.state == .closed)
    }

    @Test(arguments: [(4, CircuitBreaker.State.closed), (5, .open)])
    func `after its wait it tries ten calls and judges them`(
        failures: Int,
        state: CircuitBreaker.State
    ) {
        var breaker = CircuitBreaker()
        for _ in 0..<100 { breaker.note(failed: true, now: instant(1)) }
        let isEarly = breaker.admits(now: instant(60))
        #expect(!isEarly)
        let admitted = (0..<20).count { _ in breaker.admits(now: instant(61)) }
        #expect(admitted == 10)
        #expect(breaker.state == .halfOpen)
        for call in 0..<10 { breaker.note(failed: call < failures, now: instant(62)) }
        #expect(breaker.state == state)
    }
}
