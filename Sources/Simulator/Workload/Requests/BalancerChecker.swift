/// Checks what a balancer noted, and what clients saw, against what it promises.
public enum BalancerChecker {
    /// What is wrong with the members of the ring; nil where nothing is.
    ///
    /// Those with a place are those that serve, and no number is used for two servers.
    public static func checkMembers(
        _ journal: BalancerJournal,
        from first: any Placement
    ) -> String? {
        var names: [Int: String] = [:]
        for member in first.members { names[member.ordinal] = member.name }
        for change in journal.placementChanges {
            if change.joined == nil, change.left == nil { names = [:] }
            let placement = change.placement
            for member in placement.members {
                let owner = names[member.ordinal, default: member.name]
                if owner != member.name {
                    return "at \(change.instant) the number \(member.ordinal) of '\(owner)' was "
                        + "given to '\(member.name)'"
                }
                names[member.ordinal] = owner
            }
            if let problem = checkServing(change) { return problem }
        }
        return nil
    }

    /// The movement of `keys` through all changes of the ring that `journal` notes.
    public static func movement(
        of keys: [PlacementKey],
        _ journal: BalancerJournal,
        from first: any Placement
    ) -> PlacementMovement {
        var total = PlacementMovement()
        var before = first.withoutBound
        for change in journal.placementChanges {
            let after = change.placement.withoutBound
            total.add(
                KeyMovement(of: keys, from: before, to: after),
                hasDeparture: change.left != nil
            )
            before = after
        }
        return total
    }

    private static func checkServing(_ change: BalancerJournal.PlacementChange) -> String? {
        let placed = change.placement.members.map(\.name)
        if let missing = change.serving.first(where: { !placed.contains($0) }) {
            return "at \(change.instant) '\(missing)' serves and has no keys"
        }
        guard change.placement.capabilities.contains(.removesAnyMember),
            let gone = placed.first(where: { !change.serving.contains($0) })
        else { return nil }
        return "at \(change.instant) '\(gone)' has keys and does not serve"
    }

    /// What is wrong with who answered the requests of `log`; nil where nothing is.
    ///
    /// Each answer comes from a server that owned the key at some instant while the request was
    /// under way. Where loads are bounded, or places are vacant, others answer too, and nothing is
    /// checked.
    public static func checkOwners(
        _ log: RequestLog,
        _ journal: BalancerJournal,
        from first: any Placement
    ) -> String? {
        if first is BoundedLoad || !first.capabilities.contains(.removesAnyMember) { return nil }
        let changes = journal.placementChanges
        for (number, entry) in log.entries.enumerated() {
            guard let last = entry.ends.first,
                case .response(200, .some(let server)) = last.end
            else { continue }
            var position = changes.partitioningIndex { $0.instant >= entry.intended }
            var owners = [
                (position == 0 ? first : changes[position - 1].placement).owner(of: entry.key)
            ]
            while position < changes.count, changes[position].instant <= last.instant {
                owners.append(changes[position].placement.owner(of: entry.key))
                position += 1
            }
            if !owners.contains(server) {
                return "request \(number) with key \(entry.key), due at \(entry.intended), was "
                    + "answered by '\(server)', which never owned the key until \(last.instant)"
            }
        }
        return nil
    }
}

/// The keys that the changes of a ring moved, in all.
public struct PlacementMovement: Equatable, Sendable {
    /// Keys compared, once for each change.
    public private(set) var compared = 0
    /// Of those, keys with another server than before.
    public private(set) var moved = 0
    /// Of those moved, keys that went from one server that stayed to another.
    public private(set) var movedFromOthers = 0
    /// Keys of servers that live which moved as one left.
    public private(set) var movedFromTheLiving = 0

    mutating func add(_ movement: KeyMovement, hasDeparture: Bool) {
        compared += movement.keys
        moved += movement.moved
        movedFromOthers += movement.movedBetweenOthers
        if hasDeparture { movedFromTheLiving += movement.moved - movement.movedFromRemoved }
    }

    /// What is wrong with the movement; nil where only keys of servers that left moved as they
    /// left.
    public var problem: String? {
        movedFromTheLiving == 0 ? nil : "\(movedFromTheLiving) keys of living servers moved"
    }
}

extension Placement {
    /// Where keys belong as long as no load is bounded.
    fileprivate var withoutBound: any Placement { (self as? BoundedLoad)?.base ?? self }
}
