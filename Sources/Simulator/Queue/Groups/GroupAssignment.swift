/// A consumer of a group, and what it wants to read.
public struct GroupMember: Hashable, Sendable {
    /// Its identifier, by which members are ordered.
    public let id: String
    /// The topics.
    public let topics: Set<String>
    /// The shards that it had until now.
    public let owned: [TopicPartition]

    /// A member.
    public init(_ id: String, topics: Set<String>, owned: [TopicPartition] = []) {
        self.id = id
        self.topics = topics
        self.owned = owned
    }
}

/// How the shards of topics are divided among the consumers of a group: each to one, who wants it.
public enum GroupAssignment: String, CaseIterable, Hashable, Sendable {
    /// Of each topic, shards in a row for each member: `RangeAssignor`.
    case range
    /// Shard by shard, to one member after the other: `RoundRobinAssignor`.
    case roundRobin = "round-robin"
    /// Even, and whoever had a shard keeps it as far as it can be: `StickyAssignor`.
    case sticky

    /// The shards of each member, by its identifier and in their order.
    ///
    /// - Parameters:
    ///   - members: The members, each with an identifier of its own.
    ///   - shards: How many shards each topic has.
    public func assign(
        _ members: [GroupMember],
        shards: [String: Int]
    ) -> [String: [TopicPartition]] {
        let members = members.sorted { $0.id < $1.id }
        var assignment = Dictionary(
            uniqueKeysWithValues: members.map { ($0.id, [TopicPartition]()) }
        )
        let topics = Set(members.flatMap(\.topics)).filter { shards[$0] ?? 0 > 0 }.sorted()
        switch self {
        case .range: assignRanges(of: topics, shards, members, &assignment)
        case .roundRobin: assignInTurn(topics, shards, members, &assignment)
        case .sticky:
            assignment = StickyAssignment(members, topics: topics, shards: shards).assigned()
        }
        return assignment.mapValues { $0.sorted() }
    }

    private func assignRanges(
        of topics: [String],
        _ shards: [String: Int],
        _ members: [GroupMember],
        _ assignment: inout [String: [TopicPartition]]
    ) {
        for topic in topics {
            let readers = members.filter { $0.topics.contains(topic) }
            let (share, rest) = (shards[topic] ?? 0).quotientAndRemainder(dividingBy: readers.count)
            var next = 0
            for (index, reader) in readers.enumerated() {
                let count = share + (index < rest ? 1 : 0)
                let own = (next..<(next + count)).map { TopicPartition(topic, $0) }
                assignment[reader.id, default: []] += own
                next += count
            }
        }
    }

    private func assignInTurn(
        _ topics: [String],
        _ shards: [String: Int],
        _ members: [GroupMember],
        _ assignment: inout [String: [TopicPartition]]
    ) {
        var turn = 0
        for topic in topics {
            for shard in 0..<(shards[topic] ?? 0) {
                while !members[turn % members.count].topics.contains(topic) { turn += 1 }
                let member = members[turn % members.count].id
                assignment[member, default: []].append(TopicPartition(topic, shard))
                turn += 1
            }
        }
    }
}

/// An even division that moves few shards.
///
/// First everybody keeps what it had; shards of nobody go to those who have the fewest, the shards
/// that the fewest members want first; then shards move from those who have more to those who have
/// at least two fewer and want them, until none can.
///
/// Source: the aims are those of Apache Kafka, `StickyAssignor`: "as balanced as possible" first,
/// "as many existing assignment as possible" second.
private struct StickyAssignment {
    private let members: [GroupMember]
    /// The members that want a topic, by their places.
    private let readers: [String: [Int]]
    private var owned: [[TopicPartition]]

    init(_ members: [GroupMember], topics: [String], shards: [String: Int]) {
        self.members = members
        var readers: [String: [Int]] = [:]
        for topic in topics {
            readers[topic] = members.indices.filter { members[$0].topics.contains(topic) }
        }
        self.readers = readers
        var free = Set(
            topics.flatMap { topic in
                (0..<(shards[topic] ?? 0)).map { TopicPartition(topic, $0) }
            }
        )
        owned = members.map { member in
            member.owned.filter { shard in
                member.topics.contains(shard.topic) && free.remove(shard) != nil
            }
        }
        let order = free.sorted { left, right in
            let counts = (readers[left.topic]?.count ?? 0, readers[right.topic]?.count ?? 0)
            return counts.0 == counts.1 ? left < right : counts.0 < counts.1
        }
        // Room is made before it is given away: whoever has too much would get nothing anyway.
        for shard in order {
            guard let member = leastLoaded(of: shard.topic) else { continue }
            owned[member].append(shard)
        }
    }

    /// The member that wants a topic and has the fewest shards, the first of several.
    private func leastLoaded(of topic: String) -> Int? {
        (readers[topic] ?? []).min { (owned[$0].count, $0) < (owned[$1].count, $1) }
    }

    func assigned() -> [String: [TopicPartition]] {
        var copy = self
        while copy.moveOne() {}
        return Dictionary(
            uniqueKeysWithValues: zip(copy.members.map(\.id), copy.owned)
        )
    }

    /// Moves a shard to somebody who has at least two fewer; one that was not kept from before is
    /// moved first.
    private mutating func moveOne() -> Bool {
        let order = members.indices.sorted { (owned[$0].count, $1) > (owned[$1].count, $0) }
        for giver in order {
            let kept = Set(members[giver].owned)
            let candidates = owned[giver].sorted { left, right in
                let isKept = (kept.contains(left), kept.contains(right))
                return isKept.0 == isKept.1 ? left < right : !isKept.0
            }
            for shard in candidates {
                guard let taker = leastLoaded(of: shard.topic),
                    owned[taker].count + 1 < owned[giver].count
                else { continue }
                owned[giver].removeAll { $0 == shard }
                owned[taker].append(shard)
                return true
            }
        }
        return false
    }
}
