import Simulator
import Testing

/// Rings with hashes that mix well, against figures computed by an independent program.
struct SlotRingUniformTests {
    /// How many of the identifiers of six digits fall on each slot.
    private static let histograms: [HashAlgorithm: [Int]] = {
        var histograms: [HashAlgorithm: [Int]] = [:]
        for algorithm in [HashAlgorithm.md5, .murmur3] {
            let function = algorithm.function(seed: 0)
            var histogram = [Int](repeating: 0, count: 512)
            for identifier in 100_000..<1_000_000 {
                histogram[Int(function.hash(PlacementKey(identifier)) % 512)] += 1
            }
            histograms[algorithm] = histogram
        }
        return histograms
    }()

    private func settings(
        _ algorithm: HashAlgorithm,
        _ probing: SlotRingSettings.Probing = .linear
    ) -> SlotRingSettings {
        let function = algorithm.function(seed: 0)
        return SlotRingSettings(
            requestHash: BytesRequestHash(function),
            serverHash: TextServerHash(function),
            probing: probing
        )
    }

    /// Compares the share of each member among all six-digit identifiers, of 10,000, with figures
    /// that were rounded to a tenth and then to a whole.
    @discardableResult
    private func expectShares(
        of ring: SlotRing,
        _ algorithm: HashAlgorithm,
        _ expected: [Int]
    ) throws -> DistributionFigures {
        let histogram = try #require(Self.histograms[algorithm])
        var counts = [Int](repeating: 0, count: ring.members.count)
        for (slot, count) in histogram.enumerated() {
            counts[try #require(ring.ownerIndex(ofSlot: slot))] += count
        }
        for (count, share) in zip(counts, expected) {
            #expect((Double(count) / 90 - Double(share)).magnitude <= 0.55)
        }
        return DistributionFigures(names: ring.members.map(\.name), counts: counts)
    }

    @Test(
        arguments: [
            (.md5, .linear, [5681, 4319], 0.136),
            (.md5, .linear, [4684, 3795, 1521], 0.400),
            (.md5, .linear, [3493, 3248, 1423, 1836], 0.355),
            (.md5, .linear, [2810, 2900, 1152, 1111, 2027], 0.386),
            (.md5, .linear, [2158, 1527, 994, 1091, 1499, 2733], 0.364),
            (.md5, .quadratic, [4684, 3795, 1521], nil),
            (.md5, .quadratic, [2770, 2900, 1152, 1111, 2067], nil),
            (.md5, .quadratic, [2158, 1527, 994, 1091, 1539, 2692], nil),
            (.murmur3, .linear, [5862, 4138], 0.172),
            (.murmur3, .linear, [4614, 2168, 3218], 0.300),
            (.murmur3, .linear, [2906, 1509, 2338, 3247], 0.263),
            (.murmur3, .linear, [1712, 1509, 2338, 1735, 2706], 0.224),
            (.murmur3, .linear, [1399, 1489, 2338, 1716, 1666, 1392], 0.195),
            (.murmur3, .quadratic, [1399, 1489, 2338, 1716, 1666, 1392], nil),
        ] as [(HashAlgorithm, SlotRingSettings.Probing, [Int], Double?)]
    )
    func `the exact shares of all six-digit requests are these`(
        algorithm: HashAlgorithm,
        probing: SlotRingSettings.Probing,
        expected: [Int],
        variation: Double?
    ) throws {
        let ring = try SlotRing.filled(expected.count, settings(algorithm, probing))
        let figures = try expectShares(of: ring, algorithm, expected)
        guard let variation else { return }
        let actual = try #require(figures.coefficientOfVariation)
        #expect((actual - variation).magnitude <= 0.0006)
    }

    @Test(
        arguments: [
            (.md5, [4664, 3822, 1514]), (.murmur3, [4670, 2107, 3223]),
        ] as [(HashAlgorithm, [Int])]
    )
    func `ten thousand requests of seed 42 are counted like this`(
        algorithm: HashAlgorithm,
        expected: [Int]
    ) throws {
        #expect(try SlotRing.filled(3, settings(algorithm)).sample(seed: 42) == expected)
    }

    @Test
    func `swapping one hash at a time shows that the server hash makes the skew`() throws {
        let badServers = try SlotRing.filled(
            3,
            SlotRingSettings(requestHash: BytesRequestHash(MD5Hash()))
        )
        try expectShares(of: badServers, .md5, [8929, 428, 643])
        let badRequests = try SlotRing.filled(
            3,
            SlotRingSettings(serverHash: TextServerHash(MD5Hash()))
        )
        let exact = try #require(badRequests.shares())
        #expect(exact.map { Int(($0.fraction * 10_000).rounded()) } == [4844, 3438, 1719])
    }
}
