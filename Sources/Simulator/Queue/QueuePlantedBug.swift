/// Bugs that tests plant, to see that the checkers notice them; off unless a test asks for one.
package enum QueuePlantedBug: String, Hashable, Sendable, CaseIterable {
    /// Messages that come again are appended again.
    case acceptsDuplicateSequences
    /// A producer that was replaced by a later incarnation goes on writing.
    case ignoresProducerEpochs
    /// A message counts as safe as soon as the leader has it.
    case countsAcknowledgementsOfAny
}
