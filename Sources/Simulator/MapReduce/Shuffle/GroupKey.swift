internal import CBytes

/// A key as a table holds it: in 24 bytes, with its hash.
///
/// Up to sixteen bytes stand in the key itself, zeros after them, so that two keys are compared by
/// three comparisons of numbers. Of a longer one the key has a second hash, and where it stands.
struct GroupKey {
    /// The bytes as they stand in memory, or a hash and an address.
    private let words: (UInt64, UInt64)
    /// How long the key is.
    private let count: UInt32
    /// The hash of the key.
    let hash: UInt32

    /// The longest key that needs no other memory.
    static var inlineMaximum: Int { 16 }

    /// The key `bytes`, looked at where it stands.
    ///
    /// - Parameter surroundings: Memory that may be read, also around keys that stand in it.
    /// - Precondition: it is shorter than 2³² bytes.
    @inline(__always)
    init(_ bytes: ByteView, in surroundings: ByteView) {
        if bytes.count <= Self.inlineMaximum {
            let words = Self.words(of: bytes, in: surroundings)
            let mixed = Self.mix(words.0, words.1 ^ UInt64(bytes.count))
            self.init(words, bytes.count, mixed)
        } else {
            self.init(long: bytes)
        }
    }

    @inline(__always)
    private init(_ words: (UInt64, UInt64), _ count: Int, _ mixed: UInt64) {
        self.words = words
        self.count = UInt32(truncatingIfNeeded: count)
        hash = UInt32(truncatingIfNeeded: mixed ^ mixed >> 29)
    }

    @inline(never)
    private init(long bytes: ByteView) {
        precondition(bytes.count <= UInt32.max, "a key is shorter than four gibibytes")
        var mixed = UInt64(bytes.count)
        var offset = 0
        while offset + 16 <= bytes.count {
            mixed = Self.mix(
                mixed ^ Bytes.word(bytes, at: offset),
                Bytes.word(bytes, at: offset + 8)
            )
            offset += 16
        }
        mixed = Self.mix(
            mixed ^ Bytes.word(bytes, at: bytes.count - 16),
            Bytes.word(bytes, at: bytes.count - 8)
        )
        self.init((mixed, UInt64(UInt(bitPattern: bytes.start))), bytes.count, mixed)
    }

    /// The words of a short key: both are read at once where that much may be read.
    @inline(__always)
    private static func words(
        of bytes: ByteView,
        in surroundings: ByteView
    ) -> (UInt64, UInt64) {
        let start = UInt(bitPattern: bytes.start)
        let room = UInt(bitPattern: surroundings.start) &+ UInt(surroundings.count) &- start
        guard start >= UInt(bitPattern: surroundings.start), Int(bitPattern: room) >= 16 else {
            return words(ofAlone: bytes)
        }
        let read = cbytes_read(bytes.start, bytes.count)
        return (read.first, read.second)
    }

    @inline(never)
    private static func words(ofAlone bytes: ByteView) -> (UInt64, UInt64) {
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes.buffer) }
        return words
    }

    /// The product of both numbers, its halves folded together, and the numbers with it, so that
    /// keys for which one factor is zero have different hashes too (as wyhash can do it).
    @inline(__always)
    private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
        let (left, right) = (first ^ 0x9E37_79B9_7F4A_7C15, second ^ 0xD1B5_4A32_D192_ED03)
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ left ^ product.low ^ right
    }

    /// The same key, its bytes copied to `arena` where they stand elsewhere.
    func kept(in arena: inout ByteArena) -> GroupKey {
        guard count > Self.inlineMaximum else { return self }
        let copy = arena.copy(elsewhere)
        return GroupKey((words.0, UInt64(UInt(bitPattern: copy.start))), copy.count, words.0)
    }

    /// The bytes of a long key.
    private var elsewhere: ByteView {
        guard let start = UnsafePointer<UInt8>(bitPattern: UInt(words.1)) else { return .empty }
        return ByteView(start: start, count: Int(count))
    }

    /// Whether both are the same bytes.
    @inline(__always)
    static func == (left: GroupKey, right: GroupKey) -> Bool {
        guard left.words.0 == right.words.0, left.count == right.count else { return false }
        return left.count <= inlineMaximum
            ? left.words.1 == right.words.1 : left.elsewhere == right.elsewhere
    }

    /// The bytes of the key at `place`; valid as long as it stays there.
    @inline(__always)
    static func bytes(ofKeyAt place: UnsafePointer<GroupKey>) -> ByteView {
        let key = place.pointee
        guard key.count <= inlineMaximum else { return key.elsewhere }
        // The words come first in the key.
        let memory = UnsafeRawPointer(place).assumingMemoryBound(to: UInt8.self)
        return ByteView(start: memory, count: Int(key.count))
    }
}
