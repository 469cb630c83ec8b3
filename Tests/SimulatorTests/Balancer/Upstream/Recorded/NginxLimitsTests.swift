import Testing

@testable import Simulator

/// Limits and connections of a real nginx 1.22.1, request by request.
struct NginxLimitsTests {
    @Test(arguments: ["burst", "nodelay", "delay"])
    func `requests pass, wait and are refused as by limit_req`(name: String) throws {
        let run = try #require(NginxRun.named("limit-req-\(name)"))
        let delay: RequestLimit.Delay =
            switch name {
            case "burst": .after(0)
            case "delay": .after(2)
            default: .none
            }
        var limit = RequestLimit(perSecond: 10, burst: 5, delay: delay)
        var counts: [String: Int] = [:]
        for (number, step) in run.sequence.enumerated() {
            let arrived = try #require(step.arrived)
            let decision = limit.decide(
                "a",
                now: VirtualInstant.zero.advanced(by: .milliseconds(arrived))
            )
            let word =
                switch decision {
                case .pass: "PASSED"
                case .delay: "DELAYED"
                case .refuse: "REJECTED"
                }
            try #require(word == step.limit, "request \(number)")
            counts[word, default: 0] += 1
            let took = try #require(step.took)
            if case .delay(let time) = decision {
                // The backend answers in a few milliseconds; nginx's timers wait whole ones.
                let wait = Int(time.wholeNanoseconds / 1_000_000)
                #expect((wait - 3...wait + 25).contains(took), "request \(number)")
            }
        }
        #expect((counts["REJECTED"] ?? 0) > 10)
        #expect((counts["PASSED"] ?? 0) > 0)
    }

    @Test
    func `requests under way are bounded for each key as by limit_conn`() throws {
        let run = try #require(NginxRun.named("limit-conn"))
        var limit = ConnectionLimit(maximum: 3)
        var keys: [Int: PlacementKey] = [:]
        var refused = 0
        for (number, step) in run.sequence.enumerated() {
            if let end = step.end {
                if let key = keys.removeValue(forKey: end) { limit.end(key) }
                continue
            }
            let key = PlacementKey(try #require(step.path))
            let mayBegin = limit.begin(key)
            #expect(mayBegin == (step.status == 200), "step \(number)")
            if mayBegin { keys[try #require(step.begin)] = key } else { refused += 1 }
        }
        #expect(refused > 5)
        #expect(limit.count == 0)
    }

    @Test
    func `addresses are let in and kept out as by allow and deny`() throws {
        let run = try #require(NginxRun.named("access-list"))
        var list = AccessList()
        for words in NginxDirectives(run.location ?? "").directives {
            let network = AccessList.Network(words[1])
            #expect((network == nil) == (words[1] == "all"))
            list.rules.append(words[0] == "allow" ? .allow(network) : .deny(network))
        }
        #expect(list.rules.count == 7)
        for step in run.sequence {
            let address = try #require(NetworkAddress(step.ip ?? ""))
            #expect(list.allows(address) == (step.status == 200), "\(address)")
        }
        #expect(Set(run.sequence.compactMap(\.status)) == [200, 403])
    }

    /// The balancer chooses the server, then the cache the connection: round robin over two.
    @Test(
        arguments: [
            ("2", KeepaliveCache.Settings(capacity: 2)),
            ("requests", KeepaliveCache.Settings(capacity: 4, requestsMaximum: 3)),
            (
                "timeout",
                KeepaliveCache.Settings(capacity: 3, timeout: .seconds(2), time: .seconds(4))
            ),
        ]
    )
    func `connections are kept and used again as by keepalive`(
        name: String,
        settings: KeepaliveCache.Settings
    ) throws {
        let run = try #require(NginxRun.named("keepalive-\(name)"))
        var cache = KeepaliveCache(settings: settings)
        var held: [Int: KeepaliveCache.Connection] = [:]
        // The cache counts connections, a backend those to itself.
        var numbers: [Int: [Int]] = [:]
        for (number, step) in run.sequence.enumerated() {
            let now = VirtualInstant.zero.advanced(by: .milliseconds(step.at ?? 0))
            if let end = step.end {
                let connection = try #require(held[end])
                _ = cache.give(connection, isSound: true, now: now)
                continue
            }
            let server = try #require(step.tried?.first)
            let connection = cache.take(to: server, now: now)
            if !connection.isReused { numbers[server, default: []].append(connection.number) }
            let ofBackend = try #require(numbers[server]?.firstIndex(of: connection.number)) + 1
            try #require(ofBackend == step.connection, "step \(number)")
            if let begin = step.begin {
                held[begin] = connection
            } else {
                _ = cache.give(connection, isSound: true, now: now)
            }
        }
        #expect(cache.opened < run.sequence.count / 2 + 10)
        #expect(cache.idleCount <= settings.capacity)
    }
}
