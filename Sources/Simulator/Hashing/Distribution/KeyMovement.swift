/// Which keys a change of members moved, and from where to where.
///
/// A consistent placement moves keys only from members that left and to members that came; every
/// key moved between members that stayed is disturbance for nothing.
public struct KeyMovement: Equatable, Sendable {
    /// How many keys were looked up.
    public private(set) var keys = 0
    /// How many of them have another owner than before, or have or had none.
    public private(set) var moved = 0
    /// Of the moved, those whose owner left.
    public private(set) var movedFromRemoved = 0
    /// Of the moved, those whose owner stayed, and which went to a member that came.
    public private(set) var movedToAdded = 0
    /// Of the moved, those that went from one member that stayed to another.
    public private(set) var movedBetweenOthers = 0
    /// The least part of all keys that a change from one number of equal members to the other can
    /// move: `1 / (n + 1)` when one is added to `n`, `1 / n` when one of `n` is removed.
    public let idealFraction: Double

    /// Looks up keys in a placement before and after a change, and compares the owners' names.
    public init(
        of keys: some Sequence<PlacementKey>,
        from before: any Placement,
        to after: any Placement
    ) {
        let stayed = Staying(before: before, after: after)
        idealFraction = stayed.idealFraction
        for key in keys {
            self.keys += 1
            let old = before.ownerIndex(of: key)
            let new = after.ownerIndex(of: key)
            let oldStays = old.flatMap { stayed.newIndex[$0] }
            guard old == nil || oldStays == nil || oldStays != new else { continue }
            guard old != nil || new != nil else { continue }
            moved += 1
            if old != nil && oldStays == nil {
                movedFromRemoved += 1
            } else if let new, stayed.isOld[new] {
                movedBetweenOthers += 1
            } else {
                movedToAdded += 1
            }
        }
    }

    /// The part of all keys that moved.
    public var movedFraction: Double? {
        keys > 0 ? Double(moved) / Double(keys) : nil
    }

    /// The indices, before and after, of the members that are in both.
    private struct Staying {
        /// For each member before, its index after, where it stays.
        let newIndex: [Int?]
        /// For each member after, whether it was there before.
        let isOld: [Bool]
        let idealFraction: Double

        init(before: any Placement, after: any Placement) {
            let (old, new) = (before.members, after.members)
            let indices = Dictionary(
                new.enumerated().map { ($1.name, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            newIndex = old.map { indices[$0.name] }
            var isOld = [Bool](repeating: false, count: new.count)
            for case .some(let index) in newIndex { isOld[index] = true }
            self.isOld = isOld
            let removed = newIndex.count { $0 == nil }
            let added = isOld.count { !$0 }
            let fromRemoved = old.isEmpty ? 0 : Double(removed) / Double(old.count)
            let toAdded = new.isEmpty ? 0 : Double(added) / Double(new.count)
            idealFraction = max(fromRemoved, toAdded)
        }
    }
}
