/// Which reduce task a key goes to: murmur3_x86_32 of its bytes with seed 0, modulo the number of
/// tasks.
///
/// The original says "murmur3" and no more; the variant and the seed are settled here.
public struct Partitioner: Hashable, Sendable {
    /// How many reduce tasks there are.
    public let partitions: Int
    /// What is added to hashes; another number than zero is a bug that is planted for tests.
    package var plantedOffset: UInt32 = 0

    private static let function = MurmurHash32(seed: 0)

    /// Creates a partitioner for `partitions` reduce tasks.
    /// - Precondition: there is one at least, and fewer than 2³¹.
    public init(partitions: Int) {
        precondition(partitions > 0 && partitions < 1 << 31, "a job has reduce tasks")
        self.partitions = partitions
    }

    /// The hash of a key, which ``partition(ofHash:)`` takes.
    @inline(__always)
    static func hash(_ key: ByteView) -> UInt32 {
        UInt32(truncatingIfNeeded: function.hash(key.buffer))
    }

    /// The partition of keys with the hash `hash`.
    @inline(__always)
    func partition(ofHash hash: UInt32) -> Int {
        Int((hash &+ plantedOffset) % UInt32(truncatingIfNeeded: partitions))
    }

    /// The partition of `key`, from zero.
    public func partition(of key: ByteView) -> Int {
        partitions == 1 ? 0 : partition(ofHash: Self.hash(key))
    }
}
