import Testing

@testable import Simulator

/// `RingPoints` against a look at every point.
struct RingPointsTests {
    private func compare<Position: FixedWidthInteger & UnsignedInteger & Sendable>(
        _ points: [Position],
        at positions: [Position]
    ) {
        let ring = RingPoints(points.sorted())
        let neighbours = points.flatMap { [$0 &- 1, $0, $0 &+ 1] }
        for position in positions + neighbours {
            let from = ring.positions.firstIndex { $0 >= position } ?? 0
            let after = ring.positions.firstIndex { $0 > position } ?? 0
            #expect(ring.index(from: position) == from)
            #expect(ring.index(after: position) == after)
        }
    }

    @Test(arguments: 0...40)
    func `points are found in small rings of every size`(_ count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let others = (0..<50).map { _ in random.next() } + [0, 1, .max, .max - 1]
        compare((0..<count).map { _ in random.next() }, at: others)
        let narrow = others.map { UInt32(truncatingIfNeeded: $0) }
        compare((0..<count).map { _ in UInt32(truncatingIfNeeded: random.next()) }, at: narrow)
        // All in one part, some of them equal.
        compare((0..<count).map { _ in random.next() % 64 }, at: others)
        compare((0..<count).map { _ in .max - random.next() % 64 }, at: others)
    }

    @Test func `points are found in a large ring`() {
        var random = SplitMix64(seed: 1)
        compare((0..<1_000).map { _ in random.next() }, at: [0, .max])
    }
}
