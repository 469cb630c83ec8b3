/// The hash by which a slot ring places the virtual nodes of its servers.
public protocol VirtualNodeHash: Sendable {
    /// The name by which scenarios and reports call the hash.
    var name: String { get }

    /// The hash of a server's virtual node.
    ///
    /// - Parameters:
    ///   - server: The identity of the server, which is its ordinal plus the ring's base.
    ///   - replica: The number of the virtual node among the server's own.
    func hash(server: Int, replica: Int) -> UInt64
}

/// `Φ(i, j) = i² + j² + 2j + 25`, the server hash of the consistent-hashing assignment.
///
/// It is separable: every server puts the same pattern on the ring, shifted by `i²`, so few
/// servers leave most of the ring to one of them.
/// Source: "Implementing a Customizable Load Balancer", CS60002, IIT Kharagpur, 2024.
public struct QuadraticServerHash: VirtualNodeHash {
    /// Creates the hash.
    public init() {}

    /// See ``VirtualNodeHash/name``.
    public var name: String { "quadratic" }

    /// See ``VirtualNodeHash/hash(server:replica:)``.
    public func hash(server: Int, replica: Int) -> UInt64 {
        let (i, j) = (UInt64(truncatingIfNeeded: server), UInt64(truncatingIfNeeded: replica))
        return i &* i &+ j &* j &+ 2 &* j &+ 25
    }
}

/// `Φ(i, j) = i + j + 2j + 25`: the quadratic hash as a public copy of the assignment codes it,
/// its superscripts lost.
public struct LinearServerHash: VirtualNodeHash {
    /// Creates the hash.
    public init() {}

    /// See ``VirtualNodeHash/name``.
    public var name: String { "linear" }

    /// See ``VirtualNodeHash/hash(server:replica:)``.
    public func hash(server: Int, replica: Int) -> UInt64 {
        let (i, j) = (UInt64(truncatingIfNeeded: server), UInt64(truncatingIfNeeded: replica))
        return i &+ 3 &* j &+ 25
    }
}

/// `(i * 1315423911) ^ (j * 2654435761)`, the server hash of a published run of experiment A-4,
/// used there with ``MultiplicativeRequestHash``.
public struct MultiplicativeServerHash: VirtualNodeHash {
    /// Creates the hash.
    public init() {}

    /// See ``VirtualNodeHash/name``.
    public var name: String { "multiplicative" }

    /// See ``VirtualNodeHash/hash(server:replica:)``.
    public func hash(server: Int, replica: Int) -> UInt64 {
        let (i, j) = (UInt64(truncatingIfNeeded: server), UInt64(truncatingIfNeeded: replica))
        return (i &* 1_315_423_911) ^ (j &* 2_654_435_761)
    }
}

/// Any hash function, over the text `"i:j"`.
public struct TextServerHash: VirtualNodeHash {
    /// The function.
    public let function: any HashFunction

    /// Creates the hash from a function.
    public init(_ function: any HashFunction) {
        self.function = function
    }

    /// See ``VirtualNodeHash/name``.
    public var name: String { function.name }

    /// See ``VirtualNodeHash/hash(server:replica:)``.
    public func hash(server: Int, replica: Int) -> UInt64 {
        function.hash("\(server):\(replica)")
    }
}
