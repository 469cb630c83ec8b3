/// One named stream of random numbers.
///
/// Streams are split from the seed of the run by label, so that adding a fault, a node or a draw
/// shifts no other stream. Every draw enters the digest of the run.
///
/// It is a value: a copy repeats the draws of the original, so keep one stream in one place.
public struct RandomStream: RandomNumberGenerator, Sendable {
    private let origin: UInt64
    private var generator: Xoshiro256
    private let executor: SimulationExecutor

    init(seed: UInt64, label: String, executor: SimulationExecutor) {
        origin = Self.origin(seed, label)
        generator = Xoshiro256(seed: origin)
        self.executor = executor
    }

    /// The stream called `label` beneath this one, whatever was drawn from it so far.
    public func split(_ label: String) -> RandomStream {
        RandomStream(seed: origin, label: label, executor: executor)
    }

    /// The next 64 bits.
    @inline(__always)
    public mutating func next() -> UInt64 {
        let draw = generator.next()
        guard executor.isCurrent || executor.isUsableOrFails else { return draw }
        executor.state.pointee.digest.fold(draw, origin)
        return draw
    }

    /// A number in 0 ..< 1, a multiple of 2^-53.
    @inline(__always)
    public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A whole number below `bound`, every one as likely.
    ///
    /// Source: Lemire, "Fast Random Integer Generation in an Interval", 2019.
    public mutating func below(_ bound: UInt64) -> UInt64 {
        precondition(bound > 0, "a bound of at least 1")
        var product = next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let threshold = (0 &- bound) % bound
            while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
        }
        return product.high
    }

    /// Folds `label` into `seed`, byte by byte, so that equal labels give equal streams anywhere.
    private static func origin(_ seed: UInt64, _ label: String) -> UInt64 {
        var digest = TraceDigest()
        digest.fold(seed, 0x5EED)
        for byte in label.utf8 { digest.fold(UInt64(byte), 0xB5AD_4ECE_DA1C_E2A9) }
        return digest.value
    }
}
