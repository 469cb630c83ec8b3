/// Bugs that tests plant, to see that the checkers notice them; off unless a test asks for one.
package enum BalancerPlantedBug: Equatable, Sendable, CaseIterable {
    /// A request whose server is found dead is forgotten.
    case dropsRequestsOfTheDead
    /// A dead server keeps its place, and its keys with it.
    case keepsTheDeadPlaced
    /// Requests go where the placement before the last change sends them.
    case usesTheLastPlacement
    /// A server that replaces a dead one gets its number, and its places with it.
    case reusesOrdinals
    /// When a server dies, those that live are numbered, and placed, anew.
    case renumbersTheLiving
}
