/// Merges sorted runs: gives their pairs in ascending order of keys, and pairs of one key in the
/// order of the runs.
///
/// - Complexity: O(log of the number of runs) comparisons a pair, in a binary heap of cursors; none
///   where there is one run.
struct RunMerge {
    /// A run that has a pair, and its place among the runs.
    private struct Part {
        private(set) var cursor: SortedRun.Cursor
        let number: Int
        /// The first eight bytes of the key, by which most keys are told apart.
        private var start: UInt64

        init(_ cursor: SortedRun.Cursor, number: Int) {
            self.cursor = cursor
            self.number = number
            start = cursor.key.number(at: 0)
        }

        @inline(__always)
        mutating func advance() throws(ShuffleError) -> Bool {
            guard try cursor.advance() else { return false }
            start = cursor.key.number(at: 0)
            return true
        }

        /// Whether the pair here comes before that of another run.
        @inline(__always)
        func precedes(_ other: Part) -> Bool {
            if start != other.start { return start < other.start }
            let order = Bytes.compare(cursor.key, other.cursor.key)
            if order != 0 { return order < 0 }
            if cursor.key.count != other.cursor.key.count {
                return cursor.key.count < other.cursor.key.count
            }
            return number < other.number
        }
    }

    /// The run with the next pair; nothing at the end.
    private var front: Part?
    /// The other runs that have a pair, smallest key first.
    private var heap: [Part] = []

    init(_ runs: [ByteView]) throws(ShuffleError) {
        for (number, run) in runs.enumerated() {
            var cursor = SortedRun.Cursor(run)
            if try cursor.advance() { heap.append(Part(cursor, number: number)) }
        }
        for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(from: place) }
        front = takeFirst()
    }

    /// The key of the next pair; nothing at the end.
    @inline(__always)
    var key: ByteView? { front?.cursor.key }

    /// The value of the next pair.
    @inline(__always)
    var value: ByteView { front?.cursor.value ?? .empty }

    /// Moves to the next pair.
    @inline(__always)
    mutating func advance() throws(ShuffleError) {
        guard try front?.advance() == true else {
            front = takeFirst()
            return
        }
        if !heap.isEmpty { passOn() }
    }

    /// Lets another run go first, where its key is smaller now.
    private mutating func passOn() {
        guard let part = front, heap[0].precedes(part) else { return }
        front = heap[0]
        heap[0] = part
        sink(from: 0)
    }

    private mutating func takeFirst() -> Part? {
        guard let first = heap.first else { return nil }
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
        sink(from: 0)
        return first
    }

    private mutating func sink(from start: Int) {
        heap.withUnsafeMutableBufferPointer { heap in
            guard start < heap.count else { return }
            let part = heap[start]
            var place = start
            while true {
                var child = 2 * place + 1
                guard child < heap.count else { break }
                if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
                guard heap[child].precedes(part) else { break }
                heap[place] = heap[child]
                place = child
            }
            heap[place] = part
        }
    }
}
