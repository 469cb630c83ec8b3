/// A rolling digest of everything that happened in a run, in order.
///
/// Two runs with the same digest took the same events at the same instants for the same nodes. It
/// folds words with a 64 by 64 bit multiplication (the mixing step of wyhash), a few instructions
/// each, so it is always on.
public struct TraceDigest: Equatable, Sendable, CustomStringConvertible {
    /// The digest so far.
    public private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The digest of a run in which nothing has happened.
    public init() {}

    /// Adds the pair of words `first` and `second`.
    @inline(__always)
    public mutating func fold(_ first: UInt64, _ second: UInt64) {
        let product = (value ^ first).multipliedFullWidth(by: second ^ 0xA076_1D64_78BD_642F)
        value = product.high ^ product.low
    }

    /// Sixteen hexadecimal digits.
    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
