/// Merges sorted runs: gives their pairs in ascending order of keys, and pairs of one key in the
/// order of the runs.
///
/// - Complexity: O(log of the number of runs) comparisons a pair, in a binary heap of cursors.
struct RunMerge {
    private var cursors: [SortedRun.Cursor] = []
    /// Numbers of the cursors that have a pair, smallest key first.
    private var heap: [Int] = []

    init(_ runs: [ByteView]) throws(ShuffleError) {
        for run in runs {
            var cursor = SortedRun.Cursor(run)
            if try cursor.advance() {
                heap.append(cursors.count)
                cursors.append(cursor)
            }
        }
        for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(from: place) }
    }

    /// The key of the next pair; nothing at the end.
    var key: ByteView? { heap.first.map { cursors[$0].key } }

    /// The value of the next pair.
    var value: ByteView { heap.first.map { cursors[$0].value } ?? .empty }

    /// Moves to the next pair.
    mutating func advance() throws(ShuffleError) {
        guard let first = heap.first else { return }
        let hasMore = try cursors[first].advance()
        if !hasMore {
            heap[0] = heap[heap.count - 1]
            heap.removeLast()
        }
        sink(from: 0)
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let order = (cursors[left].key, cursors[right].key)
        return order.0 == order.1 ? left < right : order.0 < order.1
    }

    private mutating func sink(from place: Int) {
        var place = place
        while true {
            var smallest = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < heap.count && precedes(heap[child], heap[smallest]) { smallest = child }
            guard smallest != place else { return }
            heap.swapAt(place, smallest)
            place = smallest
        }
    }
}
