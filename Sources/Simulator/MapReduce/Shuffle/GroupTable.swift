internal import CBytes

/// A hash table from keys that are bytes to something that is kept for each.
///
/// Open addressing with linear probing: a table of places, each with a key's hash and the number
/// of its entry; the entries stand in the order of their first appearance. A key of up to sixteen
/// bytes stands in its entry, and a longer one in an arena. Finding a key that is there allocates
/// nothing.
///
/// Keys are looked up by the dozen: first the places of all are asked for, and then each is looked
/// at, so that the memory of one answers while the others are asked.
struct GroupTable<Element>: ~Copyable {
    /// A key, and what is kept for it.
    struct Entry {
        /// The key.
        fileprivate let key: GroupKey
        /// What is kept for it.
        var element: Element
    }

    /// A place of an entry: its hash above, its number plus one below; zero for none.
    private typealias Place = UInt64

    /// How many keys are looked up together.
    private static var batch: Int { 128 }

    /// How many entries ahead memory is asked for, where they are visited in order.
    private static var ahead: Int { 16 }

    /// How many entries there are at most in `count` places: three in four, so that few keys are
    /// not where their hash says.
    private static func entries(ofPlaces count: Int) -> Int { count / 4 * 3 }

    /// The places of an empty table.
    private static var initialPlaces: Int { 1 << 10 }

    private var places: UnsafeMutablePointer<Place>
    private var mask: Int
    private var entries: UnsafeMutablePointer<Entry>
    private var capacity: Int
    private var keys = ByteArena(chunkSize: 1 << 16)
    private let sought: UnsafeMutablePointer<GroupKey>

    /// How many keys there are.
    private(set) var count = 0

    init() {
        mask = Self.initialPlaces - 1
        places = .allocate(capacity: Self.initialPlaces)
        places.initialize(repeating: 0, count: Self.initialPlaces)
        capacity = Self.entries(ofPlaces: Self.initialPlaces)
        entries = .allocate(capacity: capacity)
        sought = .allocate(capacity: Self.batch)
    }

    deinit {
        entries.deinitialize(count: count)
        entries.deallocate()
        places.deallocate()
        sought.deallocate()
    }

    /// How many bytes the table itself holds.
    var footprint: Int {
        (mask + 1) * MemoryLayout<Place>.stride + capacity * MemoryLayout<Entry>.stride
            + keys.footprint
    }

    /// Calls `body` with what is kept for each of `count` keys, which is put there first where
    /// there is nothing; what `body` is given is valid until it returns.
    ///
    /// - Parameters:
    ///   - count: How many keys.
    ///   - surroundings: Memory that may be read, also around keys that stand in it.
    ///   - key: Gives the key of a number.
    ///   - make: What is put there.
    ///   - body: Takes the number of a key, and what is kept for it.
    /// - Complexity: O(length of the key) on average, for each.
    @inline(__always)
    mutating func forEachElement(
        count: Int,
        in surroundings: ByteView,
        key: (Int) -> ByteView,
        orInsert make: () -> Element,
        _ body: (Int, UnsafeMutablePointer<Element>) -> Void
    ) {
        var first = 0
        while first < count {
            let size = min(Self.batch, count - first)
            for number in 0..<size {
                let key = GroupKey(key(first + number), in: surroundings)
                cbytes_prefetch(places + (Int(key.hash) & mask))
                sought[number] = key
            }
            for number in 0..<size {
                let place = places[Int(sought[number].hash) & mask]
                // Where there is no entry this is not the address of one, and does not matter.
                let end = UnsafeRawPointer(entries + Int(UInt32(truncatingIfNeeded: place)))
                cbytes_prefetch(end - MemoryLayout<Entry>.stride)
                cbytes_prefetch(end - 1)
            }
            for number in 0..<size {
                body(first + number, element(for: sought[number], orInsert: make))
            }
            first += size
        }
    }

    /// What is kept for `key`, which is put there first where there is nothing; valid until the
    /// next call.
    @inline(__always)
    private mutating func element(
        for key: GroupKey,
        orInsert make: () -> Element
    ) -> UnsafeMutablePointer<Element> {
        var index = Int(key.hash) & mask
        while true {
            let place = places[index]
            if place == 0 { break }
            if UInt32(truncatingIfNeeded: place >> 32) == key.hash {
                let entry = entries + Int(UInt32(truncatingIfNeeded: place)) - 1
                if entry.pointee.key == key {
                    return entry.pointer(to: \.element).unsafelyUnwrapped
                }
            }
            index = (index + 1) & mask
        }
        return insert(key, at: index, make())
    }

    @inline(never)
    private mutating func insert(
        _ key: GroupKey,
        at index: Int,
        _ element: Element
    ) -> UnsafeMutablePointer<Element> {
        var index = index
        if count == capacity {
            grow()
            index = freePlace(for: key.hash)
        }
        let entry = entries + count
        entry.initialize(to: Entry(key: key.kept(in: &keys), element: element))
        count += 1
        places[index] = Place(key.hash) << 32 | Place(UInt32(truncatingIfNeeded: count))
        return entry.pointer(to: \.element).unsafelyUnwrapped
    }

    private func freePlace(for hash: UInt32) -> Int {
        var index = Int(hash) & mask
        while places[index] != 0 { index = (index + 1) & mask }
        return index
    }

    private mutating func grow() {
        precondition(capacity < 1 << 31, "a table holds two thousand million keys at most")
        let placeCount = 2 * (mask + 1)
        let larger = LargePages.allocate(
            Entry.self,
            capacity: Self.entries(ofPlaces: placeCount)
        )
        larger.moveInitialize(from: entries, count: count)
        entries.deallocate()
        entries = larger
        capacity = Self.entries(ofPlaces: placeCount)
        places.deallocate()
        places = LargePages.allocate(Place.self, capacity: placeCount)
        places.initialize(repeating: 0, count: placeCount)
        mask = placeCount - 1
        for number in 0..<count {
            let hash = entries[number].key.hash
            places[freePlace(for: hash)] = Place(hash) << 32 | Place(number + 1)
        }
    }

    /// Calls `body` with every key, in ascending order, and what is kept for it; a key is valid
    /// until `body` returns.
    func forEachInOrder(_ body: (ByteView, Element) -> Void) {
        let order = KeyOrder.sorted(count: count) { key(of: entries + $0) }
        for (place, number) in order.enumerated() {
            if place + Self.ahead < order.count {
                cbytes_prefetch(entries + Int(order[place + Self.ahead]))
            }
            let entry = entries + Int(number)
            body(key(of: entry), entry.pointee.element)
        }
    }

    /// The key of an entry, which is the first thing in it.
    @inline(__always)
    private func key(of entry: UnsafeMutablePointer<Entry>) -> ByteView {
        GroupKey.bytes(ofKeyAt: UnsafeRawPointer(entry).assumingMemoryBound(to: GroupKey.self))
    }

    /// Forgets everything, and gives large memory back.
    mutating func removeAll() {
        self = GroupTable()
    }
}
