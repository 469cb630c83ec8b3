import Simulator

extension MapReducePlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .acceptsDuplicateCompletions:
            "a second completion of a map task counts as that of another one"
        case .completesBeforePersisting: "a job is told to be done before that is in the database"
        case .ignoresTheEpoch: "a coordinator goes on writing after its lease has passed to another"
        case .forgetsLostMapOutput: "map output that is lost is taken for empty"
        case .keepsOutputOfTheDead: "a map task whose output is lost does not run again"
        case .sharesListsBetweenAttempts: "all attempts at a map task write to the same lists"
        case .repeatsPushes: "a push that is repeated is appended again"
        case .partitionsByProcess:
            "keys go to the partition of a hash that is another one in every worker"
        case .combinesMeans: "a mean is combined as the mean of means"
        case .readsResultsOfAllAttempts:
            "results of every attempt at a reduce task are taken, not only those "
                + "of the one that won"
        case .forgetsFailures: "a failed job stays running for ever"
        case .repeatsCommits:
            "a transaction that was sent again is done again, also after later ones"
        case .takesPartsForTheWhole:
            "a list of which a stale replica has only a part is taken for the whole"
        case .readsBoundaryRecordsTwice:
            "a record that stands across the boundary of two splits is read by both"
        case .believesOldHeartbeats:
            "a sign of life counts although a later message of the worker has overtaken it"
        case .actsAfterItsLease:
            "a coordinator whose lease has run out answers and gives orders as "
                + "long as nobody tells it"
        case .forgetsFailuresOfTheDead:
            "an attempt that failed after its worker was taken for dead does not count as failed"
        case .keepsOutputOfEndedJobs: "map output stays where it is when its job is over"
        case .staysBusyWhileReporting:
            "a worker is busy until the coordinator has answered its report"
        case .handsOutWhatIsLeft: "results are handed out although some of their rows are not there"
        case .consumesWhatIsNotDone:
            "what a job is to read counts as read before the job has completed"
        case .forgetsWhatWasConsumed:
            "a coordinator that takes over reads inputs from their beginning"
        }
    }
}

extension DatabasePlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .answersBeforeTheFlush: "a transaction is answered before its record is flushed"
        }
    }
}
