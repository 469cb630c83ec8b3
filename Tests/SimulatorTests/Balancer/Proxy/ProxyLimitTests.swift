import Testing

@testable import Simulator

/// Who is let in, how often, and how many at a time.
struct ProxyLimitTests {
    private let fast = WebServerSettings(service: .constant(.zero), concurrency: 1_000)

    @Test
    func `twenty at once at ten a second with a burst of five: six pass, as at nginx`() {
        let bed = ProxyBed(server: fast) {
            $0.requestLimits = [.init(RequestLimit(perSecond: 10, burst: 5), by: .all)]
            $0.upstreams[0].keepalive.capacity = 0
        }
        let answers = (0..<20).map { _ in bed.ask() }
        bed.run()
        let statuses = answers.compactMap { $0.value?.status }
        #expect(statuses.count { $0 == 200 } == 6)
        #expect(statuses.count { $0 == 503 } == 14)
        // There, the wait, the connection, the request, and back.
        let times = answers.compactMap { box in
            box.value.flatMap { $0.status == 200 ? $0.instant.nanoseconds / 1_000_000 : nil }
        }
        #expect(times == [0, 100, 200, 300, 400, 500].map { $0 + 6 })
        #expect(bed.journal.limited == 14)
    }

    @Test
    func `of a token bucket as many pass at once as fit in, and nobody waits`() {
        let bed = ProxyBed(server: fast) {
            let buckets = TokenBuckets(rate: 10, capacity: 5)
            $0.requestLimits = [.init(.tokenBucket(buckets), by: .all)]
        }
        // Six come 100 ms after the others, when there is one token more.
        let answers = ([Int](repeating: 0, count: 8) + [Int](repeating: 100, count: 6)).map {
            bed.ask(at: .milliseconds($0))
        }
        bed.run()
        let statuses = answers.compactMap { $0.value?.status }
        #expect(statuses.prefix(8).count { $0 == 200 } == 5)
        #expect(statuses.suffix(6).count { $0 == 200 } == 1)
        #expect(answers.allSatisfy { ($0.value?.instant.nanoseconds ?? .max) <= 110_000_000 })
    }

    @Test
    func `each client has its own limit where requests are counted by client`() {
        let bed = ProxyBed(server: fast) {
            $0.requestLimits = [.init(RequestLimit(perSecond: 1), by: .client)]
        }
        let answers = [1, 2, 1].map { client in
            bed.ask(HTTPRequest(.get, "/home", client: .version4(client)))
        }
        bed.run()
        #expect(answers.compactMap { $0.value?.status } == [200, 200, 503])
    }

    @Test
    func `more requests under way than allowed are refused until one has its answer`() {
        let slow = WebServerSettings(service: .constant(.seconds(1)), concurrency: 10)
        let bed = ProxyBed(server: slow) {
            $0.connectionLimits = [.init(ConnectionLimit(maximum: 2), by: .all)]
        }
        let answers = [0, 0, 0, 1_500].map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        #expect(answers.compactMap { $0.value?.status } == [200, 200, 503, 200])
    }

    @Test
    func `the first rule that fits an address decides`() throws {
        let inner = try #require(AccessList.Network("10.0.1.0/24"))
        let outer = try #require(AccessList.Network("10.0.0.0/16"))
        let bed = ProxyBed {
            $0.access = AccessList([.deny(inner), .allow(outer), .deny(nil)])
        }
        let addresses = ["10.0.1.7", "10.0.2.7", "192.168.0.1"]
        let answers = addresses.map { text in
            bed.ask(HTTPRequest(.get, "/home", client: NetworkAddress(text)))
        }
        bed.run()
        #expect(answers.compactMap { $0.value?.status } == [403, 200, 403])
    }

    @Test
    func `what is one too many for its group is answered at once`() {
        let slow = WebServerSettings(service: .constant(.seconds(1)), concurrency: 10)
        let bed = ProxyBed(server: slow) {
            $0.upstreams[0].circuit = CircuitThresholds(requestsMaximum: 3)
        }
        let answers = [0, 0, 0, 0, 2_000].map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        #expect(answers.compactMap { $0.value?.status } == [200, 200, 200, 503, 200])
        #expect(answers[3].value?.instant.nanoseconds == 2_000_000)
        #expect(bed.journal.overflows == 1)
    }

    @Test
    func `retries are bounded by the budget`() {
        let failing = WebServerSettings(
            service: .constant(.milliseconds(100)),
            concurrency: 100,
            failures: [.init(status: 500, probability: 1)]
        )
        let bed = ProxyBed(server: failing) {
            $0.upstreams[0].group.retry = RetryRule(conditions: [.error, .http500])
            $0.upstreams[0].circuit = CircuitThresholds(
                retryBudget: .init(percent: 20, minimum: 1)
            )
            for index in 0..<3 { $0.upstreams[0].servers[index].failuresMaximum = 0 }
        }
        let answers = (0..<50).map { _ in bed.ask() }
        bed.run()
        #expect(answers.allSatisfy { $0.value?.status == 500 })
        // A fifth of the 50 under way moves on once; as they come back, a fifth of what is left.
        #expect(bed.journal.overflows >= 40)
        #expect((10...14).contains(bed.journal.retries))
    }

    @Test
    func `a request that one limit refuses is not counted by another`() {
        let bed = ProxyBed(server: fast) {
            $0.requestLimits = [
                .init(RequestLimit(perSecond: 1, burst: 1, delay: .none), by: .all),
                .init(RequestLimit(perSecond: 1), by: .client),
            ]
        }
        let answers = [1, 1, 2, 3].map { client in
            bed.ask(HTTPRequest(.get, "/home", client: .version4(client)))
        }
        bed.run()
        #expect(answers.compactMap { $0.value?.status } == [200, 503, 200, 503])
    }

    @Test
    func `a request that is held back neither counts as under way nor keeps a worker busy`() {
        let bed = ProxyBed(server: fast) {
            $0.work = .milliseconds(10)
            $0.requestLimits = [.init(RequestLimit(perSecond: 1, burst: 5), by: .client)]
            $0.connectionLimits = [.init(ConnectionLimit(maximum: 1), by: .client)]
        }
        let answers = [(0, 1), (0, 1), (100, 2)].map { instant, client in
            bed.ask(
                at: .milliseconds(instant),
                HTTPRequest(.get, "/home", client: .version4(UInt32(client)))
            )
        }
        bed.run()
        #expect(answers.allSatisfy { $0.value?.status == 200 })
        let times = answers.compactMap { ($0.value?.instant.nanoseconds).map { $0 / 1_000_000 } }
        #expect(times == [16, 1_016, 116])
    }

    @Test
    func `limits by key do not count requests without one`() {
        let bed = ProxyBed(server: fast) {
            $0.requestLimits = [.init(RequestLimit(perSecond: 1), by: .key)]
            $0.connectionLimits = [.init(ConnectionLimit(maximum: 1), by: .client)]
        }
        let answers = (0..<5).map { _ in bed.ask() }
        bed.run()
        #expect(answers.allSatisfy { $0.value?.status == 200 })
    }

    @Test
    func `a client without an address is of no network, and rules hold for operators' paths`() {
        let bed = ProxyBed { $0.access = AccessList([.deny(nil)]) }
        let stranger = NetworkAddress("10.0.0.1")
        let answers = [
            HTTPRequest(.get, "/home"), HTTPRequest(.get, "/health", client: stranger),
            HTTPRequest(.get, "/health"),
        ].map { bed.ask($0) }
        bed.run()
        #expect(answers.map { $0.value?.status ?? 0 } == [403, 403, 200])
    }

    @Test
    func `keys that were idle for long are forgotten`() {
        var limit = RequestLimit(perSecond: 1_000)
        for number in 0..<100_000 {
            let now = VirtualInstant.zero.advanced(by: .milliseconds(number))
            #expect(limit.decide(PlacementKey(UInt64(number)), now: now) == .pass)
        }
        #expect(limit.count <= 2_048)
    }
}
