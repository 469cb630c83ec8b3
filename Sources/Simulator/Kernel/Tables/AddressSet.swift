/// The addresses of the root tasks of a simulation that are alive.
///
/// A table with linear probing: `Set` takes ten times as long to hash an address, at the start and
/// at the end of every task.
struct AddressSet: ~Copyable {
    private var places: UnsafeMutablePointer<UInt>
    private var mask: Int
    private(set) var count = 0

    /// An empty set with room for half of `capacity` addresses, which must be a power of two.
    init(capacity: Int = 64) {
        places = .allocate(capacity: capacity)
        places.initialize(repeating: 0, count: capacity)
        mask = capacity - 1
    }

    deinit {
        places.deallocate()
    }

    func contains(_ address: UInt) -> Bool { places[position(of: address)] == address }

    /// Puts in `address`, which must not be 0, unless it is in.
    mutating func insert(_ address: UInt) {
        let position = position(of: address)
        guard places[position] == 0 else { return }
        places[position] = address
        count &+= 1
        if count &* 2 > mask { grow() }
    }

    /// Takes out `address`, if it is in, and closes the gap.
    mutating func remove(_ address: UInt) {
        var gap = position(of: address)
        guard address != 0, places[gap] == address else { return }
        count &-= 1
        var next = (gap &+ 1) & mask
        while places[next] != 0 {
            let way = (next &- home(of: places[next])) & mask
            if way >= (next &- gap) & mask {
                places[gap] = places[next]
                gap = next
            }
            next = (next &+ 1) & mask
        }
        places[gap] = 0
    }

    /// Where `address` is, or would be put.
    private func position(of address: UInt) -> Int {
        var position = home(of: address)
        while places[position] != 0 && places[position] != address {
            position = (position &+ 1) & mask
        }
        return position
    }

    /// Where the search for `address` begins: tasks lie 16 bytes apart at least, and often at the
    /// same distance from each other.
    private func home(of address: UInt) -> Int {
        Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
    }

    private mutating func grow() {
        var larger = AddressSet(capacity: (mask + 1) * 2)
        for position in 0...mask where places[position] != 0 { larger.insert(places[position]) }
        swap(&places, &larger.places)
        swap(&mask, &larger.mask)
    }
}
