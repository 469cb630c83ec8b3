import Testing

@testable import Simulator

struct TokenBucketsTests {
    private func instant(_ milliseconds: Int) -> VirtualInstant {
        .zero.advanced(by: .milliseconds(milliseconds))
    }

    @Test
    func `each key has as many at once as fit in, and then as many as come`() {
        var buckets = TokenBuckets(rate: 10, capacity: 3)
        var passed: [Int: Int] = [:]
        for millisecond in stride(from: 0, to: 10_000, by: 20) {
            for key in 0..<2 where buckets.admits(PlacementKey(key), now: instant(millisecond)) {
                buckets.charge(PlacementKey(key), now: instant(millisecond))
                passed[key, default: 0] += 1
            }
        }
        // Ten a second for 9.98 s, and those that were there.
        #expect(passed == [0: 102, 1: 102])
    }

    @Test
    func `asking takes nothing`() {
        var buckets = TokenBuckets(rate: 1, capacity: 1)
        let key = PlacementKey(7)
        #expect((0..<5).allSatisfy { _ in buckets.admits(key, now: instant(0)) })
        buckets.charge(key, now: instant(0))
        #expect(!buckets.admits(key, now: instant(999)))
        #expect(buckets.admits(key, now: instant(1_000)))
    }

    @Test
    func `full buckets are forgotten`() {
        var buckets = TokenBuckets(rate: 1_000, capacity: 2)
        for number in 0..<100_000 {
            let key = PlacementKey(number)
            #expect(buckets.admits(key, now: instant(number)))
            buckets.charge(key, now: instant(number))
        }
        #expect(buckets.count <= 1_024)
    }

    @Test(arguments: [3, 7, 9, 30, 300, 999])
    func `who comes exactly at the rate is never refused, whatever the clock rounds off`(
        rate: Int
    ) {
        var buckets = TokenBuckets(rate: Double(rate), capacity: 1)
        let pause = Duration(wholeNanoseconds: UInt64(1_000_000_000 / rate))
        var refused = 0
        for number in 0..<1_000 {
            let now = VirtualInstant.zero.advanced(by: pause * number)
            if buckets.admits("a", now: now) {
                buckets.charge("a", now: now)
            } else {
                refused += 1
            }
        }
        #expect(refused == 0)
    }
}
