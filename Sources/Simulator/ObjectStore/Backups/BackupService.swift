/// Makes backups of a directory of its node, on schedule and when asked, and restores them.
///
/// A backup is complete in a region once its manifest is there, which is written last and with one
/// request; a crash before leaves data that nobody lists and that are swept later. One backup is
/// made at a time; the retention follows it, so that nothing is swept while a backup is made.
///
/// A backup that is due while the node is down is not made up for, as with cron.
public actor BackupService: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    let settings: BackupSettings
    let shelves: [BackupShelf]
    let journal: BackupJournal
    /// The time of the calendar at the start of the run.
    let calendar: Timestamp
    /// Names up to this one may have been given by this incarnation or one before.
    private var newest: BackupName
    private var isBusy = false
    var isRestoring = false
    /// The backups from which something is being restored.
    var pinned: Set<BackupName> = []

    /// Starts the service on `node`: its schedule, and what a restore before a crash left to do.
    ///
    /// - Parameters:
    ///   - node: Where it runs, and whose disk it keeps.
    ///   - settings: What is kept when, and for how long.
    ///   - locations: Where backups are kept: a bucket in each of several regions, one or more.
    ///   - journal: What notes each backup and restore.
    ///   - calendar: The time of the calendar at the start of the run, not before 1970.
    ///   - random: Draws nonces, and waits between attempts.
    @discardableResult
    public static func start(
        on node: Node,
        settings: BackupSettings,
        locations: [BucketLocation],
        journal: BackupJournal,
        calendar: Timestamp,
        random: RandomStream
    ) -> BackupService {
        precondition(!locations.isEmpty, "a backup is somewhere")
        precondition(calendar >= .epoch, "the names of backups begin with 1970")
        let service = BackupService(node, settings, locations, journal, calendar, random)
        service.begin()
        return service
    }

    private init(
        _ node: Node,
        _ settings: BackupSettings,
        _ locations: [BucketLocation],
        _ journal: BackupJournal,
        _ calendar: Timestamp,
        _ random: RandomStream
    ) {
        self.node = node
        self.settings = settings
        self.journal = journal
        self.calendar = calendar
        shelves = locations.map { location in
            BackupShelf(
                location,
                node: node,
                settings: settings,
                random: random.split("\(location.region) \(location.bucket) \(node.incarnation)")
            )
        }
        newest = BackupName(calendar.adding(nanoseconds: Int64(clamping: node.now.nanoseconds)))
    }

    private nonisolated func begin() {
        node.spawn("backup schedule", .background) { await self.followSchedule() }
        node.spawn("unfinished restores") { await self.resumeRestores() }
    }

    /// The time of the calendar.
    var now: Timestamp { calendar.adding(nanoseconds: Int64(clamping: node.now.nanoseconds)) }

    /// What was asked of the stores, and moved.
    var figures: TransferFigures {
        shelves.reduce(TransferFigures()) { $0 + $1.bucket.figures }
    }

    private func followSchedule() async {
        while let due = settings.schedule?.next(after: now) {
            let wait = Duration.nanoseconds(due.nanoseconds - now.nanoseconds)
            guard (try? await node.sleep(for: wait)) != nil else { return }
            if isBusy {
                node.sometimes(BackupPlace.roundSkipped)
                journal.noteSkipped()
            } else {
                node.spawn("backup") { _ = try? await self.backUp() }
            }
        }
    }

    /// Makes a backup now, and deletes what has been kept for long enough.
    ///
    /// - Returns: The backup, and the regions in which it is complete.
    /// - Throws: ``BackupError/busy``; else why it is complete in no region.
    public func backUp() async throws(BackupError) -> BackupReport {
        guard !isBusy else { throw .busy }
        isBusy = true
        defer { isBusy = false }
        do throws(BackupError) {
            return try await performBackup()
        } catch {
            if case .interrupted = error {
                node.sometimes(BackupPlace.interrupted)
                journal.noteInterruption()
            }
            throw error
        }
    }

    private func performBackup() async throws(BackupError) -> BackupReport {
        journal.step = .snapshot
        let snapshot = try await takeSnapshot()
        let begun = node.now
        var report = BackupReport(name: newest, files: snapshot.count)
        var failure: BackupError?
        for shelf in shelves {
            do throws(BackupError) {
                let plan = try await copy(snapshot, as: report.name, to: shelf)
                report.regions.append(shelf.region)
                report.uploads += plan.uploads.count
            } catch {
                if case .interrupted = error { throw error }
                node.sometimes(BackupPlace.regionFailed)
                journal.noteFailure(of: report.name, in: shelf.region, error)
                failure = failure ?? error
            }
            do throws(BackupError) {
                try await clean(shelf)
            } catch {
                if case .interrupted = error { throw error }
                node.sometimes(BackupPlace.cleaningFailed)
                journal.noteUncleaned(shelf.region)
            }
        }
        journal.noteEnd(of: report, after: begun.duration(to: node.now))
        if report.regions.isEmpty, let failure { throw failure }
        return report
    }

    /// Takes a snapshot and gives it a name that no other has: that of a second which has come, and
    /// in which no backup was begun.
    private func takeSnapshot() async throws(BackupError) -> [SnapshotFile] {
        let free = newest.instant.adding(nanoseconds: Timestamp.nanosecondsInSecond)
        do throws(Interruption) {
            try await node.sleep(for: .nanoseconds(max(0, free.nanoseconds - now.nanoseconds)))
        } catch {
            throw .interrupted(error)
        }
        let prefix = settings.directory + "/"
        do throws(DiskError) {
            let files = try await node.disk.snapshot(prefix)
            newest = BackupName(now)
            journal.noteSnapshot(newest, files: files.map { ($0.name, $0.bytes) }, prefix: prefix)
            return files.map {
                SnapshotFile(name: String($0.name.dropFirst(prefix.count)), bytes: $0.bytes)
            }.sorted { $0.name < $1.name }
        } catch {
            throw BackupError(error)
        }
    }

    /// Puts a snapshot into a region: the data that are not there, then the manifest.
    private func copy(
        _ snapshot: [SnapshotFile],
        as name: BackupName,
        to shelf: BackupShelf
    ) async throws(BackupError) -> BackupPlan {
        journal.step = .looking
        let earlier: [BackupManifest]
        do throws(ObjectAccessError) { earlier = try await shelf.stock().good } catch {
            throw BackupError(error)
        }
        let plan = BackupPlan(name, of: snapshot, earlier: earlier, settings: settings)
        if settings.plantedBug == .writesManifestFirst {
            try await commit(plan.manifest, to: shelf)
        }
        journal.step = .uploading
        let failure = await forEach(plan.uploads) { file throws(BackupError) in
            let object = shelf.packed(file, by: name)
            do throws(ObjectAccessError) {
                try await shelf.create(object.key, object.bytes)
            } catch {
                throw BackupError(error)
            }
            self.journal.noteWritten(object.key, in: shelf.region)
        }
        if let failure { throw failure }
        journal.step = .committing
        if settings.plantedBug != .writesManifestFirst {
            try await commit(plan.manifest, to: shelf)
        }
        journal.noteCommit(of: plan.manifest.name, in: shelf.region, at: node.now)
        return plan
    }

    private func commit(
        _ manifest: BackupManifest,
        to shelf: BackupShelf
    ) async throws(BackupError) {
        let rest = settings.makingMaximum - manifest.name.age(at: now)
        guard rest >= .zero else {
            node.sometimes(BackupPlace.manifestLate)
            throw .late(manifest.name)
        }
        do throws(BackupError) {
            try await shelf.commit(manifest, until: node.now.advanced(by: rest))
        } catch {
            if case .taken = error { node.sometimes(BackupPlace.nameTaken) }
            throw error
        }
    }

    /// Performs `body` for every item, some at a time, until one fails.
    func forEach<Item: Sendable>(
        _ items: [Item],
        _ body: @escaping @Sendable (Item) async throws(BackupError) -> Void
    ) async -> BackupError? {
        await Concurrently.perform(items, limit: settings.concurrency, body)
    }
}

/// What became of a backup.
public struct BackupReport: Hashable, Sendable {
    /// Its name.
    public let name: BackupName
    /// How many files it holds.
    public let files: Int
    /// How many contents were written, in all regions together.
    public internal(set) var uploads = 0
    /// The regions in which it is complete.
    public internal(set) var regions: [String] = []
}
