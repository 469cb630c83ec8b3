/// A percentile within a relative error, from as little memory as there are orders of magnitude.
///
/// With the accuracy α the result `y` for the exact percentile `x` (by nearest rank) has
/// |y − x| ≤ α·|x| + ½, in units of the value: ones for `Int`, 10⁻⁹ for ``FixedDecimal``.
///
/// Source: Masson, Rim and Lee, "DDSketch: A fast and fully-mergeable quantile sketch with
/// relative-error guarantees", PVLDB 12 (2019), without its collapsing of buckets: values of 128
/// bits need no more than some thousand.
public struct PercentileSketch<Value: Summable>: CombinableReduceFunction {
    /// Which value is wanted.
    public let rank: NearestRank
    /// The relative error.
    public let accuracy: Double

    /// γ = (1 + α) / (1 − α): bucket `i` holds the magnitudes in (γⁱ⁻¹, γⁱ].
    private let base: Double
    private let logarithmOfBase: Double

    /// Creates the function.
    /// - Precondition: `accuracy` is from 0.0001 to 0.5.
    public init(_ rank: NearestRank, accuracy: Double) {
        precondition(accuracy >= 0.000_1 && accuracy <= 0.5, "an accuracy of 0.01 to 50 per cent")
        self.rank = rank
        self.accuracy = accuracy
        base = (1 + accuracy) / (1 - accuracy)
        logarithmOfBase = Mathematics.logarithm(base)
    }

    /// No values.
    public func begin() -> BucketCounts { BucketCounts() }

    /// See ``ReduceFunction/add(_:to:)``.
    public func add(_ value: Value, to accumulator: inout BucketCounts) {
        accumulator.add(1, to: bucket(of: value.summand))
    }

    /// See ``CombinableReduceFunction/merge(_:into:)``.
    public func merge(_ other: BucketCounts, into accumulator: inout BucketCounts) {
        accumulator.add(other)
    }

    /// The percentile; an empty list where there was no value.
    public func finish(_ accumulator: BucketCounts) -> ReducedValue {
        guard accumulator.total > 0 else { return .list([]) }
        let bucket = accumulator.bucket(at: rank.place(among: accumulator.total))
        return Value.result(ofSum: middle(of: bucket))
    }

    /// See ``ReduceFunction/footprint(of:)``.
    public func footprint(of accumulator: BucketCounts) -> Int { accumulator.footprint }

    /// Zero for zero; `i + 1` for a magnitude in bucket `i`, with the sign of the value.
    private func bucket(of value: Int128) -> Int {
        guard value != 0 else { return 0 }
        let logarithm = Mathematics.logarithm(Double(value.magnitude))
        let bucket = Int((logarithm / logarithmOfBase).rounded(.up)) + 1
        return value < 0 ? -bucket : bucket
    }

    /// The number with the same relative distance to both ends of a bucket: 2γⁱ / (γ + 1).
    private func middle(of bucket: Int) -> Int128 {
        guard bucket != 0 else { return 0 }
        let power = Mathematics.power(base, Double(bucket.magnitude - 1))
        let middle = (2 * power / (base + 1)).rounded()
        let magnitude = Int128(exactly: middle) ?? .max
        return bucket < 0 ? -magnitude : magnitude
    }
}
