/// The servers that a request has tried: four without an allocation, any number with one.
struct TriedServers: Sendable {
    private var fewOrdinals = SIMD4<Int32>(repeating: -1)
    private var fewSlots = SIMD4<Int32>(repeating: -1)
    private var many: Set<Int32> = []
    private var manySlots: [Int32] = []

    /// How many there are.
    private(set) var count = 0

    /// Whether the server with this number in the order of arrival is one of them.
    func contains(_ ordinal: Int) -> Bool {
        if count == 0 { return false }
        let ordinal = Int32(truncatingIfNeeded: ordinal)
        return fewOrdinals[0] == ordinal || fewOrdinals[1] == ordinal || fewOrdinals[2] == ordinal
            || fewOrdinals[3] == ordinal || (count > 4 && many.contains(ordinal))
    }

    /// The slot of one of them, in the order in which they were tried.
    func slot(_ index: Int) -> Int {
        Int(index < 4 ? fewSlots[index] : manySlots[index - 4])
    }

    mutating func insert(_ ordinal: Int, slot: Int) {
        guard !contains(ordinal) else { return }
        if count < 4 {
            fewOrdinals[count] = Int32(truncatingIfNeeded: ordinal)
            fewSlots[count] = Int32(truncatingIfNeeded: slot)
        } else {
            many.insert(Int32(truncatingIfNeeded: ordinal))
            manySlots.append(Int32(truncatingIfNeeded: slot))
        }
        count += 1
    }

    mutating func removeAll() {
        self = TriedServers()
    }
}
