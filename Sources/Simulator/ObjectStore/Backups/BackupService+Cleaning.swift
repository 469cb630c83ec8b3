extension BackupService {
    /// Deletes the backups of a region that have been kept for long enough, and the data that no
    /// backup needs.
    ///
    /// Manifests go first, one after the other from the oldest on; data only after all manifests
    /// that are there were read. Whatever is cut off in between is done the next time.
    func clean(_ shelf: BackupShelf) async throws(BackupError) {
        journal.step = .expiring
        do throws(ObjectAccessError) {
            let stock = try await shelf.stock()
            node.sometimes(BackupPlace.manifestDamaged, !stock.damaged.isEmpty)
            var good = stock.good.map(\.name)
            if settings.plantedBug == .countsIncomplete {
                let data = try await shelf.bucket.list(BackupLayout.data)
                good += data.compactMap { BackupLayout.writer(ofData: $0.key) }
            }
            let expired = RetentionPlan.expired(
                good: good,
                damaged: stock.damaged,
                pinned: pinned,
                now: now,
                settings: settings
            )
            // What began to be restored meanwhile stays.
            for name in expired where !pinned.contains(name) {
                let key = BackupLayout.key(of: name)
                journal.noteDeletion(of: key, in: shelf.region, at: now)
                try await shelf.bucket.delete(key)
            }
            try await sweep(shelf)
        } catch {
            throw BackupError(error)
        }
    }

    private func sweep(_ shelf: BackupShelf) async throws(ObjectAccessError) {
        journal.step = .sweeping
        let stock = try await shelf.stock()
        // What a backup needs whose manifest cannot be read is not known.
        guard stock.damaged.isEmpty else { return node.sometimes(BackupPlace.sweepHeldBack) }
        let ignored = settings.plantedBug == .overlooksAManifest ? 1 : 0
        let unneeded = SweepPlan.unneeded(
            try await shelf.data(),
            manifests: Array(stock.good.dropFirst(ignored)),
            layout: settings.layout,
            now: now,
            settings: settings
        )
        for key in unneeded { journal.noteDeletion(of: key, in: shelf.region, at: now) }
        try await shelf.bucket.delete(unneeded)
    }
}
