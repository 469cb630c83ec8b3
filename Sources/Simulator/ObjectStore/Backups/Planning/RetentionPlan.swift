/// Which backups of a region have been kept for long enough.
enum RetentionPlan {
    /// The backups to delete, oldest first: those that are older than the retention and than the
    /// last good one.
    ///
    /// What cannot be read now may be good all the same, so without a later good one it stays.
    ///
    /// - Parameters:
    ///   - good: The complete backups whose manifests are whole.
    ///   - damaged: Those whose manifests cannot be read; they are as old as their names say.
    ///   - pinned: Backups from which something is being restored.
    static func expired(
        good: [BackupName],
        damaged: [BackupName] = [],
        pinned: Set<BackupName> = [],
        now: Timestamp,
        settings: BackupSettings
    ) -> [BackupName] {
        let last = good.max()
        let isLastKept = settings.plantedBug != .deletesTheLast
        let old =
            good.filter { $0 != last || !isLastKept }
            + damaged.filter { name in last.map { name < $0 } ?? false }
        return old.sorted().filter {
            !pinned.contains($0) && $0.age(at: now) > settings.retention
        }
    }
}

/// Which data of a region no backup needs.
enum SweepPlan {
    /// The keys to delete, in their order.
    ///
    /// What was written recently stays, whether a complete backup needs it or not: the manifest
    /// that names it may not have been written yet, or may be on its way.
    ///
    /// - Parameters:
    ///   - keys: The keys of all data.
    ///   - manifests: The complete backups, every one of them.
    static func unneeded(
        _ keys: [String],
        manifests: [BackupManifest],
        layout: BackupLayout,
        now: Timestamp,
        settings: BackupSettings
    ) -> [String] {
        var needed: Set<String> = []
        for manifest in manifests {
            for file in manifest.files { needed.insert(layout.key(of: file)) }
        }
        return keys.filter { key in
            guard !needed.contains(key), let writer = BackupLayout.writer(ofData: key) else {
                return false
            }
            return writer.age(at: now) > settings.effectiveGrace
        }
    }
}
