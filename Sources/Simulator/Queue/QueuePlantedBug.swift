/// Bugs that tests plant, to see that the checkers notice them; off unless a test asks for one.
package enum QueuePlantedBug: String, Hashable, Sendable, CaseIterable {
    /// Messages that come again are appended again.
    case acceptsDuplicateSequences
    /// A producer that was replaced by a later incarnation goes on writing.
    case ignoresProducerEpochs
    /// A message counts as safe as soon as the leader has it.
    case countsAcknowledgementsOfAny
    /// The controller has any living replica lead.
    case electsAnyReplica
    /// A follower keeps what the leader does not have.
    case skipsTruncation
    /// A consumer gets what is not safe yet.
    case servesUnsafeMessages
    /// A broker that writes through acknowledges before it has written.
    case acknowledgesBeforeFlush
    /// A broker that lost its cache still counts as in sync.
    case keepsCrashedInSync
    /// Replicas are dropped before those that are to have the partition have it.
    case movesBeforeCopying
    /// A member of a group commits before it has processed.
    case commitsBeforeProcessing
    /// The coordinator of a group takes what a member of an older generation commits.
    case ignoresGenerations
    /// The coordinator of a group gives all of its members the same partitions.
    case sharesPartitions
    /// The coordinator of a group forgets offsets when it changes.
    case forgetsCommittedOffsets
}
