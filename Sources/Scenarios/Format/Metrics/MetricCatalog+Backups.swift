/// What backups, restores and the sync are measured by.
extension MetricCatalog {
    static let storage: [MetricDefinition] = backups + sync

    private static func ofBackups(_ name: String, _ documentation: String) -> MetricDefinition {
        .init(name, .count, from: .backup, documentation)
    }

    private static let backups: [MetricDefinition] = [
        ofBackups("backups.begun", "Backups of which a snapshot was taken."),
        ofBackups("backups.complete", "Backups that ended complete in every region."),
        ofBackups("backups.partial", "Backups that ended complete in some regions, not in all."),
        ofBackups("backups.failed", "Backups that ended complete in no region."),
        ofBackups("backups.skipped", "Backups that were due while another one was made."),
        ofBackups("backups.uploads", "Contents that were written, over all regions."),
        ofBackups("backups.expired", "Backups that the retention deleted, over all regions."),
        ofBackups("backups.swept", "Contents that were deleted as no backup needed them."),
        ofBackups(
            "backups.uncleaned",
            "Times that neither retention nor sweep could be brought to an end in a region."
        ),
        .init(
            "backups.interrupted",
            .count,
            labels: ["step"],
            from: .backup,
            "Backups that a crash cut off, by the step that it met: snapshot, looking, uploading, "
                + "committing, expiring, sweeping."
        ),
        .init(
            "backups.kept",
            .count,
            labels: ["region"],
            requiredLabels: ["region"],
            from: .backup,
            "Complete backups in a region at the end."
        ),
        .init(
            "backup-time",
            .duration,
            statistics: ["count"] + quantiles,
            from: .backup,
            "Time from the snapshot to the end of the retention, of backups that are complete "
                + "somewhere."
        ),
        ofBackups("restores.completed", "Restores that were brought to an end."),
        ofBackups("restores.resumed", "Those of them that went on after a crash."),
        ofBackups("restores.failed", "Restores that went on after a crash and failed."),
        .init(
            "restore-time",
            .duration,
            statistics: ["count"] + quantiles,
            from: .backup,
            "Time of a restore; of one that went on after a crash, that of the rest."
        ),
    ]

    private static func ofSync(_ name: String, _ documentation: String) -> MetricDefinition {
        .init("sync.\(name)", .count, from: .sync, documentation)
    }

    private static let sync: [MetricDefinition] = [
        ofSync("completed", "Rounds after which the bucket had what the directory held."),
        ofSync("failed", "Rounds in which something could not be done."),
        ofSync("skipped", "Rounds that were due while another one was under way."),
        ofSync("uploads", "Files that were written."),
        ofSync("bytes", "Bytes of these files, before they were compressed."),
        ofSync("removals", "Objects that were deleted, as their files were."),
        ofSync("unchanged", "Files that had not changed, over all rounds."),
        .init(
            "sync-time",
            .duration,
            statistics: ["count"] + quantiles,
            from: .sync,
            "Time of a round that was completed."
        ),
    ]

    static let storageInvariants: [InvariantDefinition] = [
        .init(
            "backups-restore",
            from: .backup,
            always: true,
            "Each backup that is listed at the end has the bytes that the directory held when it "
                + "was begun."
        ),
        .init(
            "backups-deleted-by-rule",
            from: .backup,
            always: true,
            "A backup goes when it is older than the retention and whole to the end, and never the "
                + "last complete one; data go when no complete backup needs them, and nothing else "
                + "is gone."
        ),
        .init(
            "restores-verified",
            from: .backup,
            always: true,
            "Each restore that was done left the files of its backup."
        ),
        .init(
            "backup-objects-written-once",
            from: .backup,
            always: true,
            "No object of a backup has two versions."
        ),
        .init(
            "sync-keeps-what-was-acknowledged",
            from: .sync,
            always: true,
            "Each file whose upload was acknowledged is in the bucket with its bytes."
        ),
    ]
}
