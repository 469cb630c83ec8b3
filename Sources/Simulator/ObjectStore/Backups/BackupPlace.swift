/// Places in the code of backups and of the sync that faults ought to reach sometimes.
public enum BackupPlace: String, Place {
    /// A backup found an object that it was to write.
    case metItsOwnObject = "backup-met-its-own-object"
    /// A write without an answer turned out to have taken effect.
    case foundItsWrite = "backup-found-its-unanswered-write"
    /// Another backup had the name of one that was to be completed.
    case nameTaken = "backup-name-taken"
    /// A backup took so long that what it needs may have been deleted.
    case manifestLate = "backup-took-too-long"
    /// The node crashed during a backup.
    case interrupted = "backup-interrupted"
    /// A backup could not be completed in a region.
    case regionFailed = "backup-failed-in-a-region"
    /// A backup was due while another one was being made.
    case roundSkipped = "backup-skipped"
    /// A manifest could not be read, however often it was tried.
    case manifestDamaged = "manifest-damaged"
    /// Nothing was swept because a manifest could not be read.
    case sweepHeldBack = "sweep-held-back"
    /// What is out of date could not be deleted.
    case cleaningFailed = "cleaning-failed"
    /// A restore went on that a crash had broken off.
    case restoreResumed = "restore-resumed"
    /// A restore read bytes that are not those that were backed up.
    case readAgain = "restore-read-again"
    /// A restore read a file from another region than the first one.
    case wentElsewhere = "restore-went-to-another-region"
    /// Somebody else had changed what a sync was to replace or delete.
    case syncOvertaken = "sync-overtaken"
    /// A sync found what an earlier attempt at the same write had written.
    case syncMetItself = "sync-met-its-own-write"

    /// What happens there.
    public var meaning: String {
        switch self {
        case .metItsOwnObject: "a backup found an object that it was to write"
        case .foundItsWrite: "a write without an answer turned out to have taken effect"
        case .nameTaken: "another backup had the name of one that was to be completed"
        case .manifestLate: "a backup took so long that what it needs may have been deleted"
        case .interrupted: "the node crashed during a backup"
        case .regionFailed: "a backup could not be completed in a region"
        case .roundSkipped: "a backup was due while another one was being made"
        case .manifestDamaged: "a manifest could not be read, however often it was tried"
        case .sweepHeldBack: "nothing was swept because a manifest could not be read"
        case .cleaningFailed: "what is out of date could not be deleted"
        case .restoreResumed: "a restore went on that a crash had broken off"
        case .readAgain: "a restore read bytes that are not those that were backed up"
        case .wentElsewhere: "a restore read a file from another region than the first one"
        case .syncOvertaken: "somebody else had changed what a sync was to replace or delete"
        case .syncMetItself: "a sync found what an earlier attempt at the same write had written"
        }
    }
}
