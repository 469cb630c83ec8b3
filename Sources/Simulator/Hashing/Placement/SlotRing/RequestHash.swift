/// The hash by which a slot ring places requests; its value modulo the slots is the slot.
public protocol RequestHash: Sendable {
    /// The name by which scenarios and reports call the hash.
    var name: String { get }

    /// The hash of a key.
    func hash(_ key: PlacementKey) -> UInt64

    /// After how many consecutive identifiers the slots repeat, so that counting one period gives
    /// the exact law of uniformly drawn identifiers; nothing for a hash whose slots are taken as
    /// uniform themselves.
    func period(slots: Int) -> Int?
}

/// `H(i) = i² + 2i + 17`, the request hash of the consistent-hashing assignment.
///
/// It is `(i + 1)² + 16`: with 512 slots only 87 are ever hit, and some of them 16 times as often.
/// Source: "Implementing a Customizable Load Balancer", CS60002, IIT Kharagpur, 2024.
public struct QuadraticRequestHash: RequestHash {
    /// Creates the hash.
    public init() {}

    /// See ``RequestHash/name``.
    public var name: String { "quadratic" }

    /// See ``RequestHash/hash(_:)``.
    public func hash(_ key: PlacementKey) -> UInt64 {
        let number = key.number
        return number &* number &+ 2 &* number &+ 17
    }

    /// See ``RequestHash/period(slots:)``.
    public func period(slots: Int) -> Int? { slots }
}

/// `H(i) = i + 2i + 17`: the quadratic hash as a public copy of the assignment codes it, its
/// superscript lost.
public struct LinearRequestHash: RequestHash {
    /// Creates the hash.
    public init() {}

    /// See ``RequestHash/name``.
    public var name: String { "linear" }

    /// See ``RequestHash/hash(_:)``.
    public func hash(_ key: PlacementKey) -> UInt64 {
        3 &* key.number &+ 17
    }

    /// See ``RequestHash/period(slots:)``.
    public func period(slots: Int) -> Int? { slots }
}

/// Knuth's multiplicative hash `i * 2654435761 mod 2^32`.
///
/// The multiplier is the prime next to `2^32` over the golden ratio. Its low bits, which a modulo
/// by a power of two takes, are a mere permutation of the identifier's low bits.
/// Source: Knuth, "The Art of Computer Programming", volume 3, 6.4.
public struct MultiplicativeRequestHash: RequestHash {
    /// Creates the hash.
    public init() {}

    /// See ``RequestHash/name``.
    public var name: String { "multiplicative" }

    /// See ``RequestHash/hash(_:)``.
    public func hash(_ key: PlacementKey) -> UInt64 {
        (key.number &* 2_654_435_761) & 0xFFFF_FFFF
    }

    /// See ``RequestHash/period(slots:)``.
    public func period(slots: Int) -> Int? {
        (1 << 32) % slots == 0 ? slots : nil
    }
}

/// Any hash function, over the key's bytes: the decimal digits of an identifier.
public struct BytesRequestHash: RequestHash {
    /// The function.
    public let function: any HashFunction

    /// Creates the hash from a function.
    public init(_ function: any HashFunction) {
        self.function = function
    }

    /// See ``RequestHash/name``.
    public var name: String { function.name }

    /// See ``RequestHash/hash(_:)``.
    public func hash(_ key: PlacementKey) -> UInt64 {
        key.withBytes { function.hash($0) }
    }

    /// See ``RequestHash/period(slots:)``.
    public func period(slots: Int) -> Int? { nil }
}
