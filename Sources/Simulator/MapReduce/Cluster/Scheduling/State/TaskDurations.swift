/// How long tasks took: their mean and median at any time.
///
/// The shorter half stands in one heap, the longer half in another; the median is where they meet.
struct TaskDurations: Sendable {
    /// The other way round.
    private struct Reversed: Comparable {
        let duration: Duration

        static func < (left: Reversed, right: Reversed) -> Bool { left.duration > right.duration }
    }

    private var shorter = SlotHeap<Reversed>()
    /// As many as the shorter ones, or one more.
    private var longer = SlotHeap<Duration>()
    private var durations: [Int: Duration] = [:]
    private var sum = Duration.zero

    /// No tasks.
    init() {}

    /// Some tasks, by their number.
    init(_ durations: [Duration]) {
        for (task, duration) in durations.enumerated() { set(task, duration) }
    }

    var count: Int { durations.count }

    /// The mean; zero where there is nothing.
    var mean: Duration { count == 0 ? .zero : sum / count }

    /// The one in the middle, or the mean of the two in the middle; zero where there is nothing.
    var median: Duration {
        guard let upper = longer.first?.key else { return .zero }
        guard count.isMultiple(of: 2), let lower = shorter.first?.key.duration else {
            return upper
        }
        return (lower + upper) / 2
    }

    /// Notes how long a task took; nothing where it is not done, or not any more.
    ///
    /// - Complexity: O(log *n*).
    mutating func set(_ task: Int, _ duration: Duration?) {
        if let old = durations.removeValue(forKey: task) {
            sum -= old
            shorter.remove(task)
            longer.remove(task)
        }
        if let duration {
            durations[task] = duration
            sum += duration
            if let middle = longer.first?.key, duration < middle {
                shorter.set(task, Reversed(duration: duration))
            } else {
                longer.set(task, duration)
            }
        }
        balance()
    }

    private mutating func balance() {
        while longer.count > shorter.count + 1, let (duration, task) = longer.popFirst() {
            shorter.set(task, Reversed(duration: duration))
        }
        while shorter.count > longer.count, let (reversed, task) = shorter.popFirst() {
            longer.set(task, reversed.duration)
        }
    }
}
