/// The servers of a tier on a line, each as long as its weight: what random draws and plain hashes
/// look up.
struct WeightTable: Sendable {
    /// The slots in the order of arrival.
    private(set) var slots: [Int32] = []
    /// Where each server begins.
    private var starts: [Int] = []
    /// The length of the line.
    private(set) var total = 0

    var count: Int { slots.count }

    mutating func append(slot: Int, weight: Int) {
        slots.append(Int32(slot))
        starts.append(total)
        total += weight
    }

    /// The slot at a place on the line.
    ///
    /// - Complexity: O(log *n*) in the number of servers.
    func slot(at position: Int) -> Int {
        Int(slots[index(at: position)])
    }

    /// The index of the server at a place on the line.
    func index(at position: Int) -> Int {
        var low = 0
        var high = slots.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if position < starts[middle] { high = middle } else { low = middle }
        }
        return low
    }

    /// Where the server at an index begins.
    func start(of index: Int) -> Int { starts[index] }
}
