/// Why a broker did not do what it was asked to.
///
/// Source: Apache Kafka, `Errors.java`; the names are those of its codes.
public enum QueueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another broker leads the partition, or none.
    case notLeader
    /// The one who asks knows of an older term of the leader than there is.
    case fencedLeaderEpoch
    /// The one who asks knows of a newer term than the broker.
    case unknownLeaderEpoch
    /// No such topic or partition.
    case unknownPartition
    /// Fewer replicas are in sync than have to be; nothing was appended.
    case notEnoughReplicas
    /// The batch was appended, but fewer replicas are in sync by now than have to be.
    case notEnoughReplicasAfterAppend
    /// The batch was appended, but not enough had it in time.
    case timedOut
    /// Messages of the same producer before these are missing.
    case outOfOrderSequence
    /// A later incarnation of the producer has written.
    case fencedProducer
    /// The bytes are not those that were sent.
    case corruptMessage
    /// The partition has nothing at this offset, nor will the next message have it.
    case offsetOutOfRange
    /// The leader does not know yet how much was safe under the one before.
    case offsetNotAvailable
    /// The disk takes nothing.
    case storage
    /// The broker does not coordinate the group.
    case notCoordinator
    /// The group has no such member.
    case unknownMember
    /// The group has divided its partitions anew since.
    case illegalGeneration
    /// The group divides its partitions anew.
    case rebalanceInProgress
    /// Offsets of the group are being written down.
    case unstableOffsetCommit
    /// The controller has changed the partition since.
    case outdatedState
    /// The controller knows another incarnation of a broker that is to count as in sync.
    case ineligibleReplica

    /// The reason in words.
    public var description: String {
        switch self {
        case .notLeader: "not the leader of the partition"
        case .fencedLeaderEpoch: "an older leader epoch than the present one"
        case .unknownLeaderEpoch: "a newer leader epoch than is known"
        case .unknownPartition: "no such topic or partition"
        case .notEnoughReplicas: "not enough replicas are in sync"
        case .notEnoughReplicasAfterAppend: "not enough replicas are in sync after all"
        case .timedOut: "not enough replicas had it in time"
        case .outOfOrderSequence: "messages before these are missing"
        case .fencedProducer: "a later incarnation of the producer has written"
        case .corruptMessage: "the bytes are not those that were sent"
        case .offsetOutOfRange: "no such offset"
        case .offsetNotAvailable: "not known yet what is safe"
        case .storage: "the disk takes nothing"
        case .notCoordinator: "not the coordinator of the group"
        case .unknownMember: "no such member of the group"
        case .illegalGeneration: "an older generation of the group"
        case .rebalanceInProgress: "the group divides its partitions anew"
        case .unstableOffsetCommit: "offsets of the group are being written down"
        case .outdatedState: "the state of the partition has changed"
        case .ineligibleReplica: "the replica is not the one that runs"
        }
    }

    /// Whether the one who asked may have asked the wrong broker.
    var asksForMetadata: Bool {
        switch self {
        case .notLeader, .fencedLeaderEpoch, .unknownLeaderEpoch, .unknownPartition, .storage: true
        default: false
        }
    }

    /// Whether asking again may help.
    var isTransient: Bool {
        switch self {
        case .notEnoughReplicas, .notEnoughReplicasAfterAppend, .timedOut, .corruptMessage,
            .offsetNotAvailable, .unstableOffsetCommit:
            true
        default: asksForMetadata
        }
    }
}
