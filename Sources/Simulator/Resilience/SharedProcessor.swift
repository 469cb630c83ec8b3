/// What all who use it at a time share evenly, as requests a processor or transfers a line:
/// processor sharing.
///
/// With *n* requests on *c* processors each gets min(1, *c* / *n*) of one. What every request gets
/// alike is one figure, so a request is done when that figure has grown by its demand.
///
/// Source: L. Kleinrock, "Queueing Systems", volume 2, section 4.4, 1976.
struct SharedProcessor: Sendable {
    private struct Goal: Comparable, Sendable {
        /// The figure at which a request is done, nanoseconds.
        var given: Double
        /// Of equal goals the one that was set first comes first.
        var order: Int

        static func < (left: Goal, right: Goal) -> Bool {
            left.given != right.given ? left.given < right.given : left.order < right.order
        }
    }

    private let processors: Int
    private var goals = SlotHeap<Goal>()
    /// What each request that was there all the time has got, nanoseconds.
    private var given = 0.0
    /// When `given` was brought up to date.
    private var updated = VirtualInstant.zero
    private var order = 0
    /// How many times longer work takes, since `updated`.
    private var slowness: Double

    init(processors: Int, slowness: Double = 1) {
        self.processors = processors
        self.slowness = slowness
    }

    /// Requests that share it now.
    var count: Int { goals.count }

    /// Adds a request that would take `demand` alone.
    ///
    /// - Complexity: O(log *n*).
    mutating func add(_ slot: Int, demand: Duration, now: VirtualInstant) {
        advance(to: now)
        goals.set(slot, Goal(given: given + Double(demand.wholeNanoseconds), order: order))
        order += 1
    }

    /// How long the next request to be done still takes; nothing where there is none.
    var remaining: Duration? {
        guard let first = goals.first else { return nil }
        let left = max(0, first.key.given - given) / rate
        return Duration(wholeNanoseconds: UInt64(min(left.rounded(.up), 0x1p62)))
    }

    /// Takes the request out that is done.
    ///
    /// - Complexity: O(log *n*).
    mutating func removeFirst(now: VirtualInstant) -> Int? {
        advance(to: now)
        guard let done = goals.popFirst() else { return nil }
        given = max(given, done.key.given)
        return done.slot
    }

    /// Changes how many times longer work takes, from now on.
    mutating func set(slowness: Double, now: VirtualInstant) {
        advance(to: now)
        self.slowness = slowness
    }

    /// Brings the figure up to date; the number of requests is the same since it was so the last
    /// time.
    private mutating func advance(to now: VirtualInstant) {
        given += Double(updated.duration(to: now).wholeNanoseconds) * rate
        updated = now
        // Small figures are exact ones.
        if goals.count == 0 { given = 0 }
    }

    /// What a request gets in a nanosecond.
    private var rate: Double {
        min(1, Double(processors) / Double(max(1, goals.count))) / slowness
    }
}
