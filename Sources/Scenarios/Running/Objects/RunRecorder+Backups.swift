import OrderedCollections
import Simulator

/// What backups, restores and the sync did, and whether they kept their promises.
extension RunRecorder {
    func recordBackups(_ record: inout RunRecord) {
        guard let part = cluster.backups else { return }
        let journal = part.journal
        record.metrics.add(journal)
        for region in part.regions {
            let label = MetricKey.Label("region", region)
            let kept = part.checker.names(in: region).count
            record.metrics.count(MetricKey("backups.kept", label), kept)
        }
        let checker = part.checker
        record.invariants["backups-restore"] = .some(
            Self.sentence(checker.restoreProblems(journal))
        )
        record.invariants["backups-deleted-by-rule"] = .some(
            Self.sentence(checker.deletionProblems(journal))
        )
        record.invariants["restores-verified"] = .some(
            Self.sentence(checker.restorationProblems(journal))
        )
        record.invariants["backup-objects-written-once"] = .some(
            Self.sentence(checker.repetitionProblems())
        )
        if let failure = journal.lastFailure {
            record.notes.append("the last backup that failed in a region: \(failure)")
        }
        if let failure = journal.lastRestoreFailure {
            record.notes.append("the last restore that failed after a crash: \(failure)")
        }
        guard let sync = part.sync else { return }
        record.metrics.add(sync.journal)
        record.invariants["sync-keeps-what-was-acknowledged"] = .some(
            Self.sentence(sync.journal.problems(of: sync.objects, settings: sync.settings))
        )
    }
}

extension Metrics {
    fileprivate mutating func add(_ journal: BackupJournal) {
        let counts = journal.counts
        for (name, number) in [
            ("backups.begun", counts.begun), ("backups.complete", counts.complete),
            ("backups.partial", counts.partial), ("backups.failed", counts.failed),
            ("backups.skipped", counts.skipped), ("backups.uploads", counts.uploads),
            ("backups.expired", counts.expired), ("backups.swept", counts.swept),
            ("backups.uncleaned", counts.uncleaned), ("restores.completed", counts.restores),
            ("restores.resumed", counts.resumed), ("restores.failed", counts.failedRestores),
        ] {
            count(MetricKey(name), number)
        }
        for step in BackupStep.allCases {
            let label = MetricKey.Label("step", step.rawValue)
            count(MetricKey("backups.interrupted", label), journal.interruptions[step] ?? 0)
        }
        if journal.durations.count > 0 { add(journal.durations, to: MetricKey("backup-time")) }
        if journal.restoreDurations.count > 0 {
            add(journal.restoreDurations, to: MetricKey("restore-time"))
        }
    }

    fileprivate mutating func add(_ journal: SyncJournal) {
        let counts = journal.counts
        for (name, number) in [
            ("completed", counts.complete), ("failed", counts.failed),
            ("skipped", counts.skipped), ("uploads", counts.uploads),
            ("bytes", counts.bytes), ("removals", counts.removals),
            ("unchanged", counts.unchanged),
        ] {
            count(MetricKey("sync.\(name)"), number)
        }
        if journal.durations.count > 0 { add(journal.durations, to: MetricKey("sync-time")) }
    }
}
