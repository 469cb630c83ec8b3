/// Pairs of keys and values as bytes, in ascending order of their keys: what a map task leaves for
/// a reduce task.
///
/// A pair is the key's length, the key, the value's length, the value; lengths are variable-length
/// integers.
enum SortedRun {
    /// Where each pair of a run ends.
    ///
    /// - Throws: ``ShuffleError``.
    static func ends(of run: [UInt8]) throws -> [Int] {
        try run.withUnsafeBytes { bytes in
            var ends: [Int] = []
            var cursor = Cursor(ByteView(bytes))
            while try cursor.advance() { ends.append(cursor.offset) }
            return ends
        }
    }

    /// Walks over the pairs of a run.
    struct Cursor {
        /// The key of the pair here.
        private(set) var key = ByteView.empty
        /// The value of the pair here.
        private(set) var value = ByteView.empty
        private let run: ByteView
        /// Where the next pair begins.
        private(set) var offset = 0

        init(_ run: ByteView) {
            self.run = run
        }

        /// Moves to the next pair; false after the last.
        @inline(__always)
        mutating func advance() throws(ShuffleError) -> Bool {
            guard offset < run.count else { return false }
            key = try piece()
            value = try piece()
            return true
        }

        @inline(__always)
        private mutating func piece() throws(ShuffleError) -> ByteView {
            // Most lengths are one byte.
            let short = offset < run.count ? Int(run.start[offset]) : 0x80
            if short < 0x80, short < run.count - offset {
                defer { offset += 1 + short }
                return ByteView(start: run.start + offset + 1, count: short)
            }
            return try longPiece()
        }

        private mutating func longPiece() throws(ShuffleError) -> ByteView {
            guard let length = VariableLengthInteger.read(run, at: &offset),
                length <= run.count - offset
            else { throw .damagedRun(offset: offset) }
            defer { offset += length }
            return run.slice(offset..<(offset + length))
        }
    }
}

/// Why map output cannot be reduced.
public enum ShuffleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A run ends in the middle of a pair, or holds a length that cannot be.
    case damagedRun(offset: Int)
    /// A value is not what the reduce function takes.
    case damagedValue(key: [UInt8])

    /// What is wrong, and where.
    public var description: String {
        switch self {
        case .damagedRun(let offset): "the map output is damaged at byte \(offset)"
        case .damagedValue(let key):
            "the map output has a damaged value for '\(String(decoding: key, as: UTF8.self))'"
        }
    }
}
