/// The points of a ring in ascending order, found without a search: the ring is cut into equal
/// parts, as many as there are points or up to twice as many, and each part knows its first point.
///
/// Points come from hashes, so that a part has one or half a one on average.
struct RingPoints<Position: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    /// Where the points are, ascending.
    let positions: [Position]
    /// For each part of the ring the index of the first point in it or after it.
    private let starts: [Int32]
    /// The bits of a position that do not say which part it is in.
    private let shift: Int

    /// A ring without points.
    init() { self.init([]) }

    /// A ring of these points, which are ascending.
    init(_ positions: [Position]) {
        self.positions = positions
        var bits = 0
        while 1 << bits < positions.count { bits += 1 }
        shift = Position.bitWidth - bits
        var starts = [Int32](repeating: Int32(positions.count), count: 1 << bits)
        for index in positions.indices.reversed() {
            starts[Self.part(of: positions[index], shift)] = Int32(index)
        }
        // A part without a point begins with the first point after it.
        for part in starts.indices.reversed().dropFirst()
        where starts[part] == Int32(positions.count) {
            starts[part] = starts[part + 1]
        }
        self.starts = starts
    }

    /// The index of the first point at `position` or after it, the first of all after the last.
    ///
    /// - Complexity: O(1) expected.
    @inline(__always)
    func index(from position: Position) -> Int {
        var index = Int(starts[Self.part(of: position, shift)])
        while index < positions.count, positions[index] < position { index += 1 }
        return index == positions.count ? 0 : index
    }

    /// The index of the first point after `position`, the first of all after the last.
    ///
    /// - Complexity: O(1) expected.
    @inline(__always)
    func index(after position: Position) -> Int {
        position == .max ? 0 : index(from: position + 1)
    }

    @inline(__always)
    private static func part(of position: Position, _ shift: Int) -> Int {
        Int(truncatingIfNeeded: position >> Position(truncatingIfNeeded: shift))
    }
}
