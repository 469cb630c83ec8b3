/// A loop that does the same whatever becomes of the rest of this package, so that its time tells
/// how fast the machine is at a moment.
///
/// It puts numbers into a heap of half a mebibyte and takes the smallest out, which asks of a
/// processor what a simulation asks of it: branches that cannot be foreseen, and memory that is not
/// read in order. Nothing of it may change: files with other times of it cannot be compared.
package enum Calibration {
    private static let size = 1 << 16
    private static let operations = 1_000_000.0
    private static let operationsMinimum = 10_000

    /// How long the loop takes now.
    ///
    /// - Parameter scale: How many times the work; above 1 is like 1.
    package static func measure(scale: Double) -> Stopwatch.Reading {
        let count = max(operationsMinimum, Int(operations * min(1, scale)))
        let watch = Stopwatch()
        let sum = run(count)
        let reading = watch.read()
        // Without a use of it the loop could be left out.
        precondition(sum != 0, "no sum of this loop is zero")
        return reading
    }

    /// Replaces the smallest of a heap by a larger number, again and again, and adds up what was
    /// taken out.
    static func run(_ count: Int) -> UInt64 {
        var heap = (1...UInt64(size)).map { $0 << 20 }
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        var sum: UInt64 = 0
        heap.withUnsafeMutableBufferPointer { heap in
            for _ in 0..<count {
                // Source: Marsaglia, "Xorshift RNGs", 2003.
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                sum &+= heap[0]
                sink(heap[0] &+ (state >> 28), in: heap)
            }
        }
        return sum
    }

    /// Puts `value` in the place of the smallest, and moves it down to where it belongs.
    private static func sink(_ value: UInt64, in heap: UnsafeMutableBufferPointer<UInt64>) {
        var place = 0
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < value else { break }
            heap[place] = heap[child]
            place = child
        }
        heap[place] = value
    }
}

extension Stopwatch.Reading {
    /// The middle between two readings.
    package static func middle(_ first: Self, _ second: Self) -> Self {
        Self(
            wall: (first.wall + second.wall) / 2,
            processor: (first.processor + second.processor) / 2
        )
    }
}
