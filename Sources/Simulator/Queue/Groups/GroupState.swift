import OrderedCollections

/// A group of consumers as its coordinator knows it; without clock and network.
///
/// Whenever its members change, all of them stop and ask again; when all have, or their time is
/// over, the partitions are divided anew, and a generation begins.
///
/// The coordinator divides itself, as in KIP-848, and answers each member with its share, so that
/// the step is not needed in which one of the members does so.
///
/// Source: Apache Kafka, `GroupCoordinator.scala`, `GroupMetadata.scala`.
struct GroupState: Sendable {
    /// A consumer of the group.
    private struct Member {
        var request: JoinRequest
        var lastSeen: VirtualInstant
        /// Whether it has asked for the generation to come.
        var isJoining: Bool
        var share: [TopicPartition]
    }

    private enum Phase: Equatable {
        case stable
        /// Members are to ask again, until then.
        case joining(until: VirtualInstant)
    }

    /// How long a new group waits for more members: `group.initial.rebalance.delay.ms`.
    static let initialDelay = Duration.seconds(3)

    /// Which division it is.
    private(set) var generation = 0
    private var phase = Phase.stable
    private var members: OrderedDictionary<String, Member> = [:]
    /// How many partitions each topic had when they were divided.
    private var counts: [String: Int] = [:]

    /// Whether there is nobody.
    var isEmpty: Bool { members.isEmpty }

    /// The topics that somebody reads.
    private var topics: Set<String> {
        members.values.reduce(into: []) { $0.formUnion($1.request.topics) }
    }

    // MARK: Members

    /// Takes in a member, or hears of one again.
    ///
    /// - Returns: Its share, where it has one already; otherwise it has to wait.
    mutating func join(_ request: JoinRequest, now: VirtualInstant) -> GroupShare? {
        let known = members[request.member]
        if phase == .stable, let known, known.request.topics == request.topics {
            members[request.member]?.lastSeen = now
            return GroupShare(generation: generation, partitions: known.share)
        }
        let isFirst = members.isEmpty
        members[request.member] = Member(
            request: request,
            lastSeen: now,
            isJoining: true,
            share: known?.share ?? []
        )
        if phase == .stable { beginJoining(now: now, isFirst: isFirst) }
        return nil
    }

    private mutating func beginJoining(now: VirtualInstant, isFirst: Bool = false) {
        guard phase == .stable else { return }
        let time =
            isFirst
            ? Self.initialDelay
            : members.values.map(\.request.rebalanceTimeout).max() ?? Self.initialDelay
        phase = .joining(until: now.advanced(by: time))
    }

    /// A member says that it lives.
    mutating func note(_ request: MemberRequest, now: VirtualInstant) -> Result<Bool, QueueError> {
        guard members[request.member] != nil else { return .failure(.unknownMember) }
        if request.isLeaving {
            remove(request.member, now: now)
            return .success(true)
        }
        guard request.generation == generation else { return .failure(.illegalGeneration) }
        members[request.member]?.lastSeen = now
        return phase == .stable ? .success(true) : .failure(.rebalanceInProgress)
    }

    /// Whether a member may say how far it has read.
    func mayCommit(_ member: String, generation: Int) -> QueueError? {
        guard members[member] != nil else { return .unknownMember }
        // As long as the others have not stopped, it may finish what it had begun.
        return generation == self.generation ? nil : .illegalGeneration
    }

    private mutating func remove(_ member: String, now: VirtualInstant) {
        members[member] = nil
        if !members.isEmpty { beginJoining(now: now) } else { phase = .stable }
    }

    // MARK: Time

    /// Lets go of who was not heard of, and divides the partitions where it is time to.
    ///
    /// - Parameter shards: How many partitions a topic has now.
    /// - Returns: The shares of all members, where there is a new generation; and who is gone.
    mutating func advance(
        to now: VirtualInstant,
        shards: (String) -> Int
    ) -> (shares: [String: GroupShare], gone: [String]) {
        var gone: [String] = []
        for (id, member) in members.elements
        where !member.isJoining
            && member.lastSeen.duration(to: now) > member.request.sessionTimeout
        {
            gone.append(id)
            remove(id, now: now)
        }
        if phase == .stable, topics.contains(where: { counts[$0] != shards($0) }) {
            beginJoining(now: now)
        }
        guard case .joining(let deadline) = phase, !members.isEmpty else { return ([:], gone) }
        // A group that begins waits its time, others until all are there.
        let isComplete = generation > 0 && members.values.allSatisfy(\.isJoining)
        guard isComplete || now >= deadline else { return ([:], gone) }
        for (id, member) in members.elements where !member.isJoining {
            gone.append(id)
            members[id] = nil
        }
        guard !members.isEmpty else {
            phase = .stable
            return ([:], gone)
        }
        return (divide(now: now, shards: shards), gone)
    }

    private mutating func divide(
        now: VirtualInstant,
        shards: (String) -> Int
    ) -> [String: GroupShare] {
        generation += 1
        phase = .stable
        counts = Dictionary(uniqueKeysWithValues: topics.map { ($0, shards($0)) })
        let assignment = members.values.first?.request.assignment ?? .range
        let divided = assignment.assign(
            members.map { id, member in
                GroupMember(id, topics: member.request.topics, owned: member.request.owned)
            },
            shards: counts
        )
        var shares: [String: GroupShare] = [:]
        for id in members.keys {
            let share = divided[id] ?? []
            members[id]?.share = share
            members[id]?.isJoining = false
            members[id]?.lastSeen = now
            shares[id] = GroupShare(generation: generation, partitions: share)
        }
        return shares
    }
}
