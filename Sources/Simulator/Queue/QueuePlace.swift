/// Places in the code of a queue that faults ought to reach sometimes.
public enum QueuePlace: String, Place {
    /// A leader was deposed while producers waited for its acknowledgement.
    case leaderDeposedWithWaitingWrites = "leader-deposed-with-waiting-writes"
    /// A follower took back messages that its new leader does not have.
    case followerTruncated = "follower-took-messages-back"
    /// A follower was where its leader has no messages, and began anew.
    case followerBeganAnew = "follower-began-anew"
    /// A leader was asked for messages by a follower that knows an earlier term.
    case fetchOfOldTerm = "fetch-of-an-old-term"
    /// A leader refused messages because too few replicas are in sync.
    case tooFewInSync = "too-few-replicas-in-sync"
    /// Too few replicas were in sync when messages had been appended.
    case tooFewInSyncAfterAppend = "replicas-lost-after-append"
    /// A batch came again to a later leader than the one that appended it.
    case duplicateAfterElection = "duplicate-batch-after-an-election"
    /// A producer went on writing after a later incarnation had taken its place.
    case producerFenced = "replaced-producer-fenced"
    /// A batch came before one that was sent earlier.
    case batchOutOfOrder = "batch-overtook-another"
    /// The controller refused to have a replica in sync that had begun anew.
    case proposalIneligible = "restarted-replica-refused-in-sync"
    /// A heartbeat of a broker came after the next process of it had registered.
    case heartbeatOutdated = "heartbeat-of-an-earlier-process"
    /// A leader did not learn what became of its proposal of who is in sync.
    case proposalUnanswered = "in-sync-proposal-unanswered"
    /// A broker found a log whose end is not whole, and cut it off.
    case logCutAtStart = "torn-log-cut-at-start"
    /// The disk of a broker did not take what was to be written.
    case diskRefused = "broker-disk-refused-a-write"
    /// A group went on without a member that was not heard of.
    case memberLost = "group-lost-a-member"
    /// A member committed offsets of partitions that others read by then.
    case commitOfOldGeneration = "commit-of-an-old-generation"

    /// What happens there.
    public var meaning: String {
        switch self {
        case .leaderDeposedWithWaitingWrites:
            "a leader was deposed while producers waited for its acknowledgement"
        case .followerTruncated: "a follower took back messages that its new leader does not have"
        case .followerBeganAnew: "a follower was where its leader has no messages, and began anew"
        case .fetchOfOldTerm:
            "a leader was asked for messages by a follower that knows an earlier term"
        case .tooFewInSync: "a leader refused messages because too few replicas are in sync"
        case .tooFewInSyncAfterAppend:
            "too few replicas were in sync when messages had been appended"
        case .duplicateAfterElection:
            "a batch came again to a later leader than the one that appended it"
        case .producerFenced:
            "a producer went on writing after a later incarnation had taken its place"
        case .batchOutOfOrder: "a batch came before one that was sent earlier"
        case .proposalIneligible:
            "the controller refused to have a replica in sync that had begun anew"
        case .heartbeatOutdated:
            "a heartbeat of a broker came after the next process of it had registered"
        case .proposalUnanswered:
            "a leader did not learn what became of its proposal of who is in sync"
        case .logCutAtStart: "a broker found a log whose end is not whole, and cut it off"
        case .diskRefused: "the disk of a broker did not take what was to be written"
        case .memberLost: "a group went on without a member that was not heard of"
        case .commitOfOldGeneration:
            "a member committed offsets of partitions that others read by then"
        }
    }
}
