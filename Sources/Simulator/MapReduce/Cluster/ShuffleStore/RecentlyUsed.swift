/// Values by their keys, in the order in which they were used last.
///
/// - Complexity: everything but going through all of them is O(1).
struct RecentlyUsed<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let key: String
        var value: Value
        /// The slots of its neighbours; nothing at an end.
        var older: Int?
        var newer: Int?
    }

    /// The entries, linked from the oldest to the newest; nothing where a slot is vacant.
    private var entries: [Entry?] = []
    private var vacant: [Int] = []
    private var slots: [String: Int] = [:]
    private var oldest: Int?
    private var newest: Int?

    var count: Int { slots.count }

    /// The value of a key, without using it.
    subscript(key: String) -> Value? { slots[key].flatMap { entries[$0]?.value } }

    /// Keys and values, the one first that was not used for the longest time.
    var all: some Sequence<(key: String, value: Value)> {
        sequence(state: oldest) { slot in
            guard let entry = slot.flatMap({ entries[$0] }) else { return nil }
            slot = entry.newer
            return (entry.key, entry.value)
        }
    }

    /// Sets the value of a key, which is the one that was used last then.
    mutating func use(_ key: String, _ value: Value) {
        remove(key)
        let slot = vacant.popLast() ?? entries.count
        if slot == entries.count { entries.append(nil) }
        entries[slot] = Entry(key: key, value: value, older: newest, newer: nil)
        if let newest { entries[newest]?.newer = slot } else { oldest = slot }
        newest = slot
        slots[key] = slot
    }

    /// Removes a key with its value.
    @discardableResult
    mutating func remove(_ key: String) -> Value? {
        guard let slot = slots.removeValue(forKey: key), let entry = entries[slot] else {
            return nil
        }
        entries[slot] = nil
        vacant.append(slot)
        if let older = entry.older {
            entries[older]?.newer = entry.newer
        } else {
            oldest = entry.newer
        }
        if let newer = entry.newer {
            entries[newer]?.older = entry.older
        } else {
            newest = entry.older
        }
        return entry.value
    }
}

extension RecentlyUsed: Equatable where Value: Equatable {
    static func == (left: RecentlyUsed, right: RecentlyUsed) -> Bool {
        left.count == right.count
            && left.all.elementsEqual(right.all) { $0.key == $1.key && $0.value == $1.value }
    }
}
