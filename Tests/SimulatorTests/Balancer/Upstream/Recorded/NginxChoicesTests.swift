import Testing

@testable import Simulator

/// The choices of a real nginx 1.22.1, request by request: servers tried, statuses, final status.
struct NginxChoicesTests {
    /// Runs about servers; the others are about limits and connections.
    private static let runs = NginxRun.all.filter { run in
        run.http == nil && !run.name.hasPrefix("keepalive") && run.name != "access-list"
    }

    @Test
    func `the recordings are there`() {
        #expect(Self.runs.count >= 48)
        #expect(Self.runs.allSatisfy { !$0.sequence.isEmpty })
    }

    @Test(arguments: runs, [64, 1])
    func `the group chooses as nginx did`(run: NginxRun, indexMinimum: Int) throws {
        var replay = try NginxReplay(run, indexMinimum: indexMinimum)
        for (number, step) in run.sequence.enumerated() {
            guard let request = try replay.perform(step) else { continue }
            try #require(request.actual == request.expected, "\(run.name), step \(number)")
        }
        #expect(replay.group.peers.allSatisfy { $0.connections == 0 })
    }
}
