/// The bytes of an object: stored, described by a seed and a length, or put together from others.
///
/// Described bytes are made when they are read; their digests are the same as if they were stored.
/// To cut and to join copies nothing.
public struct ObjectContent: Sendable {
    enum Form: Sendable {
        case bytes([UInt8])
        case generated(seed: UInt64, count: Int)
        case pieces(ContentPieces)
    }

    let form: Form

    init(form: Form) {
        self.form = form
    }

    /// Content of stored bytes.
    public init(_ bytes: [UInt8]) {
        form = .bytes(bytes)
    }

    /// Content of the UTF-8 of a text.
    public init(_ text: String) {
        form = .bytes(Array(text.utf8))
    }

    /// Content that is described: `count` bytes that follow from `seed`.
    public static func described(seed: UInt64, count: Int) -> ObjectContent {
        precondition(count >= 0, "bytes are counted from none")
        return ObjectContent(form: .generated(seed: seed, count: count))
    }

    /// Content of several, one behind the other.
    public static func joined(_ contents: [ObjectContent]) -> ObjectContent {
        let pieces = contents.flatMap { $0.pieces(in: 0..<$0.count) }
        if pieces.count == 1, pieces[0].isWhole { return ObjectContent(form: pieces[0].source) }
        return ObjectContent(form: .pieces(ContentPieces(pieces)))
    }

    /// How many bytes there are.
    ///
    /// - Complexity: O(1).
    public var count: Int {
        switch form {
        case .bytes(let bytes): bytes.count
        case .generated(_, let count): count
        case .pieces(let pieces): pieces.count
        }
    }

    /// The bytes in `range`, without copying them.
    public func slice(_ range: Range<Int>) -> ObjectContent {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of the content")
        if range.count == count { return self }
        if range.isEmpty { return ObjectContent([]) }
        return ObjectContent(form: .pieces(ContentPieces(pieces(in: range))))
    }

    /// All bytes, as an array; of stored ones without copying them.
    public func bytes() -> [UInt8] {
        if case .bytes(let bytes) = form { return bytes }
        var all: [UInt8] = []
        all.reserveCapacity(count)
        forEachChunk { all.append(contentsOf: $0) }
        return all
    }

    /// The pieces that make up `range`; none is itself in pieces or empty.
    private func pieces(in range: Range<Int>) -> [ContentPieces.Piece] {
        if range.isEmpty { return [] }
        guard case .pieces(let pieces) = form else {
            return [ContentPieces.Piece(source: form, range: range)]
        }
        return pieces.cut(to: range)
    }

    /// How many bytes of described content are made at a time.
    private static let chunkSize = 64 << 10

    /// Calls `body` with all bytes in order, some at a time.
    public func forEachChunk(_ body: (UnsafeRawBufferPointer) -> Void) {
        switch form {
        case .bytes(let bytes): bytes.withUnsafeBytes(body)
        case .generated(let seed, let count):
            withBuffer { Self.generate(0..<count, seed: seed, with: $0, body) }
        case .pieces:
            withBuffer { buffer in
                for piece in pieces(in: 0..<count) { Self.visit(piece, with: buffer, body) }
            }
        }
    }

    private func withBuffer(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
        let size = min(max(count, 8), Self.chunkSize)
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 16, body)
    }

    private static func visit(
        _ piece: ContentPieces.Piece,
        with buffer: UnsafeMutableRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        switch piece.source {
        case .bytes(let bytes):
            bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[piece.range])) }
        case .generated(let seed, _): generate(piece.range, seed: seed, with: buffer, body)
        case .pieces: break
        }
    }

    private static func generate(
        _ range: Range<Int>,
        seed: UInt64,
        with buffer: UnsafeMutableRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let end = min(offset + buffer.count, range.upperBound)
            let chunk = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(end - offset)])
            GeneratedBytes.fill(chunk, seed: seed, offset: offset)
            body(UnsafeRawBufferPointer(chunk))
            offset = end
        }
    }
}

extension ObjectContent: Equatable {
    /// Whether the bytes are the same, however they are held.
    public static func == (left: ObjectContent, right: ObjectContent) -> Bool {
        switch (left.form, right.form) {
        case (.generated(let seed, let count), .generated(let other, let otherCount))
        where seed == other && count == otherCount:
            return true
        default: return left.count == right.count && left.bytes() == right.bytes()
        }
    }
}

/// Ranges of other content, one behind the other.
final class ContentPieces: Sendable {
    struct Piece: Sendable {
        /// Stored or described bytes, never pieces.
        let source: ObjectContent.Form
        let range: Range<Int>

        var isWhole: Bool {
            switch source {
            case .bytes(let bytes): range.count == bytes.count
            case .generated(_, let count): range.count == count
            case .pieces: false
            }
        }
    }

    private let pieces: [Piece]
    let count: Int

    init(_ pieces: [Piece]) {
        self.pieces = pieces
        count = pieces.reduce(0) { $0 + $1.range.count }
    }

    func cut(to range: Range<Int>) -> [Piece] {
        var start = 0
        return pieces.compactMap { piece in
            let shift = piece.range.lowerBound - start
            start += piece.range.count
            let wanted = (range.lowerBound + shift)..<(range.upperBound + shift)
            let part = piece.range.clamped(to: wanted)
            return part.isEmpty ? nil : Piece(source: piece.source, range: part)
        }
    }
}
