import Testing

@testable import Simulator

struct GroupAssignmentTests {
    private static func shards(_ texts: [String]) -> [TopicPartition] {
        texts.map { text in
            let parts = text.split(separator: "p")
            return TopicPartition(String(parts[0]), Int(parts[1]) ?? -1)
        }
    }

    private func expect(
        _ assignment: GroupAssignment,
        _ members: [GroupMember],
        _ shards: [String: Int],
        gives expected: [String: [String]],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = assignment.assign(members, shards: shards)
        #expect(
            found == expected.mapValues { Self.shards($0).sorted() },
            sourceLocation: sourceLocation
        )
    }

    private static let two = ["C0", "C1"].map { GroupMember($0, topics: ["t0", "t1"]) }
    private static let unequal = [
        GroupMember("C0", topics: ["t0"]), GroupMember("C1", topics: ["t0", "t1"]),
        GroupMember("C2", topics: ["t0", "t1", "t2"]),
    ]

    @Test
    func `the examples of Kafka's documentation come out`() {
        expect(
            .range,
            Self.two,
            ["t0": 3, "t1": 3],
            gives: ["C0": ["t0p0", "t0p1", "t1p0", "t1p1"], "C1": ["t0p2", "t1p2"]]
        )
        expect(
            .roundRobin,
            Self.two,
            ["t0": 3, "t1": 3],
            gives: ["C0": ["t0p0", "t0p2", "t1p1"], "C1": ["t0p1", "t1p0", "t1p2"]]
        )
        let sizes = ["t0": 1, "t1": 2, "t2": 3]
        expect(
            .roundRobin,
            Self.unequal,
            sizes,
            gives: ["C0": ["t0p0"], "C1": ["t1p0"], "C2": ["t1p1", "t2p0", "t2p1", "t2p2"]]
        )
        expect(
            .sticky,
            Self.unequal,
            sizes,
            gives: ["C0": ["t0p0"], "C1": ["t1p0", "t1p1"], "C2": ["t2p0", "t2p1", "t2p2"]]
        )
    }

    /// The first example of `StickyAssignor`: C1 leaves.
    @Test
    func `who stays keeps what it had`() {
        let topics: Set = ["t0", "t1", "t2", "t3"]
        let members = [
            GroupMember("C0", topics: topics, owned: Self.shards(["t0p0", "t1p1", "t3p0"])),
            GroupMember("C2", topics: topics, owned: Self.shards(["t1p0", "t2p1"])),
        ]
        expect(
            .sticky,
            members,
            ["t0": 2, "t1": 2, "t2": 2, "t3": 2],
            gives: [
                "C0": ["t0p0", "t1p1", "t3p0", "t2p0"], "C2": ["t1p0", "t2p1", "t0p1", "t3p1"],
            ]
        )
    }

    /// Members with random subscriptions and a random past.
    private static func group(seed: UInt64) -> (members: [GroupMember], shards: [String: Int]) {
        var random = SplitMix64(seed: seed)
        let topics = (0..<Int.random(in: 1...4, using: &random)).map { "t\($0)" }
        var shards: [String: Int] = [:]
        for topic in topics { shards[topic] = Int.random(in: 1...7, using: &random) }
        let isEqual = Bool.random(using: &random)
        var free = topics.flatMap { topic in
            (0..<(shards[topic] ?? 0)).map { TopicPartition(topic, $0) }
        }
        free.shuffle(using: &random)
        let members = (0..<Int.random(in: 1...6, using: &random)).map { number in
            let own = isEqual ? topics : topics.filter { _ in Bool.random(using: &random) }
            let count = Int.random(in: 0...min(5, free.count), using: &random)
            defer { free.removeFirst(count) }
            return GroupMember(
                "C\(number)",
                topics: Set(own),
                owned: Array(free.prefix(count))
            )
        }
        return (members, shards)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `each shard that somebody wants goes to one who wants it`(seed: UInt64) {
        let (members, shards) = Self.group(seed: seed)
        for kind in GroupAssignment.allCases {
            let assignment = kind.assign(members, shards: shards)
            #expect(Set(assignment.keys) == Set(members.map(\.id)))
            let given = assignment.values.flatMap(\.self)
            #expect(Set(given).count == given.count)
            let wanted = Set(members.flatMap(\.topics))
            #expect(given.count == wanted.reduce(0) { $0 + (shards[$1] ?? 0) })
            for member in members {
                let topics = Set((assignment[member.id] ?? []).map(\.topic))
                #expect(topics.isSubset(of: member.topics))
            }
        }
    }

    /// `isBalanced` of Kafka's `AbstractStickyAssignor`, from the other end: nobody has a shard for
    /// which there is somebody with at least two fewer.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `a sticky division is even`(seed: UInt64) {
        let (members, shards) = Self.group(seed: seed)
        let assignment = GroupAssignment.sticky.assign(members, shards: shards)
        for giver in members {
            for shard in assignment[giver.id] ?? [] {
                for taker in members where taker.topics.contains(shard.topic) {
                    let more = assignment[giver.id]?.count ?? 0
                    let fewer = assignment[taker.id]?.count ?? 0
                    #expect(more - fewer < 2)
                }
            }
        }
    }

    /// Where all want the same, the most that can stay is a matter of counting: every member keeps
    /// up to its share, and as many as there are shares of one more keep one more.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func `as many shards as can be stay where they are`(seed: UInt64) {
        let (members, shards) = Self.group(seed: seed)
        guard Set(members.map(\.topics)).count == 1, let topics = members.first?.topics else {
            return
        }
        let total = topics.reduce(0) { $0 + (shards[$1] ?? 0) }
        let (share, rest) = total.quotientAndRemainder(dividingBy: members.count)
        let owned = members.map { $0.owned.count { topics.contains($0.topic) } }
        let more = min(rest, owned.count { $0 > share })
        let best = owned.reduce(0) { $0 + min($1, share) } + more
        let assignment = GroupAssignment.sticky.assign(members, shards: shards)
        let kept = members.reduce(0) { count, member in
            count + Set(member.owned).intersection(assignment[member.id] ?? []).count
        }
        #expect(kept == best)
    }
}
