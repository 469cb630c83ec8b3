/// Something that happens at an instant: 16 bytes, so that four share a cache line.
///
/// Events are totally ordered by (`time`, `key`), because the upper bits of `key` are the number of
/// the `schedule` that made it.
struct Event {
    /// Nanoseconds of virtual time.
    var time: UInt64
    /// What is to happen, and when it was asked for.
    var key: EventKey
}

/// The identity of a scheduled event: its sequence number, and what it wakes or calls.
///
/// A slot or call remembers the key it was armed with; a popped event with another key is stale.
struct EventKey: Equatable {
    /// What an event does when its time comes.
    enum Kind: UInt64 {
        /// Wakes the task parked in slot `index`.
        case wake = 0
        /// Performs the scheduled call `index`.
        case call = 1
        /// Ends the run at a deadline, or looks whether it is stuck.
        case control = 2
        /// Wakes the task parked in slot `index` for its next round, unless that is skipped.
        case round = 3
    }

    static let indexBits: UInt64 = 26
    static let kindBits: UInt64 = 2
    static let indexMask: UInt64 = (1 << indexBits) - 1
    /// After so many events, 36 bits of sequence, the numbers begin again; they tell an event that
    /// is pending from one that had its place before.
    static let sequenceLimit: UInt64 = 1 << (64 - indexBits - kindBits)
    /// The key of something that is not armed.
    static let none = EventKey(bits: 0)

    var bits: UInt64

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    @inline(__always)
    init(sequence: UInt64, kind: Kind, index: UInt32) {
        bits =
            sequence << (Self.indexBits + Self.kindBits)
            | kind.rawValue << Self.indexBits | UInt64(index)
    }

    @inline(__always)
    var index: UInt32 { UInt32(truncatingIfNeeded: bits & Self.indexMask) }

    @inline(__always)
    var isWake: Bool { bits & (3 << Self.indexBits) == 0 }

    @inline(__always)
    var isCall: Bool { (bits >> Self.indexBits) & 3 == Kind.call.rawValue }

    @inline(__always)
    var isRound: Bool { (bits >> Self.indexBits) & 3 == Kind.round.rawValue }

    var isControl: Bool { (bits >> Self.indexBits) & 3 == Kind.control.rawValue }

    /// The same number, as an event that wakes its slot.
    var asWake: EventKey { EventKey(sequence: sequence, kind: .wake, index: index) }

    @inline(__always)
    var sequence: UInt64 { bits >> (Self.indexBits + Self.kindBits) }
}

/// A radix heap: a priority queue for times that never lie before the last one taken.
///
/// Bucket 0 holds the events of the instant `last`, first in first out; bucket b those whose time
/// differs from `last` first in bit b - 1. An event only ever moves to lower buckets, in the order
/// in which it was added, so equal times leave in the order of `push` without comparing sequence
/// numbers.
///
/// Source: Ahuja, Mehlhorn, Orlin, Tarjan, "Faster Algorithms for the Shortest Path Problem", 1990.
///
/// - Complexity: `push` O(1); `pop` O(64) amortised over the life of an event, O(1) when many share
///   a time.
struct EventQueue: ~Copyable {
    private struct Bucket {
        var events: UnsafeMutablePointer<Event>?
        var count = 0
        var capacity = 0
    }

    private static let bucketCount = 65
    private static let highestBit: UInt64 = 1 << 63
    private let buckets: UnsafeMutablePointer<Bucket>
    private var firstDue = 0
    /// Bit b - 1 is set while bucket b holds events; bucket 0 is not in it.
    private var occupied: UInt64 = 0

    /// The time of the event taken last; `push` accepts nothing earlier.
    private(set) var last: UInt64 = 0
    /// Events in the queue, stale ones included.
    private(set) var count = 0

    init() {
        buckets = .allocate(capacity: Self.bucketCount)
        buckets.initialize(repeating: Bucket(), count: Self.bucketCount)
    }

    deinit {
        for index in 0..<Self.bucketCount { buckets[index].events?.deallocate() }
        buckets.deallocate()
    }

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    /// Whether an event is left whose time is `last`, the present instant.
    @inline(__always)
    var hasDueEvent: Bool { firstDue < buckets.pointee.count }

    /// Events left whose time is `last`.
    var dueCount: Int { buckets.pointee.count - firstDue }

    @inline(__always)
    mutating func push(_ event: Event) {
        count &+= 1
        place(event)
    }

    /// Puts events of the instant `last` in front of all others of that instant, in their order.
    ///
    /// - Complexity: O(events due).
    mutating func putFirst(_ keys: [EventKey]) {
        var following: [Event] = []
        while hasDueEvent { following.append(takeDue()) }
        firstDue = 0
        buckets.pointee.count = 0
        count += keys.count
        for key in keys { place(Event(time: last, key: key)) }
        for event in following { place(event) }
    }

    /// Calls `body` with one event after another, those of the near future first, for as long as it
    /// returns true.
    func forEach(_ body: (Event) -> Bool) {
        for index in 0..<Self.bucketCount {
            guard let events = buckets[index].events else { continue }
            for position in (index == 0 ? firstDue : 0)..<buckets[index].count
            where !body(events[position]) {
                return
            }
        }
    }

    /// Removes the events for which `isMeant` is true.
    ///
    /// - Returns: These events, in the order in which they would have been taken.
    /// - Complexity: O(n) for n events in the queue, and O(m log m) for m that are removed.
    mutating func remove(where isMeant: (Event) -> Bool) -> [Event] {
        var removed: [Event] = []
        for index in 0..<Self.bucketCount {
            guard let events = buckets[index].events else { continue }
            let start = index == 0 ? firstDue : 0
            var kept = start
            for position in start..<buckets[index].count {
                if isMeant(events[position]) {
                    removed.append(events[position])
                } else {
                    events[kept] = events[position]
                    kept += 1
                }
            }
            buckets[index].count = kept
            if kept == 0, index > 0 { occupied &= ~(1 << UInt64(index - 1)) }
        }
        count -= removed.count
        // Events of one time are in one bucket, in their order, which this sorting keeps.
        return removed.sorted { $0.time < $1.time }
    }

    /// Removes the earliest event; the queue must not be empty.
    @inline(__always)
    mutating func pop() -> Event {
        count &-= 1
        if firstDue == buckets.pointee.count { return popFromLowestBucket() }
        return takeDue()
    }

    /// Takes the event of the instant `last` that is at `position` of those due, in place of
    /// `event`, which was taken from before them a moment ago and is due again.
    ///
    /// The last of them leaves the others in their order; any other one leaves its place to
    /// `event`.
    ///
    /// - Complexity: O(1).
    mutating func exchange(_ event: Event, forDueAt position: Int) -> Event {
        let events = buckets.pointee.events.unsafelyUnwrapped
        let place = firstDue + position
        let taken = events[place]
        if place == buckets.pointee.count - 1 {
            firstDue -= 1
            events[firstDue] = event
            buckets.pointee.count -= 1
        } else {
            events[place] = event
        }
        return taken
    }

    /// Puts `event`, which was taken a moment ago and is due again, and the due events that have a
    /// `number` into the order of their numbers; each takes the place of another one of them.
    ///
    /// - Returns: The first of them, in place of `event`.
    /// - Complexity: O(events due), and O(n log n) for n events with a number.
    mutating func sortDue(_ event: Event, by number: (Event) -> UInt64?) -> Event {
        guard hasDueEvent, let events = buckets.pointee.events, let own = number(event) else {
            return event
        }
        var places: [Int] = []
        var numbered = [(number: own, event: event)]
        for place in firstDue..<buckets.pointee.count {
            guard let number = number(events[place]) else { continue }
            places.append(place)
            numbered.append((number, events[place]))
        }
        numbered.sort { $0.number < $1.number }
        for (place, entry) in zip(places, numbered.dropFirst()) { events[place] = entry.event }
        return numbered[0].event
    }

    @inline(__always)
    private mutating func takeDue() -> Event {
        let event = buckets.pointee.events.unsafelyUnwrapped[firstDue]
        firstDue &+= 1
        return event
    }

    /// Advances `last` to the earliest time left and spreads that bucket over the lower ones.
    @inline(__always)
    private mutating func popFromLowestBucket() -> Event {
        firstDue = 0
        buckets.pointee.count = 0
        let index = occupied.trailingZeroBitCount &+ 1
        occupied &= occupied &- 1
        let bucket = buckets + index
        let events = bucket.pointee.events.unsafelyUnwrapped
        let moved = bucket.pointee.count
        bucket.pointee.count = 0
        if moved == 1 {
            last = events[0].time
            return events[0]
        }
        var earliest = events[0].time
        for position in 1..<moved { earliest = min(earliest, events[position].time) }
        last = earliest
        // Each goes to a lower bucket than this one. What is noted of bucket 0, into which the
        // earliest goes, is at a bit of no bucket of theirs, and forgotten.
        var noted: UInt64 = 0
        for position in 0..<moved {
            let event = events[position]
            let sharedBits = (event.time ^ earliest).leadingZeroBitCount
            append(event, to: buckets + (64 &- sharedBits))
            noted |= Self.highestBit &>> UInt64(truncatingIfNeeded: sharedBits)
        }
        occupied |= noted & ~Self.highestBit
        return takeDue()
    }

    @inline(__always)
    private mutating func place(_ event: Event) {
        let sharedBits = (event.time ^ last).leadingZeroBitCount
        append(event, to: buckets + (64 &- sharedBits))
        occupied |= Self.highestBit >> UInt64(sharedBits)
    }

    @inline(__always)
    private mutating func append(_ event: Event, to bucket: UnsafeMutablePointer<Bucket>) {
        if bucket.pointee.count == bucket.pointee.capacity { grow(bucket) }
        bucket.pointee.events.unsafelyUnwrapped[bucket.pointee.count] = event
        bucket.pointee.count &+= 1
    }

    @inline(never)
    private mutating func grow(_ bucket: UnsafeMutablePointer<Bucket>) {
        if bucket == buckets, let events = bucket.pointee.events,
            firstDue > bucket.pointee.count / 2
        {
            // Events that keep adding to their own instant must not add to memory as well.
            bucket.pointee.count -= firstDue
            events.update(from: events + firstDue, count: bucket.pointee.count)
            firstDue = 0
            return
        }
        let capacity = max(8, bucket.pointee.capacity * 2)
        let events = UnsafeMutablePointer<Event>.allocate(capacity: capacity)
        if let old = bucket.pointee.events {
            events.update(from: old, count: bucket.pointee.count)
            old.deallocate()
        }
        bucket.pointee.events = events
        bucket.pointee.capacity = capacity
    }
}
