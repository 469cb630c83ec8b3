import Testing

@testable import Simulator

/// nginx's table of what counts and what moves on.
struct RetryRuleTests {
    private func decision(
        _ outcome: AttemptOutcome,
        _ conditions: RetryConditions,
        isIdempotent: Bool = true,
        triesLeft: Int = 3,
        timeout: Int = 0,
        elapsed: Int = 0,
        isReused: Bool = false
    ) -> RetryRule.Decision {
        RetryRule(conditions: conditions, timeout: .milliseconds(timeout)).decision(
            after: outcome,
            isIdempotent: isIdempotent,
            triesLeft: triesLeft,
            startedAt: .zero,
            now: VirtualInstant.zero.advanced(by: .milliseconds(elapsed)),
            isReused: isReused
        )
    }

    @Test(
        arguments: [
            (.refused, 502), (.broken, 502), (.invalidHeader, 502), (.timedOut, 504),
            (.connectTimedOut, 504),
        ] as [(AttemptOutcome, Int)]
    )
    func `what is no answer counts always, even when nothing moves on`(
        outcome: AttemptOutcome,
        status: Int
    ) throws {
        let off = decision(outcome, .off)
        #expect(
            off == .init(verdict: .respond(status: status), countsAsFailure: true, triesLeft: 2)
        )
        let on = decision(outcome, try #require(outcome.condition))
        #expect(on == .init(verdict: .retry, countsAsFailure: true, triesLeft: 2))
        let last = decision(outcome, try #require(outcome.condition), triesLeft: 1)
        #expect(
            last == .init(verdict: .respond(status: status), countsAsFailure: true, triesLeft: 0)
        )
    }

    @Test(
        arguments: [
            (500, .http500, true), (502, .http502, true), (503, .http503, true),
            (504, .http504, true), (429, .http429, true), (403, .http403, false),
            (404, .http404, false),
        ] as [(Int, RetryConditions, Bool)]
    )
    func `a status counts where the request moves on, but not 403 and 404`(
        status: Int,
        condition: RetryConditions,
        counts: Bool
    ) {
        let outcome = AttemptOutcome.answered(status: status)
        let passed = RetryRule.Decision(
            verdict: .respond(status: status),
            countsAsFailure: false,
            triesLeft: 2
        )
        let moved = RetryRule.Decision(verdict: .retry, countsAsFailure: counts, triesLeft: 2)
        #expect(decision(outcome, condition) == moved)
        #expect(decision(outcome, .standard) == passed)
        #expect(decision(outcome, condition, isIdempotent: false) == passed)
        #expect(decision(outcome, [condition, .nonIdempotent], isIdempotent: false) == moved)
        #expect(decision(outcome, condition, timeout: 200, elapsed: 199) == moved)
        #expect(decision(outcome, condition, timeout: 200, elapsed: 200) == passed)
        #expect(decision(outcome, condition, triesLeft: 1).verdict == .respond(status: status))
    }

    @Test
    func `what was not sent may be repeated, whatever the method`() {
        for outcome in [AttemptOutcome.refused, .connectTimedOut] {
            #expect(decision(outcome, .standard, isIdempotent: false).verdict == .retry)
        }
        for outcome in [AttemptOutcome.broken, .timedOut] {
            #expect(decision(outcome, .standard, isIdempotent: false).verdict != .retry)
        }
    }

    @Test
    func `a kept connection that breaks costs no try`() {
        let broken = decision(.broken, .standard, triesLeft: 1, isReused: true)
        #expect(broken == .init(verdict: .retry, countsAsFailure: true, triesLeft: 1))
        #expect(decision(.timedOut, .standard, triesLeft: 1, isReused: true).triesLeft == 0)
    }

    @Test
    func `other statuses and clients that left are passed on`() {
        for status in [200, 302, 400, 501, 505] {
            let decision = decision(.answered(status: status), [.http500, .http404])
            #expect(decision.verdict == .respond(status: status) && !decision.countsAsFailure)
        }
        #expect(decision(.abandoned, .standard).verdict == .abandoned)
        #expect(!decision(.abandoned, .standard).countsAsFailure)
    }
}
