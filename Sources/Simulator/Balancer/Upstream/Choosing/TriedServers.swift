/// The servers that a request has tried: four without an allocation, any number with one.
struct TriedServers: Sendable {
    private var fewOrdinals = SIMD4<Int32>(repeating: -1)
    private var fewSlots = SIMD4<Int32>(repeating: -1)
    /// Those after the first four by ordinal, which stands in the high half, the slot in the low.
    private var many: [UInt64] = []

    /// How many there are.
    private(set) var count = 0

    /// Whether the server with this number in the order of arrival is one of them.
    ///
    /// - Complexity: O(log *n*) in how many there are.
    func contains(_ ordinal: Int) -> Bool {
        if count == 0 { return false }
        let few = Int32(truncatingIfNeeded: ordinal)
        if fewOrdinals[0] == few || fewOrdinals[1] == few || fewOrdinals[2] == few
            || fewOrdinals[3] == few
        {
            return true
        }
        guard count > 4 else { return false }
        let index = position(of: ordinal)
        return index < many.count && many[index] >> 32 == UInt64(ordinal)
    }

    /// The slot of one of them.
    func slot(_ index: Int) -> Int {
        index < 4 ? Int(fewSlots[index]) : Int(many[index - 4] & 0xFFFF_FFFF)
    }

    mutating func insert(_ ordinal: Int, slot: Int) {
        guard !contains(ordinal) else { return }
        if count < 4 {
            fewOrdinals[count] = Int32(truncatingIfNeeded: ordinal)
            fewSlots[count] = Int32(truncatingIfNeeded: slot)
        } else {
            many.insert(UInt64(ordinal) << 32 | UInt64(slot), at: position(of: ordinal))
        }
        count += 1
    }

    mutating func removeAll() {
        self = TriedServers()
    }

    /// Where an ordinal stands among the many, or would stand.
    private func position(of ordinal: Int) -> Int {
        var low = 0
        var high = many.count
        while low < high {
            let middle = (low + high) / 2
            if many[middle] >> 32 < UInt64(ordinal) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
