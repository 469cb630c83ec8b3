import Testing

@testable import Simulator

/// A function under test, and values for it.
struct CombinableCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let breaches: @Sendable (inout Xoshiro256) -> Set<String>

    init<Function: CombinableReduceFunction>(
        _ name: String,
        _ function: Function,
        _ values: @escaping @Sendable (inout Xoshiro256) -> [[UInt8]]
    ) {
        testDescription = name
        breaches = { random in
            let lists = (0..<3).map { _ in values(&random) }
            return CombinableLaws(function).breaches(lists[0], lists[1], lists[2])
        }
    }
}

/// The laws of ``CombinableReduceFunction``, for every function that conforms to it.
struct CombinableConformanceTests {
    private static let rank = NearestRank(percent: 90)

    private static func few(_ random: inout Xoshiro256) -> [[UInt8]] {
        EncodedValues.integers(0..<30, -20...20, &random)
    }

    private static func any(_ random: inout Xoshiro256) -> [[UInt8]] {
        EncodedValues.integers(0..<30, Int.min...Int.max, &random)
    }

    private static func many(_ random: inout Xoshiro256) -> [[UInt8]] {
        EncodedValues.integers(0..<3_000, Int.min...Int.max, &random)
    }

    private static func times(_ random: inout Xoshiro256) -> [[UInt8]] {
        EncodedValues.integers(0..<30, -500...500, &random)
    }

    static let cases = [
        CombinableCase("sum of integers", Sum<Int>(), any),
        CombinableCase("sum of decimals", Sum<FixedDecimal>(), EncodedValues.decimals),
        CombinableCase("count", Count<ByteView>(), EncodedValues.pieces),
        CombinableCase("min of integers", Minimum<Int>(), any),
        CombinableCase("min of decimals", Minimum<FixedDecimal>(), EncodedValues.decimals),
        CombinableCase("min of bytes", Minimum<ByteView>(), EncodedValues.pieces),
        CombinableCase("max of integers", Maximum<Int>(), any),
        CombinableCase("max of bytes", Maximum<ByteView>(), EncodedValues.pieces),
        CombinableCase("mean of integers", Mean<Int>(), any),
        CombinableCase("mean of decimals", Mean<FixedDecimal>(), EncodedValues.decimals),
        CombinableCase("distinct integers", Distinct<Int>(), few),
        CombinableCase("distinct bytes", Distinct<ByteView>(), EncodedValues.pieces),
        CombinableCase("few by estimate", DistinctEstimate<ByteView>(), EncodedValues.pieces),
        CombinableCase("sketch of integers", PercentileSketch<Int>(rank, accuracy: 0.05), any),
        CombinableCase(
            "sketch of decimals",
            PercentileSketch<FixedDecimal>(rank, accuracy: 0.01),
            EncodedValues.decimals
        ),
        CombinableCase("top 1", TopK<Int>(1), few),
        CombinableCase("top 5", TopK<Int>(5), few),
        CombinableCase("top 5 of bytes", TopK<ByteView>(5), EncodedValues.pieces),
        CombinableCase("postings", Postings(), EncodedValues.pieces),
        CombinableCase("sessions of 1 ms", Sessions(gapMilliseconds: 1), times),
        CombinableCase("sessions of 20 ms", Sessions(gapMilliseconds: 20), times),
    ]

    @Test(arguments: cases, 0..<40 as Range<UInt64>)
    func `accumulators form a commutative monoid`(_ subject: CombinableCase, seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        #expect(subject.breaches(&random) == [])
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `estimates form one too, in both of their forms`(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        let subject = CombinableCase("many", DistinctEstimate<Int>(), Self.many)
        #expect(subject.breaches(&random) == [])
    }

    /// The mean of means: a mistake of old.
    private struct MeanOfMeans: CombinableReduceFunction {
        func begin() -> Int { 0 }
        func add(_ value: Int, to accumulator: inout Int) {
            accumulator = accumulator == 0 ? value : (accumulator &+ value) / 2
        }
        func merge(_ other: Int, into accumulator: inout Int) { add(other, to: &accumulator) }
        func finish(_ accumulator: Int) -> ReducedValue { .integer(Int128(accumulator)) }
    }

    /// Keeps what came last.
    private struct Last: CombinableReduceFunction {
        func begin() -> Int { 0 }
        func add(_ value: Int, to accumulator: inout Int) { accumulator = value }
        func merge(_ other: Int, into accumulator: inout Int) { accumulator = other }
        func finish(_ accumulator: Int) -> ReducedValue { .integer(Int128(accumulator)) }
    }

    private func breaches(of subject: CombinableCase) -> Set<String> {
        (0..<40 as Range<UInt64>).reduce(into: []) { breaches, seed in
            var random = Xoshiro256(seed: seed)
            breaches.formUnion(subject.breaches(&random))
        }
    }

    @Test func `functions that are no monoids are found out`() {
        let means = breaches(of: CombinableCase("mean of means", MeanOfMeans(), Self.few))
        #expect(means.isSuperset(of: ["associativity", "order", "merging is folding on"]))
        let last = breaches(of: CombinableCase("last", Last(), Self.few))
        #expect(last.isSuperset(of: ["right identity", "commutativity", "order"]))
    }
}
