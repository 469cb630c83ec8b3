import OrderedCollections
import Simulator
import Testing

@testable import Scenarios

/// What the shipped scenarios measure, against figures computed independently.
struct ShippedScenarioTests {
    private func records(_ name: String) throws -> [(cell: ScenarioCell, record: RunRecord)] {
        try ScenarioLoader.load(name).cells.map { ($0, try ScenarioRunner().run($0)) }
    }

    private func counts(_ record: RunRecord) -> [Int] {
        (1...6).compactMap { record.completed["Server \($0)"] }
    }

    @Test
    func `a-1 counts as computed`() throws {
        let record = try records("a-1")[0].record
        #expect(record.outcome.ending == .quiescent)
        #expect(counts(record) == [8_439, 484, 1_077])
        #expect(record.broken == [:])
    }

    @Test
    func `a-2 counts as computed for two to six servers`() throws {
        let all = try records("a-2").map { counts($0.record) }
        #expect(
            all == [
                [9_516, 484], [8_439, 484, 1_077], [8_209, 484, 1_006, 301],
                [7_982, 331, 930, 301, 456], [7_888, 331, 930, 301, 456, 94],
            ]
        )
    }

    @Test
    func `a-3 passes every call and loses nothing`() throws {
        let record = try records("a-3")[0].record
        #expect(record.outcome.violations == [])
        #expect(record.broken == [:])
        #expect(record.metrics.total("calls.passed") == 10)
        #expect(record.metrics.total("calls.failed") == 0)
        #expect(record.metrics.total("requests.completed") == 10_000)
        #expect(record.metrics.total("requests.lost") == 0)
        #expect(record.metrics.total("requests.failed") == 0)
        #expect(record.metrics.total("servers.respawned") == 3)
        #expect(record.metrics.total("keys.moved-from-others") == 0)
        let respawn = record.metrics.histograms[MetricKey("respawn")]
        // One period at most, one more for the second miss, the timeout, the start, and messages.
        #expect((respawn?.maximum ?? .zero) <= .milliseconds(3_010))
        #expect((respawn?.minimum ?? .zero) >= .milliseconds(2_000))
    }

    /// Exact shares in 10,000 of N servers, for each cell of A-4 that was recomputed independently.
    private static let shares: [String: [Int: [Double]]] = [
        "spec": [
            2: [9531.3, 468.7], 3: [8437.5, 468.7, 1093.8], 4: [8203.1, 468.7, 1015.6, 312.5],
            5: [7968.7, 312.5, 937.5, 312.5, 468.8], 6: [7890.6, 312.5, 937.5, 312.5, 468.8, 78.1],
        ],
        "spec with quadratic probing": [
            2: [9531.3, 468.7], 3: [8437.5, 468.7, 1093.8],
            5: [102, 6, 3, 4, 13].map { $0 / 128 * 10_000 },
            6: [101, 6, 3, 4, 5, 9].map { $0 / 128 * 10_000 },
        ],
        "seed as coded": [
            2: [503, 9].map { $0 / 512 * 10_000 }, 3: [494, 9, 9].map { $0 / 512 * 10_000 },
            4: [485, 9, 9, 9].map { $0 / 512 * 10_000 },
            5: [476, 9, 9, 9, 9].map { $0 / 512 * 10_000 },
            6: [467, 9, 9, 9, 9, 9].map { $0 / 512 * 10_000 },
        ],
        "md5 requests": [3: [8929, 428, 643]],
        "md5 servers": [3: [4844, 3438, 1719]],
        "md5": [
            2: [5681, 4319], 3: [4684, 3795, 1521], 4: [3493, 3248, 1423, 1836],
            5: [2810, 2900, 1152, 1111, 2027], 6: [2158, 1527, 994, 1091, 1499, 2733],
        ],
        "murmur3": [
            2: [5862, 4138], 3: [4614, 2168, 3218], 4: [2906, 1509, 2338, 3247],
            5: [1712, 1509, 2338, 1735, 2706], 6: [1399, 1489, 2338, 1716, 1666, 1392],
        ],
        "knuth": [3: [2949, 3086, 3965]],
    ]

    /// Keys by a hash of their digits: the figures count the 900,000 six-digit keys, the placement
    /// its slots. They differ by chance, up to five standard deviations of that many draws.
    private static let chance = 5 * 10_000 * (0.25 / 900_000).squareRoot()

    @Test
    func `a-4 has the exact shares that were computed`() throws {
        var compared = 0
        for cell in try ScenarioLoader.load("a-4").cells {
            let cluster = cell.scenario.cluster
            guard let label = cell.label, let balancer = cluster.balancer,
                let expected = Self.shares[label]?[cluster.serverNames.count]
            else { continue }
            compared += 1
            var placement = try balancer.placement.makePlacement()
            try placement.add(
                contentsOf: cluster.serverNames.enumerated().map {
                    PlacementMember(name: $1, ordinal: $0)
                }
            )
            let hashesDigits = ["md5", "murmur3", "md5 requests", "knuth"].contains(label)
            let found = placement.shares()?.map { $0.fraction * 10_000 } ?? []
            #expect(found.count == expected.count)
            for (share, wanted) in zip(found, expected) {
                #expect(abs(share - wanted) < (hashesDigits ? Self.chance : 0.51), "\(cell.title)")
            }
        }
        #expect(compared == Self.shares.values.map(\.count).reduce(0, +))
    }

    @Test
    func `a-4 counts as computed for two uniform hashes`() throws {
        let expected = ["md5": [4_664, 3_822, 1_514], "murmur3": [4_670, 2_107, 3_223]]
        for cell in try ScenarioLoader.load("a-4").cells {
            guard let label = cell.label, let counts = expected[label],
                cell.scenario.cluster.serverNames.count == 3
            else { continue }
            #expect(self.counts(try ScenarioRunner().run(cell)) == counts)
        }
    }

    @Test
    func `a-5 holds the bound that it sets`() throws {
        for (cell, record) in try records("a-5-skewed-keys") {
            #expect(record.broken == [:])
            let loads = counts(record)
            #expect(loads.reduce(0, +) == 10_000)
            guard cell.label == "bounded" else { continue }
            // All begin before any ends: at most 1.25 times a third, rounded up.
            #expect((loads.max() ?? 0) <= 4_167)
        }
    }
}
