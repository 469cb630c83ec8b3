import Testing

@testable import Simulator

/// Percentiles, exact and by sketch.
struct PercentileTests {
    private func exact(_ values: [Int], _ percent: FixedDecimal) -> String {
        let function = Percentile<Int>(NearestRank(percent: percent))
        var accumulator = function.begin()
        for value in values { function.add(value, to: &accumulator) }
        return function.finish(accumulator).text
    }

    /// The worked examples of "Percentile" in Wikipedia, section "The nearest-rank method".
    @Test(arguments: [
        ([15, 20, 35, 40, 50], 5, 15), ([15, 20, 35, 40, 50], 30, 20),
        ([15, 20, 35, 40, 50], 40, 20), ([15, 20, 35, 40, 50], 50, 35),
        ([15, 20, 35, 40, 50], 100, 50), ([3, 6, 7, 8, 8, 10, 13, 15, 16, 20], 25, 7),
        ([3, 6, 7, 8, 8, 10, 13, 15, 16, 20], 50, 8),
        ([3, 6, 7, 8, 8, 10, 13, 15, 16, 20], 75, 15),
        ([3, 6, 7, 8, 8, 10, 13, 15, 16, 20], 100, 20),
        ([3, 6, 7, 8, 8, 9, 10, 13, 15, 16, 20], 25, 7),
        ([3, 6, 7, 8, 8, 9, 10, 13, 15, 16, 20], 50, 9),
        ([3, 6, 7, 8, 8, 9, 10, 13, 15, 16, 20], 75, 15),
    ])
    func `published examples of nearest rank`(values: [Int], percent: Int, expected: Int) {
        #expect(exact(values, FixedDecimal(percent)) == "\(expected)")
        #expect(exact(values.reversed(), FixedDecimal(percent)) == "\(expected)")
    }

    @Test func `no per cent is the smallest, and tenths of per cents count`() {
        #expect(exact([7, 3, 5], 0) == "3")
        let numbers = Array(1...1_000)
        #expect(exact(numbers, FixedDecimal(units: 99_900_000_000)) == "999")
        #expect(exact(numbers, FixedDecimal(units: 99_900_000_001)) == "1000")
        #expect(exact([], 50) == "[]")
    }

    @Test(arguments: [0.001, 0.01, 0.1] as [Double], 0..<10 as Range<UInt64>)
    func `the sketch is as near as it says`(accuracy: Double, seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        let values = (0..<500).map { _ in
            Int.random(in: -1_000...1_000_000, using: &random)
                >> Int.random(in: 0...20, using: &random)
        }
        for percent in [0, 1, 10, 50, 90, 95, 99, 100] {
            let rank = NearestRank(percent: FixedDecimal(percent))
            let sketch = PercentileSketch<Int>(rank, accuracy: accuracy)
            let result = CombinableLaws(sketch).result(EncodedValues.of(values))
            // Nearest rank by floating-point numbers, which these sizes cannot round wrongly.
            let place = max(1, (500 * percent + 99) / 100) - 1
            let expected = values.sorted()[place]
            guard case .integer(let estimate) = result else {
                Issue.record("the estimate is no whole number")
                return
            }
            let difference = Double((estimate - Int128(expected)).magnitude)
            #expect(difference <= accuracy * Double(expected.magnitude) + 0.5 + 1e-6)
        }
    }

    @Test func `a sketch is not exact`() {
        let sketch = PercentileSketch<Int>(NearestRank(percent: 50), accuracy: 0.1)
        let values = EncodedValues.of(Array(1_000...1_200))
        #expect(CombinableLaws(sketch).result(values).text != "1100")
    }

    @Test func `values of every size have a bucket`() {
        let extremes = EncodedValues.of([FixedDecimal(units: .max), FixedDecimal(units: -.max)])
        for percent in [50, 100] as [FixedDecimal] {
            let rank = NearestRank(percent: percent)
            let sketch = PercentileSketch<FixedDecimal>(rank, accuracy: 0.01)
            guard case .decimal(let number) = CombinableLaws(sketch).result(extremes) else {
                Issue.record("the estimate is no decimal number")
                return
            }
            let size = Double(number.units.magnitude) / Double(Int128.max)
            #expect(size > 0.989 && size < 1.011)
            #expect((number.units < 0) == (percent == 50))
        }
    }
}
