/// What is placed: a request, a record or an object, as an integer identifier or as bytes.
///
/// The bytes of an identifier are its decimal digits in ASCII, which is how the systems modelled
/// here hash one, and a text of decimal digits is the identifier that it spells: `"132574"` and
/// `132574` are one key and go to one member. Making a key from an integer allocates nothing.
public struct PlacementKey: Hashable, Sendable {
    private enum Storage: Hashable {
        case identifier(UInt64)
        case bytes([UInt8])
    }

    private let storage: Storage

    /// Creates the key of an identifier.
    public init(_ identifier: UInt64) {
        storage = .identifier(identifier)
    }

    /// Creates the key of an identifier, which is not negative.
    public init(_ identifier: Int) {
        precondition(identifier >= 0, "an identifier is not negative")
        storage = .identifier(UInt64(identifier))
    }

    /// Creates the key of a text's UTF-8.
    public init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// Creates the key of some bytes.
    public init(bytes: [UInt8]) {
        if let identifier = Self.identifier(spelledBy: bytes) {
            storage = .identifier(identifier)
        } else {
            storage = .bytes(bytes)
        }
    }

    /// The integer that the key is, where it is one.
    public var identifier: UInt64? {
        guard case .identifier(let value) = storage else { return nil }
        return value
    }

    /// An integer for hash functions that are defined on integers only: the identifier, or the
    /// 64-bit FNV-1a hash of the bytes where there is none.
    public var number: UInt64 {
        switch storage {
        case .identifier(let value): value
        case .bytes(let bytes): FNV1a64().hash(bytes)
        }
    }

    /// Calls a closure with the key's bytes; they must not escape it.
    public func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        switch storage {
        case .identifier(let value): try Self.withDecimalDigits(of: value, body)
        case .bytes(let bytes): try bytes.withUnsafeBytes(body)
        }
    }

    /// The canonical decimal spelling only: a leading zero or sign makes another key.
    private static func identifier(spelledBy bytes: [UInt8]) -> UInt64? {
        guard (1...20).contains(bytes.count), bytes.count == 1 || bytes[0] != 0x30 else {
            return nil
        }
        var value: UInt64 = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { return nil }
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(byte - 0x30))
            guard !tooLarge, !carried else { return nil }
            value = sum
        }
        return value
    }

    private static func withDecimalDigits<Result>(
        of value: UInt64,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let digitsMaximum = 20
        return try withUnsafeTemporaryAllocation(byteCount: digitsMaximum, alignment: 1) { buffer in
            var position = digitsMaximum
            var rest = value
            repeat {
                position -= 1
                buffer[position] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            return try body(UnsafeRawBufferPointer(rebasing: buffer[position...]))
        }
    }
}

extension PlacementKey: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// Creates the key of an identifier.
    public init(integerLiteral value: UInt64) {
        self.init(value)
    }

    /// Creates the key of a text.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension PlacementKey: CustomStringConvertible {
    /// The key's bytes as text.
    public var description: String {
        withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension HashFunction {
    /// The hash of a key's bytes.
    public func hash(_ key: PlacementKey) -> UInt64 {
        key.withBytes { hash($0) }
    }
}
