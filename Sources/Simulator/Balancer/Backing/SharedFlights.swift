/// Requests of one server that miss the same entry at the same time, of which only the first one
/// asks the database: single flight.
///
/// One that missed it after a deletion has another lease, and shares nothing with those before. Of
/// those that could not ask the cache, and have no lease, all share until one of their server
/// changes the row.
///
/// Source: Go, `golang.org/x/sync/singleflight`: `Do` and `Forget`.
struct SharedFlights {
    private struct Flight: Hashable {
        let key: BackedKey
        let lease: UInt64?
    }

    /// The leader of each flight that can still be joined.
    private var leaders: [Flight: Int] = [:]
    /// What each leader leads, and those that follow it, by its slot.
    private var followers: [Int: (flight: Flight, slots: [Int])] = [:]

    init() {}

    /// Has a request join those that ask for the same, if there are any.
    ///
    /// - Returns: Whether it follows another one; else it leads.
    mutating func join(_ slot: Int, _ key: BackedKey, lease: UInt64?) -> Bool {
        let flight = Flight(key: key, lease: lease)
        if let leader = leaders[flight] {
            followers[leader]?.slots.append(slot)
            return true
        }
        leaders[flight] = slot
        followers[slot] = (flight, [])
        return false
    }

    /// Ends the flight of a leader.
    ///
    /// - Returns: Those that followed, in their order.
    mutating func land(_ leader: Int) -> [Int] {
        guard let (flight, slots) = followers.removeValue(forKey: leader) else { return [] }
        if leaders[flight] == leader { leaders[flight] = nil }
        return slots
    }

    /// Has nobody join any more who has no lease.
    mutating func forget(_ key: BackedKey) { leaders[Flight(key: key, lease: nil)] = nil }
}
