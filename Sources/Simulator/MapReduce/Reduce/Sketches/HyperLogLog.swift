/// A sketch of a set, from which its size can be estimated, and which merges without loss.
///
/// A hash of 64 bits chooses one of 2¹⁴ registers with its highest 14; the register keeps the
/// largest *rank* seen, the place of the first one among the other 50. Few registers are kept as a
/// list of those that are not zero, many as bytes; which of the two depends on their number alone,
/// so that equal sets have equal bytes.
///
/// Source: Flajolet, Fusy, Gandouet and Meunier, "HyperLogLog: the analysis of a near-optimal
/// cardinality estimation algorithm" (2007); for the sparse form, Heule, Nunkesser and Hall,
/// "HyperLogLog in practice" (2013).
public struct HyperLogLog: ShuffleValue, Hashable, Sendable {
    /// How many bits of the hash choose the register.
    static let precision = 14
    /// How many registers there are.
    static let registerCount = 1 << precision
    /// How many registers may be other than zero in the list.
    static let sparseMaximum = 2_048
    /// The largest rank: one more than there are other bits.
    static let largestRank = 64 - precision + 1

    /// Registers other than zero, ascending: the number above, eight bits of rank below.
    private var sparse: [UInt32] = []
    /// All registers; empty as long as the list is used.
    private var dense: [UInt8] = []

    /// Creates the sketch of an empty set.
    init() {}

    /// How many bytes are held.
    var footprint: Int { sparse.capacity * 4 + dense.capacity }

    /// Puts in an element by its hash.
    mutating func insert(hash: UInt64) {
        let register = Int(hash >> (64 - Self.precision))
        let rest = hash << Self.precision
        let rank = min(rest.leadingZeroBitCount + 1, Self.largestRank)
        raise(register, to: UInt8(truncatingIfNeeded: rank))
    }

    /// Puts in the elements of `other`.
    mutating func formUnion(_ other: HyperLogLog) {
        for entry in other.sparse {
            raise(Int(entry >> 8), to: UInt8(truncatingIfNeeded: entry))
        }
        for (register, rank) in other.dense.enumerated() where rank > 0 {
            raise(register, to: rank)
        }
    }

    private mutating func raise(_ register: Int, to rank: UInt8) {
        guard dense.isEmpty else {
            if dense[register] < rank { dense[register] = rank }
            return
        }
        let place = self.place(of: register)
        if place < sparse.count, Int(sparse[place] >> 8) == register {
            if UInt8(truncatingIfNeeded: sparse[place]) < rank {
                sparse[place] = UInt32(register) << 8 | UInt32(rank)
            }
            return
        }
        sparse.insert(UInt32(register) << 8 | UInt32(rank), at: place)
        if sparse.count > Self.sparseMaximum { becomeDense() }
    }

    private mutating func becomeDense() {
        dense = Array(repeating: 0, count: Self.registerCount)
        for entry in sparse { dense[Int(entry >> 8)] = UInt8(truncatingIfNeeded: entry) }
        sparse = []
    }

    private func place(of register: Int) -> Int {
        var low = 0
        var high = sparse.count
        while low < high {
            let middle = (low + high) / 2
            if Int(sparse[middle] >> 8) < register { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// How many registers have each rank, from zero.
    var ranks: [Int] {
        var ranks = Array(repeating: 0, count: Self.largestRank + 1)
        ranks[0] = dense.isEmpty ? Self.registerCount - sparse.count : 0
        for entry in sparse { ranks[Int(entry & 0xFF)] += 1 }
        for rank in dense { ranks[Int(rank)] += 1 }
        return ranks
    }
}

extension HyperLogLog {
    /// Writes the list of registers, four bytes each, or all registers, a byte each.
    public func encode(into bytes: inout [UInt8]) {
        guard dense.isEmpty else { return bytes.append(contentsOf: dense) }
        for entry in sparse {
            for shift in stride(from: 24 as UInt32, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: entry >> shift))
            }
        }
    }

    /// See ``ShuffleValue/decode(_:)``. The list never has as many bytes as there are registers.
    public static func decode(_ bytes: ByteView) -> HyperLogLog? {
        var sketch = HyperLogLog()
        if bytes.count == registerCount {
            guard bytes.allSatisfy({ Int($0) <= largestRank }) else { return nil }
            sketch.dense = Array(bytes.buffer)
            return sketch
        }
        guard bytes.count % 4 == 0, bytes.count / 4 <= sparseMaximum else { return nil }
        for start in stride(from: 0, to: bytes.count, by: 4) {
            let entry = (0..<4).reduce(0 as UInt32) { $0 << 8 | UInt32(bytes[start + $1]) }
            guard Int(entry >> 8) < registerCount, (1...largestRank).contains(Int(entry & 0xFF)),
                sketch.sparse.last.map({ $0 >> 8 < entry >> 8 }) ?? true
            else { return nil }
            sketch.sparse.append(entry)
        }
        return sketch
    }
}
