import Testing

@testable import Simulator

/// Limits, addresses and idle connections, rule by rule.
struct UpstreamLimitsTests {
    private func millisecond(_ millisecond: Int) -> VirtualInstant {
        VirtualInstant.zero.advanced(by: .milliseconds(millisecond))
    }

    /// Twenty at once, 10 a second, burst 5, on a real nginx: six pass, delays 0, 100, … 500 ms;
    /// with `delay=2` 0, 0, 0, 100, 200, 300.
    @Test(
        arguments: [
            (RequestLimit.Delay.after(0), [0, 100, 200, 300, 400, 500]),
            (.after(2), [0, 0, 0, 100, 200, 300]), (.none, [0, 0, 0, 0, 0, 0]),
        ]
    )
    func `twenty requests at once meet a burst of five`(
        delay: RequestLimit.Delay,
        expected: [Int]
    ) {
        var limit = RequestLimit(perSecond: 10, burst: 5, delay: delay)
        let waits = (0..<20).compactMap { _ -> Int? in
            switch limit.decide("a", now: millisecond(7)) {
            case .pass: 0
            case .delay(let time): Int(time.wholeNanoseconds / 1_000_000)
            case .refuse: nil
            }
        }
        #expect(waits == expected)
        #expect(limit.decide("b", now: millisecond(7)) == .pass)
    }

    @Test
    func `a refused request leaves the excess as it was`() {
        var limit = RequestLimit(perSecond: 10)
        #expect(limit.decide("a", now: millisecond(0)) == .pass)
        for at in stride(from: 10, to: 100, by: 10) {
            #expect(limit.decide("a", now: millisecond(at)) == .refuse)
        }
        #expect(limit.decide("a", now: millisecond(100)) == .pass)
    }

    @Test
    func `thirty a minute are one in two seconds`() {
        var limit = RequestLimit(perMinute: 30)
        let passed = (0..<100).filter {
            limit.decide("a", now: millisecond($0 * 100)) == .pass
        }
        #expect(passed == [0, 20, 40, 60, 80])
    }

    @Test
    func `keys are forgotten when it makes no difference`() {
        var limit = RequestLimit(perSecond: 10, burst: 10)
        for _ in 0..<5 { _ = limit.decide("a", now: millisecond(0)) }
        limit.forgetIdle(now: millisecond(400))
        #expect(limit.count == 1)
        limit.forgetIdle(now: millisecond(500))
        #expect(limit.count == 0)
    }

    @Test(
        arguments: [
            ("1.2.3.4", [1, 2, 3, 4]), ("255.0.0.1", [255, 0, 0, 1]),
            ("::", [UInt8](repeating: 0, count: 16)),
            ("::1", [UInt8](repeating: 0, count: 15) + [1]),
            ("2001:db8::ff00:42:8329", [32, 1, 13, 184, 0, 0, 0, 0, 0, 0, 255, 0, 0, 66, 131, 41]),
            ("::ffff:10.1.2.3", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 1, 2, 3]),
            ("1:2:3:4:5:6:7:8", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]),
        ] as [(String, [UInt8])]
    )
    func `addresses are read`(text: String, octets: [UInt8]) {
        #expect(NetworkAddress(text)?.octets == octets)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.256", "1.2.3.4.5", "1..2.3", "a.b.c.d", ":", ":::", "1::2::3",
        "12345::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "g::", "1.2.3.4:5", "+1.2.3.4",
    ])
    func `what is no address is refused`(text: String) {
        #expect(NetworkAddress(text) == nil)
        #expect(AccessList.Network(text) == nil)
    }

    @Test(
        arguments: [
            ("10.0.0.0/8", "10.255.1.1", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.1.2.3/9", "10.127.0.0", true), ("10.1.2.3/9", "10.128.0.0", false),
            ("0.0.0.0/0", "1.2.3.4", true), ("0.0.0.0/0", "::1", false),
            ("1.2.3.4", "1.2.3.4", true), ("1.2.3.4/32", "1.2.3.5", false),
            ("2001:db8::/33", "2001:db8:7fff::", true), ("2001:db8::/33", "2001:db8:8000::", false),
            ("::/0", "1.2.3.4", false), ("::/0", "fe80::1", true),
        ]
    )
    func `networks contain their addresses`(network: String, address: String, expected: Bool) throws
    {
        let network = try #require(AccessList.Network(network))
        let address = try #require(NetworkAddress(address))
        #expect(network.contains(address) == expected)
    }

    @Test
    func `prefixes out of range are refused`() {
        for text in ["1.2.3.4/33", "::/129", "1.2.3.4/-1", "1.2.3.4/", "1.2.3.4/8/8"] {
            #expect(AccessList.Network(text) == nil)
        }
    }

    /// Envoy's budget: a fifth of what is under way, but three always.
    @Test
    func `retries are bounded by a number or by a budget`() {
        var counts = CircuitCounts()
        let retries = (0..<5).filter { _ in counts.begin(.retry) }.count
        #expect(retries == 3 && counts.overflows == 2)
        var budgeted = CircuitCounts(thresholds: CircuitThresholds(retryBudget: .init()))
        #expect(budgeted.retriesMaximum == 3)
        for _ in 0..<30 { _ = budgeted.begin(.request) }
        for _ in 0..<10 { _ = budgeted.begin(.pending) }
        #expect(budgeted.retriesMaximum == 8)
        let allowed = (0..<20).filter { _ in budgeted.begin(.retry) }.count
        #expect(allowed == 8)
        for _ in 0..<10 { budgeted.end(.pending) }
        #expect(budgeted.retriesMaximum == 6)
    }

    @Test(arguments: [CircuitCounts.Resource.connection, .pending, .request])
    func `what is too much is turned away until something ends`(
        resource: CircuitCounts.Resource
    ) {
        var counts = CircuitCounts()
        let begun = (0..<2_000).filter { _ in counts.begin(resource) }.count
        #expect(begun == 1_024 && counts.overflows == 976)
        counts.end(resource)
        let again = (0..<2).filter { _ in counts.begin(resource) }.count
        #expect(again == 1)
    }

    @Test
    func `the connection that was idle for longest makes room`() {
        var cache = KeepaliveCache(settings: .init(capacity: 2))
        let connections = (0..<3).map { cache.take(to: $0, now: millisecond($0)) }
        #expect(cache.give(connections[0], isSound: true, now: millisecond(5)).isEmpty)
        #expect(cache.give(connections[1], isSound: true, now: millisecond(6)).isEmpty)
        let closed = cache.give(connections[2], isSound: true, now: millisecond(7))
        #expect(closed.map(\.number) == [1])
        #expect(cache.take(to: 1, now: millisecond(8)).isReused)
        #expect(!cache.take(to: 0, now: millisecond(8)).isReused)
        #expect(cache.closeAll(to: 2).map(\.number) == [3])
        #expect(cache.idleCount == 0)
    }

    @Test
    func `a broken connection is not kept`() {
        var cache = KeepaliveCache()
        let connection = cache.take(to: 0, now: millisecond(0))
        #expect(cache.give(connection, isSound: false, now: millisecond(1)) == [connection])
        #expect(cache.idleCount == 0)
    }
}
