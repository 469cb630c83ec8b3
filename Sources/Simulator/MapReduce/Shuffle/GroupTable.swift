/// A hash table from keys that are bytes to something that is kept for each.
///
/// Open addressing with linear probing: a table of places, each with a key's hash and the number
/// of its entry; the entries stand in the order of their first appearance, and their keys in an
/// arena. Finding a key that is there allocates nothing.
struct GroupTable<Element>: ~Copyable {
    /// A key, and what is kept for it.
    struct Entry {
        /// The key, in the table's own memory.
        let key: ByteView
        /// The hash of the key.
        let hash: UInt32
        /// What is kept for it.
        var element: Element
    }

    /// A place of an entry: its hash above, its number plus one below; zero for none.
    private typealias Place = UInt64

    private var places: UnsafeMutablePointer<Place>
    private var mask: Int
    private var entries: UnsafeMutablePointer<Entry>
    private var capacity: Int
    private var keys = ByteArena(chunkSize: 1 << 16)

    /// How many keys there are.
    private(set) var count = 0

    /// The places of an empty table.
    private static var initialPlaces: Int { 1 << 10 }

    init() {
        mask = Self.initialPlaces - 1
        places = .allocate(capacity: Self.initialPlaces)
        places.initialize(repeating: 0, count: Self.initialPlaces)
        capacity = Self.initialPlaces / 2
        entries = .allocate(capacity: capacity)
    }

    deinit {
        entries.deinitialize(count: count)
        entries.deallocate()
        places.deallocate()
    }

    /// How many bytes the table itself holds.
    var footprint: Int {
        (mask + 1) * MemoryLayout<Place>.stride + capacity * MemoryLayout<Entry>.stride
            + keys.footprint
    }

    /// The entries, in the order in which their keys first came.
    var allEntries: UnsafeMutableBufferPointer<Entry> {
        UnsafeMutableBufferPointer(start: entries, count: count)
    }

    /// What is kept for `key`, which is put there first where there is nothing; valid until the
    /// next call.
    ///
    /// - Complexity: O(length of the key) on average.
    @inline(__always)
    mutating func element(
        for key: ByteView,
        hash: UInt32,
        orInsert make: () -> Element
    ) -> UnsafeMutablePointer<Element> {
        var index = Int(hash) & mask
        while true {
            let place = places[index]
            if place == 0 { break }
            if UInt32(truncatingIfNeeded: place >> 32) == hash {
                let entry = entries + Int(UInt32(truncatingIfNeeded: place)) - 1
                if entry.pointee.key == key {
                    return entry.pointer(to: \.element).unsafelyUnwrapped
                }
            }
            index = (index + 1) & mask
        }
        return insert(key, hash: hash, at: index, make())
    }

    @inline(never)
    private mutating func insert(
        _ key: ByteView,
        hash: UInt32,
        at index: Int,
        _ element: Element
    ) -> UnsafeMutablePointer<Element> {
        var index = index
        if count == capacity {
            grow()
            index = freePlace(for: hash)
        }
        let entry = entries + count
        entry.initialize(to: Entry(key: keys.copy(key), hash: hash, element: element))
        count += 1
        places[index] = Place(hash) << 32 | Place(UInt32(truncatingIfNeeded: count))
        return entry.pointer(to: \.element).unsafelyUnwrapped
    }

    private func freePlace(for hash: UInt32) -> Int {
        var index = Int(hash) & mask
        while places[index] != 0 { index = (index + 1) & mask }
        return index
    }

    private mutating func grow() {
        precondition(capacity < 1 << 31, "a table holds two thousand million keys at most")
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: entries, count: count)
        entries.deallocate()
        entries = larger
        capacity *= 2
        let placeCount = capacity * 2
        places.deallocate()
        places = .allocate(capacity: placeCount)
        places.initialize(repeating: 0, count: placeCount)
        mask = placeCount - 1
        for number in 0..<count {
            let hash = entries[number].hash
            places[freePlace(for: hash)] = Place(hash) << 32 | Place(number + 1)
        }
    }

    /// Forgets everything, and gives large memory back.
    mutating func removeAll() {
        self = GroupTable()
    }
}
