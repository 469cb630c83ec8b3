import Testing

@testable import Simulator

struct TokenBucketTests {
    /// Whoever asks all the time gets the capacity and what came in since.
    @Test(arguments: [(10.0, 5.0), (0.5, 1.0), (1_000.0, 100.0)])
    func `it admits what the formula of a token bucket says`(rate: Double, capacity: Double) {
        var bucket = TokenBucket(rate: rate, capacity: capacity, now: .zero)
        var admitted = 0
        for millisecond in 0...10_000 {
            let now = VirtualInstant.zero.advanced(by: .milliseconds(millisecond))
            while bucket.admit(now: now) { admitted += 1 }
        }
        #expect(abs(Double(admitted) - (capacity + rate * 10)) <= 1)
    }

    @Test func `it never holds more than its capacity`() {
        var bucket = TokenBucket(rate: 1, capacity: 3, now: .zero)
        let late = VirtualInstant.zero.advanced(by: .seconds(3_600))
        let admitted = (0..<10).count { _ in bucket.admit(now: late) }
        #expect(admitted == 3)
    }

    @Test func `waits double up to their maximum`() {
        let backoff = Backoff(first: .seconds(1), maximum: .seconds(10))
        #expect(
            (1...6).map { backoff.delay(after: $0) } == [1, 2, 4, 8, 10, 10].map { .seconds($0) }
        )
    }
}
