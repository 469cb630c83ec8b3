/// One of those among which keys are divided.
public struct PlacementMember: Hashable, Sendable {
    /// The unique name, which most algorithms hash.
    public let name: String

    /// How many members were created before this one, present or not: the identity that the slot
    /// ring hashes. A member that replaces a dead one has a new ordinal.
    public let ordinal: Int

    /// The relative share it should have: from one to ``weightMaximum``.
    public let weight: Int

    /// The greatest weight; a ring has points in proportion, so that it bounds memory.
    public static let weightMaximum = 65_535

    /// Creates a member.
    public init(name: String, ordinal: Int, weight: Int = 1) {
        self.name = name
        self.ordinal = ordinal
        self.weight = weight
    }
}

/// Why a placement's members could not be changed.
public enum PlacementError: Error, Equatable, CustomStringConvertible {
    /// A member of that name is there already.
    case duplicate(name: String)
    /// No member has that name.
    case unknown(name: String)
    /// A weight out of bounds, or above one where the algorithm knows no weights.
    case weight(name: String, weight: Int)
    /// No room for the member: the ring's slots, or the places set aside at the start, are taken.
    case full(name: String, capacity: Int)
    /// The algorithm can only remove the member added last.
    case notLast(name: String)

    /// The error as a sentence.
    public var description: String {
        switch self {
        case .duplicate(let name):
            "a member named '\(name)' is already placed"
        case .unknown(let name):
            "no member is named '\(name)'"
        case .weight(let name, let weight):
            "the weight \(weight) of member '\(name)' cannot be honoured"
        case .full(let name, let capacity):
            "there is no room for member '\(name)': the capacity is \(capacity)"
        case .notLast(let name):
            "member '\(name)' cannot be removed: only the member added last can"
        }
    }
}

/// The members of a placement, with the checks that every algorithm needs.
struct MemberList: Sendable {
    private(set) var members: [PlacementMember] = []
    private var positions: [String: Int] = [:]

    var count: Int { members.count }

    /// Appends members after checking all of them.
    mutating func append(
        contentsOf newMembers: [PlacementMember],
        allowingWeights: Bool
    ) throws(PlacementError) {
        let weights = 1...(allowingWeights ? PlacementMember.weightMaximum : 1)
        var names: Set<String> = []
        for member in newMembers {
            let isNew = positions[member.name] == nil
            guard isNew, newMembers.count == 1 || names.insert(member.name).inserted else {
                throw .duplicate(name: member.name)
            }
            guard weights.contains(member.weight) else {
                throw .weight(name: member.name, weight: member.weight)
            }
        }
        for member in newMembers {
            positions[member.name] = positions.count
        }
        members += newMembers
    }

    /// Removes a member and returns the index that it had.
    mutating func remove(_ name: String) throws(PlacementError) -> Int {
        let removed = try index(of: name)
        members.remove(at: removed)
        positions[name] = nil
        for index in removed..<members.count {
            positions[members[index].name] = index
        }
        return removed
    }

    func index(of name: String) throws(PlacementError) -> Int {
        guard let index = positions[name] else { throw .unknown(name: name) }
        return index
    }

    /// The shares of members that divide all keys by their weights.
    func sharesByWeight() -> [PlacementShare] {
        let total = members.reduce(0) { $0 + $1.weight }
        return members.map { PlacementShare(name: $0.name, count: $0.weight, total: total) }
    }

    /// The shares of members that were counted by index.
    func shares(counts: [Int], total: Int) -> [PlacementShare] {
        zip(members, counts).map { PlacementShare(name: $0.name, count: $1, total: total) }
    }
}
