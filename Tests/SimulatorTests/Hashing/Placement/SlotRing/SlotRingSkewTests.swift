import Simulator
import Testing

/// How skewed rings are on average, which one ring cannot tell.
struct SlotRingSkewTests {
    /// The coefficients of variation of the shares of 600 rings, in ascending order.
    private func variations(
        uniformSlots: Bool,
        _ makeRing: (inout SplitMix64) throws -> SlotRing
    ) throws -> [Double] {
        var generator = SplitMix64(seed: 7)
        var variations: [Double] = []
        for _ in 0..<600 {
            let ring = try makeRing(&generator)
            let shares = uniformSlots ? ring.sharesOfUniformSlots() : try #require(ring.shares())
            let figures = DistributionFigures(
                names: shares.map(\.name),
                counts: shares.map(\.count)
            )
            variations.append(try #require(figures.coefficientOfVariation))
        }
        return variations.sorted()
    }

    /// Medians over random server identifiers of six digits, from an independent program: so wide
    /// that published charts of the assignment range from even to one server with nearly all.
    @Test(arguments: [(2, 0.50), (3, 0.57), (4, 0.61), (5, 0.64), (6, 0.66)] as [(Int, Double)])
    func `with random server identifiers the skew is less but varies`(
        count: Int,
        median: Double
    ) throws {
        let sorted = try variations(uniformSlots: false) { generator in
            var ring = SlotRing(SlotRingSettings(identifierBase: 0))
            for index in 0..<count {
                let identifier = Int(100_000 + generator.next() % 900_000)
                try ring.add(PlacementMember(name: "\(index)", ordinal: identifier))
            }
            return ring
        }
        #expect((sorted[300] - median).magnitude < 0.05)
        if count == 3 {
            #expect((sorted[30] - 0.21).magnitude < 0.05)
            #expect((sorted[570] - 1.03).magnitude < 0.08)
        }
    }

    /// On a ring of points drawn at random the mean square of the coefficient of variation is
    /// `(n - 1) / (n v + 1)` for `n` members of `v` points; slots make it a little less.
    @Test(
        arguments: [(2, 0.225), (3, 0.259), (4, 0.274), (5, 0.281), (6, 0.285)] as [(Int, Double)]
    )
    func `nine virtual nodes leave a skew even with an ideal hash`(
        count: Int,
        simulated: Double
    ) throws {
        let sorted = try variations(uniformSlots: true) { generator in
            let function = XXHash64(seed: generator.next())
            var ring = SlotRing(SlotRingSettings(serverHash: TextServerHash(function)))
            for index in 0..<count {
                try ring.add(PlacementMember(name: "\(index)", ordinal: index))
            }
            return ring
        }
        let meanSquare = sorted.reduce(0) { $0 + $1 * $1 } / 600
        #expect((meanSquare.squareRoot() / simulated - 1).magnitude < 0.08)
        let closedForm = Double(count - 1) / Double(9 * count + 1)
        #expect(meanSquare < closedForm * 1.1 && meanSquare > closedForm * 0.8)
    }
}
