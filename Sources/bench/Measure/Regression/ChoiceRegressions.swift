import Simulator

extension RegressionWorkload {
    /// Choices of the strategies that look for the best of all servers, or walk a ring, without
    /// anything around them: a thousand servers of different weights, fifty requests under way.
    static let choices =
        ([
            ("round-robin", .roundRobin), ("least-connections", .leastConnections),
            ("least-time", .leastTime), ("consistent-hash", .consistentHash),
            ("bounded-load", .boundedHash(factorPercent: 125)), ("random-two", .randomTwo),
        ] as [(String, UpstreamStrategy)]).map { name, strategy in
            RegressionWorkload("choice-\(name)") { try choices(by: strategy, called: name) }
        }

    private static func choices(by strategy: UpstreamStrategy, called name: String) throws -> Work {
        let servers = (0..<1_000).map { UpstreamServer("server \($0)", weight: 1 + $0 % 5) }
        let settings = UpstreamSettings(strategy: strategy)
        let count = 5_000
        let fresh = try UpstreamGroup(servers, settings: settings)
        let draws = Simulation(seed: 1).random("choices")
        return {
            var group = fresh
            var random = draws
            var underWay: [UpstreamRequest] = []
            var digest = TraceDigest()
            for number in 0..<count {
                let now = VirtualInstant.zero.advanced(by: .milliseconds(number))
                if underWay.count == 50 {
                    let verdict = group.finish(
                        &underWay[number % 50],
                        with: .answered(status: 200),
                        took: .seconds(1),
                        now: now
                    )
                    digest.fold(verdict == .respond(status: 200) ? 1 : 2, 0)
                }
                var request = UpstreamRequest(key: PlacementKey(number), now: now)
                let chosen = group.choose(for: &request, now: now, using: &random)
                digest.fold(UInt64(chosen?.ordinal ?? servers.count), 0)
                if underWay.count < 50 {
                    underWay.append(request)
                } else {
                    underWay[number % 50] = request
                }
            }
            return Measurement(
                workload: "choice-\(name)",
                operations: count,
                checks: [],
                digest: digest
            )
        }
    }
}
