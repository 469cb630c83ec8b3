/// A consumer wants to be one of a group.
struct JoinRequest: Sendable {
    let group: String
    /// The identifier that it has given itself.
    let member: String
    let topics: Set<String>
    /// What it had until now.
    let owned: [TopicPartition]
    let assignment: GroupAssignment
    /// After how long it counts as gone that was not heard of.
    let sessionTimeout: Duration
    /// How long it may take to come back when the group divides anew.
    let rebalanceTimeout: Duration
}

/// What a member of a group is to read, until the group divides anew.
public struct GroupShare: Hashable, Sendable {
    let generation: Int
    let partitions: [TopicPartition]
    /// The term and the incarnation of the coordinator, each of which counts generations anew.
    var term: CoordinatorTerm?
}

extension Service<JoinRequest, Result<GroupShare, QueueError>> {
    /// Makes a consumer one of a group; the answer comes when all its members have asked.
    static let join = Service("queue-join")
}

/// A member of a group, as it was when it last learnt what it is to read.
struct MemberRequest: Sendable {
    let group: String
    let member: String
    let generation: Int
    /// Whether it leaves.
    let isLeaving: Bool
}

extension Service<MemberRequest, Result<Bool, QueueError>> {
    /// Says that a member lives, or leaves.
    static let memberHeartbeat = Service("queue-member")
}

/// How far a consumer has read.
/// Which of the coordinators that a group has had.
struct CoordinatorTerm: Hashable, Sendable {
    /// The term of the leader of the partition with the offsets of the group.
    let leaderEpoch: Int
    /// The incarnation of that leader: one that starts anew, and is not replaced, knows no members.
    let incarnation: UInt32
}

struct CommitRequest: Sendable {
    let group: String
    /// When it was said: it may arrive after what was said later.
    let said: VirtualInstant
    /// Which member of the group says it; nothing where a consumer reads alone under the name.
    let member: (id: String, generation: Int)?
    /// The offsets of the next messages.
    let offsets: [(partition: TopicPartition, offset: Int)]
}

extension Service<CommitRequest, Result<Bool, QueueError>> {
    /// Writes down how far a consumer has read.
    static let commit = Service("queue-commit")
}

struct CommittedRequest: Sendable {
    let group: String
    let partitions: [TopicPartition]
}

extension Service<CommittedRequest, Result<[Int?], QueueError>> {
    /// Tells how far a group has read.
    static let committed = Service("queue-committed")
}
