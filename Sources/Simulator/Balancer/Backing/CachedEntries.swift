/// What a request is for, as the cache and the database know it: its path and its key.
struct BackedKey: Hashable, Sendable {
    let path: String
    let key: PlacementKey?
}

/// The entries of a cache, without clock and network: the least recently used one makes room, and
/// none is given away past its lifetime.
///
/// Reading an entry and storing one are uses. An entry whose time is over takes no room.
///
/// Source: Redis documentation, "Key eviction": `allkeys-lru`, here exact and not by samples;
/// `EXPIRE`: an entry is there while its age is at most its lifetime.
struct CachedEntries {
    /// An answer.
    struct Entry: Equatable, Sendable {
        let key: BackedKey
        /// The version of the row that it was made from.
        let version: Int
        /// When it was stored.
        let stored: VirtualInstant
    }

    private let maximum: Int
    private let lifetime: Duration?
    private var slots: [BackedKey: Int] = [:]
    private var entries: [Entry?] = []
    private var freeSlots: [Int] = []
    /// The slots by their last use.
    private var uses = SlotHeap<UInt64>()
    /// The slots by when they were stored; kept where entries expire.
    private var ages = SlotHeap<UInt64>()
    private var useCount: UInt64 = 0
    /// Entries that made room for others.
    private(set) var evictions = 0
    /// Entries whose time was over.
    private(set) var expirations = 0

    /// - Parameters:
    ///   - maximum: How many fit in.
    ///   - lifetime: How old they become; nothing for as old as they like.
    init(maximum: Int, lifetime: Duration?) {
        precondition(maximum > 0, "something fits in")
        self.maximum = maximum
        self.lifetime = lifetime
    }

    /// How many there are.
    var count: Int { slots.count }

    /// The entry of a key, which is then the one that was used last.
    ///
    /// - Complexity: O(log *n*).
    mutating func read(_ key: BackedKey, now: VirtualInstant) -> Entry? {
        expire(now)
        guard let slot = slots[key] else { return nil }
        use(slot)
        return entries[slot]
    }

    /// Stores an entry, in place of the one of its key or of the least recently used one.
    ///
    /// - Complexity: O(log *n*).
    mutating func store(_ key: BackedKey, version: Int, now: VirtualInstant) {
        expire(now)
        if slots[key] == nil, slots.count == maximum, let oldest = uses.first {
            remove(oldest.slot)
            evictions += 1
        }
        let slot = slots[key] ?? freeSlots.popLast() ?? entries.count
        if slot == entries.count { entries.append(nil) }
        entries[slot] = Entry(key: key, version: version, stored: now)
        slots[key] = slot
        use(slot)
        if lifetime != nil { ages.set(slot, now.nanoseconds) }
    }

    /// Removes the entry of a key, if there is one.
    mutating func delete(_ key: BackedKey) {
        if let slot = slots[key] { remove(slot) }
    }

    private mutating func use(_ slot: Int) {
        useCount += 1
        uses.set(slot, useCount)
    }

    private mutating func expire(_ now: VirtualInstant) {
        guard let lifetime else { return }
        while let oldest = ages.first,
            VirtualInstant(nanoseconds: oldest.key).duration(to: now) > lifetime
        {
            remove(oldest.slot)
            expirations += 1
        }
    }

    private mutating func remove(_ slot: Int) {
        if let entry = entries[slot] { slots[entry.key] = nil }
        entries[slot] = nil
        freeSlots.append(slot)
        uses.remove(slot)
        ages.remove(slot)
    }
}
