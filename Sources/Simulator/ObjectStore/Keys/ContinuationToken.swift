/// Where a list goes on: behind a key, or behind all keys of a common prefix.
///
/// Its text is opaque to clients.
struct ContinuationToken: Equatable {
    /// A key, or a common prefix.
    let position: [UInt8]
    let isPrefix: Bool

    private static let keyMark: UInt8 = 0
    private static let prefixMark: UInt8 = 1

    init(position: [UInt8], isPrefix: Bool) {
        self.position = position
        self.isPrefix = isPrefix
    }

    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for a text that no list gave out.
    init(text: String) throws(ObjectStoreError) {
        guard let bytes = Base64.bytes(text), let mark = bytes.first, mark <= Self.prefixMark,
            bytes.count > 1
        else { throw .invalidArgument("The continuation token provided is incorrect") }
        position = Array(bytes.dropFirst())
        isPrefix = mark == Self.prefixMark
    }

    var text: String {
        Base64.text([isPrefix ? Self.prefixMark : Self.keyMark] + position)
    }

    /// The first position at which a key may stand that comes later.
    ///
    /// - Returns: Nil where none can.
    var next: [UInt8]? {
        isPrefix ? ObjectKeyOrder.successor(ofPrefix: position) : position + [0]
    }
}

extension ObjectKeyOrder {
    /// The least run of bytes that is greater than all that begin with `prefix`.
    ///
    /// - Returns: Nil where there is none: after nothing but bytes of 255.
    static func successor(ofPrefix prefix: [UInt8]) -> [UInt8]? {
        var bytes = prefix
        while let last = bytes.popLast() {
            if last < .max { return bytes + [last + 1] }
        }
        return nil
    }

    /// Whether some bytes stand before others.
    static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.withUnsafeBytes { left in right.withUnsafeBytes { compare(left, $0) < 0 } }
    }
}
