/// A binary heap of slots, each in it once, that finds any slot again: the least key first.
struct SlotHeap<Key: Comparable & Sendable>: Sendable {
    private var entries: [(key: Key, slot: Int32)] = []
    /// One more than the place of each slot; 0 for those that are not in it.
    private var places: [Int32] = []

    var count: Int { entries.count }

    var first: (key: Key, slot: Int)? {
        entries.first.map { ($0.key, Int($0.slot)) }
    }

    func contains(_ slot: Int) -> Bool {
        slot < places.count && places[slot] != 0
    }

    /// Puts a slot in, or moves it to another key.
    ///
    /// - Complexity: O(log *n*).
    mutating func set(_ slot: Int, _ key: Key) {
        if slot >= places.count {
            places += [Int32](repeating: 0, count: slot + 1 - places.count)
        }
        var place = Int(places[slot]) - 1
        if place < 0 {
            place = entries.count
            entries.append((key, Int32(slot)))
            places[slot] = Int32(place + 1)
            rise(from: place)
            return
        }
        let isLess = key < entries[place].key
        entries[place].key = key
        if isLess { rise(from: place) } else { sink(from: place) }
    }

    /// Takes a slot out, where it is in.
    ///
    /// - Complexity: O(log *n*).
    mutating func remove(_ slot: Int) {
        guard contains(slot) else { return }
        let place = Int(places[slot]) - 1
        places[slot] = 0
        let last = entries.removeLast()
        guard place < entries.count else { return }
        let isLess = last.key < entries[place].key
        entries[place] = last
        places[Int(last.slot)] = Int32(place + 1)
        if isLess { rise(from: place) } else { sink(from: place) }
    }

    /// Takes the slot with the least key out.
    mutating func popFirst() -> (key: Key, slot: Int)? {
        guard let first else { return nil }
        remove(first.slot)
        return first
    }

    mutating func removeAll() {
        for entry in entries { places[Int(entry.slot)] = 0 }
        entries.removeAll(keepingCapacity: true)
    }

    private mutating func rise(from start: Int) {
        var place = start
        let entry = entries[place]
        while place > 0 {
            let parent = (place - 1) / 2
            guard entry.key < entries[parent].key else { break }
            entries[place] = entries[parent]
            places[Int(entries[place].slot)] = Int32(place + 1)
            place = parent
        }
        entries[place] = entry
        places[Int(entry.slot)] = Int32(place + 1)
    }

    private mutating func sink(from start: Int) {
        var place = start
        let entry = entries[place]
        while true {
            var child = 2 * place + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].key < entries[child].key { child += 1 }
            guard entries[child].key < entry.key else { break }
            entries[place] = entries[child]
            places[Int(entries[place].slot)] = Int32(place + 1)
            place = child
        }
        entries[place] = entry
        places[Int(entry.slot)] = Int32(place + 1)
    }
}
