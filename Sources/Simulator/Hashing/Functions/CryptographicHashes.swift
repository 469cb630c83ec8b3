import Crypto

/// MD5, cut to its first eight bytes read as a big-endian integer: the customary ring hash of
/// older proxies and of libketama's successors.
///
/// It is broken as a cryptographic hash and used here as a well-mixing one. A call allocates.
/// Source: RFC 1321.
public struct MD5Hash: HashFunction {
    /// Creates the function.
    public init() {}

    /// See ``HashFunction/name``.
    public var name: String { "md5" }

    /// See ``HashFunction/width``.
    public var width: Int { 64 }

    /// See ``HashFunction/hash(_:)``.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        firstWord(of: Insecure.MD5.self, bytes)
    }

    /// The whole digest of 16 bytes.
    public func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        wholeDigest(of: Insecure.MD5.self, bytes)
    }
}

/// SHA-256, cut to its first eight bytes read as a big-endian integer.
///
/// A call allocates. Source: FIPS 180-4.
public struct SHA256Hash: HashFunction {
    /// Creates the function.
    public init() {}

    /// See ``HashFunction/name``.
    public var name: String { "sha256" }

    /// See ``HashFunction/width``.
    public var width: Int { 64 }

    /// See ``HashFunction/hash(_:)``.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        firstWord(of: SHA256.self, bytes)
    }

    /// The whole digest of 32 bytes.
    public func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        wholeDigest(of: SHA256.self, bytes)
    }
}

private func firstWord<Function: Crypto.HashFunction>(
    of _: Function.Type,
    _ bytes: UnsafeRawBufferPointer
) -> UInt64 {
    var function = Function()
    function.update(bufferPointer: bytes)
    return function.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
}

private func wholeDigest<Function: Crypto.HashFunction>(
    of _: Function.Type,
    _ bytes: UnsafeRawBufferPointer
) -> [UInt8] {
    var function = Function()
    function.update(bufferPointer: bytes)
    return Array(function.finalize())
}
