/// One named stream of random numbers.
///
/// Streams are split from the seed of the run by label, so that adding a fault, a node or a draw
/// shifts no other stream. Every draw enters the digest of the run.
///
/// It is a value: a copy repeats the draws of the original, so keep one stream in one place.
public struct RandomStream: RandomNumberGenerator, Sendable {
    /// What the stream is split from, and what its draws enter the digest with.
    private let origin: UInt64
    private var generator: Xoshiro256
    private let executor: SimulationExecutor

    init(seed: UInt64, label: String, executor: SimulationExecutor, parent: UInt64? = nil) {
        let own = Self.origin(seed, label)
        generator = Xoshiro256(seed: own)
        origin =
            executor.decisions == nil ? own : executor.open(label, identity: own, beneath: parent)
        self.executor = executor
    }

    /// The stream called `label` beneath this one, whatever was drawn from it so far.
    public func split(_ label: String) -> RandomStream {
        RandomStream(seed: origin, label: label, executor: executor, parent: origin)
    }

    /// The next 64 bits.
    @inline(__always)
    public mutating func next() -> UInt64 {
        let draw = generator.next()
        let state = executor.state
        guard state.pointee.drawsFreely else { return executor.decide(draw, from: origin) }
        state.pointee.digest.fold(draw, origin)
        return draw
    }

    /// A number in 0 ..< 1, a multiple of 2^-53.
    @inline(__always)
    public mutating func unit() -> Double { Draws.unit(&self) }

    /// A whole number below `bound`, every one as likely.
    ///
    /// Source: Lemire, "Fast Random Integer Generation in an Interval", 2019.
    public mutating func below(_ bound: UInt64) -> UInt64 { Draws.below(bound, &self) }

    /// Goes on as if durations had been drawn from `distributions` in turn, `count` times; what was
    /// skipped does not enter the digest.
    ///
    /// - Complexity: O(log `count`) where each of them takes a fixed number of draws, as constant,
    ///   exponential and Pareto distributions do; else O(`count`).
    mutating func skip(_ count: UInt64, of distributions: [DurationDistribution]) {
        let draws = distributions.map(\.drawsPerSample)
        if draws.contains(nil) {
            executor.idleTime.drawnSamples &+= count &* UInt64(distributions.count)
            for _ in 0..<count {
                for distribution in distributions { distribution.skipSample(of: &generator) }
            }
            return
        }
        let total = count * draws.reduce(0) { $0 + ($1 ?? 0) }
        if total > 0 { executor.idleTime.jump(by: total).advance(&generator) }
    }

    /// Folds `label` into `seed`, byte by byte, so that equal labels give equal streams anywhere.
    private static func origin(_ seed: UInt64, _ label: String) -> UInt64 {
        var digest = TraceDigest()
        digest.fold(seed, 0x5EED)
        for byte in label.utf8 { digest.fold(UInt64(byte), 0xB5AD_4ECE_DA1C_E2A9) }
        return digest.value
    }
}

/// Numbers made of the words of any generator.
enum Draws {
    /// A number in 0 ..< 1, a multiple of 2^-53.
    @inline(__always)
    static func unit(_ generator: inout some RandomNumberGenerator) -> Double {
        Double(generator.next() >> 11) * 0x1p-53
    }

    /// A whole number below `bound`, every one as likely.
    ///
    /// Source: Lemire, "Fast Random Integer Generation in an Interval", 2019.
    @inline(__always)
    static func below(_ bound: UInt64, _ generator: inout some RandomNumberGenerator) -> UInt64 {
        precondition(bound > 0, "a bound of at least 1")
        var product = generator.next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let threshold = (0 &- bound) % bound
            while product.low < threshold {
                product = generator.next().multipliedFullWidth(by: bound)
            }
        }
        return product.high
    }

    /// The abscissa of a point in the unit disc, and the square of its distance from the centre,
    /// which is above 0: two draws or more.
    @inline(__always)
    static func inUnitDisc(
        _ generator: inout some RandomNumberGenerator
    ) -> (x: Double, square: Double) {
        while true {
            let x = 2 * unit(&generator) - 1
            let y = 2 * unit(&generator) - 1
            let square = x * x + y * y
            if square > 0 && square < 1 { return (x, square) }
        }
    }
}
