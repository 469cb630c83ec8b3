import CJemalloc
import Glibc
import Scenarios
import Testing

@testable import Simulator

/// What servers behind a proxy cost as they become more.
@Suite(.serialized)
struct ProxyGrowthTests {
    private static func allocatedBytes() -> Int {
        var bytes: UInt64 = 0
        var size = MemoryLayout<UInt64>.size
        mallctl("thread.allocated", &bytes, &size, nil, 0)
        return Int(bytes)
    }

    /// The bytes that are allocated for a run with ten clients and twenty requests for each of
    /// `count` servers.
    private static func bytes(ofServers count: Int) throws -> Int {
        let text = """
            version: 1
            name: growth
            seed: 1
            cluster:
              servers: {count: \(count), service: {exponential: 100ms}}
              proxy: {upstreams: [{strategy: least-connections}]}
            workload:
              - requests: {count: \(count * 20), arrival: {closed: {clients: \(count * 10), think: {exponential: 2s}}}}
            """
        let cell = try ScenarioLoader.load(bytes: Array(text.utf8), name: "growth").cells[0]
        let before = allocatedBytes()
        let record = try ScenarioRunner().run(cell, observer: nil)
        #expect(record.metrics.total("requests.completed") == count * 20)
        return allocatedBytes() - before
    }

    @Test
    func `four times as many servers and clients allocate four times the bytes`() throws {
        let few = try Self.bytes(ofServers: 250)
        let many = try Self.bytes(ofServers: 1_000)
        #expect(few > 0, "nothing was counted")
        #expect(Double(many) < 4.4 * Double(few), "\(few) bytes became \(many)")
    }

    /// The processor time of this thread, in seconds.
    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The processor time of 20,000 choices among `count` servers while 50 requests are under way.
    private static func time(of strategy: UpstreamStrategy, servers count: Int) throws -> Double {
        let servers = (0..<count).map { UpstreamServer("server \($0)", weight: 1 + $0 % 5) }
        var group = try UpstreamGroup(servers, settings: UpstreamSettings(strategy: strategy))
        var random = Simulation(seed: 1).random("choices")
        var underWay: [UpstreamRequest] = []
        var failures = 0
        let start = Self.threadTime()
        for number in 0..<20_000 {
            let now = VirtualInstant.zero.advanced(by: .milliseconds(number))
            var request = UpstreamRequest(key: PlacementKey(number), now: now)
            if group.choose(for: &request, now: now, using: &random) == nil { failures += 1 }
            underWay.append(request)
            guard underWay.count > 50 else { continue }
            var oldest = underWay.removeFirst()
            _ = group.finish(&oldest, with: .answered(status: 200), took: .seconds(1), now: now)
        }
        let end = Self.threadTime()
        #expect(failures == 0)
        return end - start
    }

    @Test(
        arguments: [
            .leastConnections, .roundRobin, .random, .randomTwo, .leastRequest, .consistentHash,
        ] as [UpstreamStrategy]
    )
    func `a choice among a hundred times as many servers is no look at each of them`(
        strategy: UpstreamStrategy
    ) throws {
        let few = try Self.time(of: strategy, servers: 100)
        let many = try Self.time(of: strategy, servers: 10_000)
        // Twice for the logarithm, and as much again for what no longer fits into the cache.
        #expect(many < 12 * few, "\(few) became \(many)")
    }
}
