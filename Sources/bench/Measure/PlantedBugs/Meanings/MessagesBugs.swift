import Simulator

extension QueuePlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .acceptsDuplicateSequences: "messages that come again are appended again"
        case .ignoresProducerEpochs:
            "a producer that was replaced by a later incarnation goes on writing"
        case .countsAcknowledgementsOfAny: "a message counts as safe as soon as the leader has it"
        case .electsAnyReplica: "the controller has any living replica lead"
        case .skipsTruncation: "a follower keeps what the leader does not have"
        case .servesUnsafeMessages: "a consumer gets what is not safe yet"
        case .acknowledgesBeforeFlush:
            "a broker that writes through acknowledges before it has written"
        case .keepsCrashedInSync: "a broker that lost its cache still counts as in sync"
        case .movesBeforeCopying:
            "replicas are dropped before those that are to have the partition have it"
        case .commitsBeforeProcessing: "a member of a group commits before it has processed"
        case .ignoresGenerations:
            "the coordinator of a group takes what a member of an older generation commits"
        case .sharesPartitions:
            "the coordinator of a group gives all of its members the same partitions"
        case .forgetsCommittedOffsets: "the coordinator of a group forgets offsets when it changes"
        }
    }
}
