/// Bugs that tests plant, to see that the checkers notice them; off unless a test asks for one.
package enum BackingPlantedBug: Equatable, Sendable, CaseIterable {
    /// A pool opens twice as many connections as it may.
    case opensTooMany
    /// The database lets everybody in.
    case admitsAll
    /// The cache gives away what is too old.
    case keepsTheExpired
    /// The cache stores every answer, also one from before a deletion.
    case storesWithoutLease
    /// The cache says that it deleted what it keeps.
    case keepsTheDeleted
    /// A request shares the answer to one from before a deletion.
    case joinsAnyFlight
}
