/// Bugs for tests that show that the checkers notice them.
package enum MapReducePlantedBug: String, Hashable, Sendable, CaseIterable {
    /// A second completion of a map task counts as that of another one.
    case acceptsDuplicateCompletions
    /// A job is told to be done before that is in the database.
    case completesBeforePersisting
    /// A coordinator goes on writing after its lease has passed to another.
    case ignoresTheEpoch
    /// Map output that is lost is taken for empty.
    case forgetsLostMapOutput
    /// A map task whose output is lost does not run again.
    case keepsOutputOfTheDead
    /// All attempts at a map task write to the same lists.
    case sharesListsBetweenAttempts
    /// A push that is repeated is appended again.
    case repeatsPushes
    /// Keys go to the partition of a hash that is another one in every worker.
    case partitionsByProcess
    /// A mean is combined as the mean of means.
    case combinesMeans
    /// Results of every attempt at a reduce task are taken, not only those of the one that won.
    case readsResultsOfAllAttempts
    /// A failed job stays running for ever.
    case forgetsFailures
    /// A transaction that was sent again is done again, also after later ones.
    case repeatsCommits
    /// A list of which a stale replica has only a part is taken for the whole.
    case takesPartsForTheWhole
    /// A record that stands across the boundary of two splits is read by both.
    case readsBoundaryRecordsTwice
    /// A sign of life counts although a later message of the worker has overtaken it.
    case believesOldHeartbeats
    /// A coordinator whose lease has run out answers and gives orders as long as nobody tells it.
    case actsAfterItsLease
    /// An attempt that failed after its worker was taken for dead does not count as failed.
    case forgetsFailuresOfTheDead
    /// Map output stays where it is when its job is over.
    case keepsOutputOfEndedJobs
    /// A worker is busy until the coordinator has answered its report.
    case staysBusyWhileReporting
    /// Results are handed out although some of their rows are not there.
    case handsOutWhatIsLeft
    /// What a job is to read counts as read before the job has completed.
    case consumesWhatIsNotDone
    /// A coordinator that takes over reads inputs from their beginning.
    case forgetsWhatWasConsumed
}
