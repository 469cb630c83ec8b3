/// The algorithm ddmin: which of many parts a failure needs.
///
/// A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE
/// Transactions on Software Engineering 28(2), 2002.
enum DeltaDebugging {
    /// Some of `elements`, in their order, that fail together, and of which none can be left out
    /// alone.
    ///
    /// - Parameters:
    ///   - elements: Parts that fail together; this is not tried again.
    ///   - fails: Whether some of them fail. It is never asked about all of them.
    /// - Complexity: O(log n) questions where one part alone is the cause, O(n²) at worst.
    static func minimized<Element>(
        _ elements: [Element],
        fails: ([Element]) -> Bool
    ) -> [Element] {
        if elements.isEmpty || fails([]) { return [] }
        var current = elements
        var count = 2
        while current.count >= 2 {
            let chunks = split(current, into: count)
            if let chunk = chunks.first(where: fails) {
                current = chunk
                count = 2
                continue
            }
            // Of two chunks, each is all that is left without the other.
            let rests = count == 2 ? [] : chunks.indices.lazy.map { without($0, chunks) }
            if let rest = rests.first(where: fails) {
                current = rest
                count = max(count - 1, 2)
            } else if count == current.count {
                break
            } else {
                count = min(count * 2, current.count)
            }
        }
        return current
    }

    /// Chunks of nearly equal length.
    private static func split<Element>(_ elements: [Element], into count: Int) -> [[Element]] {
        (0..<count).map { index in
            let start = elements.count * index / count
            let end = elements.count * (index + 1) / count
            return Array(elements[start..<end])
        }
    }

    private static func without<Element>(_ index: Int, _ chunks: [[Element]]) -> [Element] {
        Array((chunks[..<index] + chunks[(index + 1)...]).joined())
    }
}
