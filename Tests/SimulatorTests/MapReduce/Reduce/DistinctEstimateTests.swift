import Testing

@testable import Simulator

/// Estimates of how many different values there are.
struct DistinctEstimateTests {
    private func estimate(_ count: Int, seed: UInt64) -> Double {
        var random = Xoshiro256(seed: seed)
        var sketch = HyperLogLog()
        let function = XXHash64(seed: 0)
        for _ in 0..<count {
            let value = random.next()
            sketch.insert(hash: withUnsafeBytes(of: value) { function.hash($0) })
        }
        return sketch.estimate
    }

    /// The standard error 1.04 / √m of Flajolet and others: the root of the mean square of errors
    /// of 60 seeds is within a third of it, by four of its own standard deviations.
    @Test(arguments: [3_000, 20_000])
    func `the error is that of the paper`(count: Int) {
        let errors = (0..<60 as Range<UInt64>).map { seed in
            estimate(count, seed: seed) / Double(count) - 1
        }
        let expected = 1.04 / 128
        let square = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
        #expect(square.squareRoot() < expected * 1.37)
        // Below the number of registers the estimate is better than the bound, and never exact.
        #expect(square.squareRoot() > expected * 0.1)
        #expect(errors.allSatisfy { $0.magnitude < expected * 5 })
        let bias = errors.reduce(0, +) / Double(errors.count)
        #expect(bias.magnitude < expected * 4 / 60.0.squareRoot())
    }

    @Test(arguments: [0, 1, 2, 10, 100])
    func `few are counted to the nearest`(count: Int) {
        #expect((estimate(count, seed: 7) - Double(count)).magnitude <= Double(count) * 0.01 + 0.01)
    }

    /// Registers by hand: the first 14 bits choose, the others give the rank.
    @Test func `registers keep the largest rank`() {
        var sketch = HyperLogLog()
        sketch.insert(hash: 0)
        sketch.insert(hash: 1 << 50)
        sketch.insert(hash: 1 << 50 | 1 << 49)
        sketch.insert(hash: 1 << 50 | 1)
        #expect(sketch.ranks[51] == 2)
        #expect(sketch.ranks[0] == HyperLogLog.registerCount - 2)
        #expect(sketch.ranks.reduce(0, +) == HyperLogLog.registerCount)
    }

    /// Both forms of one set give the same ranks, and the list is left for good where it is long.
    @Test func `the list becomes registers`() {
        var sketch = HyperLogLog()
        var expected = [Int: Int]()
        var random = Xoshiro256(seed: 3)
        for step in 1...4_000 {
            let hash = random.next()
            sketch.insert(hash: hash)
            let register = Int(hash / (1 << 50))
            let rest = hash % (1 << 50)
            let rank = 50 - (rest == 0 ? -1 : (0..<50).last { rest >> $0 & 1 == 1 } ?? 0)
            expected[register] = max(expected[register] ?? 0, rank)
            guard step % 200 == 0 else { continue }
            var counts = [Int](repeating: 0, count: 52)
            for rank in expected.values { counts[rank] += 1 }
            counts[0] = HyperLogLog.registerCount - expected.count
            #expect(counts == sketch.ranks)
        }
        #expect((16_384..<24_576).contains(sketch.footprint))
        var bytes: [UInt8] = []
        sketch.encode(into: &bytes)
        #expect(bytes.count == HyperLogLog.registerCount)
    }

    @Test func `damaged sketches are refused`() {
        func decodes(_ bytes: [UInt8]) -> Bool {
            bytes.withUnsafeBytes { HyperLogLog.decode(ByteView($0)) != nil }
        }
        #expect(decodes([]))
        #expect(decodes([0, 0, 1, 1, 0, 0, 2, 51]))
        #expect(!decodes([0, 0, 1]))
        #expect(!decodes([0, 0, 1, 52]))
        #expect(!decodes([0, 0, 1, 0]))
        #expect(!decodes([0, 0, 2, 1, 0, 0, 1, 1]))
        #expect(!decodes([0, 0x40, 0, 1]))
        #expect(!decodes(Array(repeating: 52, count: HyperLogLog.registerCount)))
        #expect(decodes(Array(repeating: 51, count: HyperLogLog.registerCount)))
    }
}
