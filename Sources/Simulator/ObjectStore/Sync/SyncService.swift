/// Keeps a bucket the same as a directory of its node, by rounds: what is new or changed by its
/// content is written, and what is gone is deleted.
///
/// A round lists what there is, so that whatever happened to a round before is found out, also one
/// of an earlier incarnation. Objects are written over the one that was listed only: a request that
/// takes effect late does not replace what a later round wrote.
public actor SyncService: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    private let settings: SyncSettings
    private let journal: SyncJournal
    private let bucket: SteadyBucket
    private var salts: RandomStream
    /// What is known of the objects that were listed or written, by the names of their files.
    private var known: [String: SyncPlan.Present] = [:]
    /// Whether the round met another object than it had listed, which the next one will see.
    private var isOvertaken = false

    /// Starts the rounds on `node`; the first one is at the next multiple of the interval.
    @discardableResult
    public static func start(
        on node: Node,
        settings: SyncSettings,
        location: BucketLocation,
        journal: SyncJournal,
        random: RandomStream
    ) -> SyncService {
        let service = SyncService(node, settings, location, journal, random)
        node.spawn("sync", .background) { await service.run() }
        return service
    }

    private init(
        _ node: Node,
        _ settings: SyncSettings,
        _ location: BucketLocation,
        _ journal: SyncJournal,
        _ random: RandomStream
    ) {
        self.node = node
        self.settings = settings
        self.journal = journal
        let own = random.split("\(node.incarnation)")
        bucket = SteadyBucket(
            location,
            node: node,
            persistence: settings.persistence,
            random: own.split("waits")
        )
        salts = own.split("salts")
    }

    /// What was asked of the store, and moved.
    var figures: TransferFigures { bucket.figures }

    private func run() async {
        let interval = settings.interval.wholeNanoseconds
        var round = node.now.nanoseconds / interval
        do {
            while true {
                let next = node.now.nanoseconds / interval + 1
                // Rounds whose time passed while another one was under way are left out.
                journal.counts.skipped += Int(next - round - 1)
                round = next
                try await node.sleep(until: VirtualInstant(nanoseconds: round * interval))
                try await performRound()
            }
        } catch {
            return
        }
    }

    private func performRound() async throws(Interruption) {
        let begun = node.now
        isOvertaken = false
        let plan: SyncPlan
        var failure: BackupError?
        var didWrite = false
        do throws(BackupError) {
            plan = try await makePlan()
            didWrite = !plan.uploads.isEmpty
            journal.counts.unchanged += plan.unchanged
            failure = await Concurrently.perform(plan.uploads, limit: settings.concurrency) {
                upload throws(BackupError) in
                try await self.upload(upload)
            }
            for removal in plan.removals where failure == nil { try await remove(removal) }
        } catch {
            failure = error
        }
        if case .interrupted(let interruption) = failure { throw interruption }
        node.sometimes(BackupPlace.syncOvertaken, isOvertaken)
        journal.noteEnd(
            isComplete: failure == nil && !isOvertaken,
            didWrite: didWrite,
            after: begun.duration(to: node.now),
            at: node.now
        )
    }

    /// Compares what the directory holds with what the bucket has.
    private func makePlan() async throws(BackupError) -> SyncPlan {
        let prefix = settings.directory + "/"
        var files: [SnapshotFile] = []
        do throws(DiskError) {
            files = try await node.disk.snapshot(prefix).map {
                SnapshotFile(name: String($0.name.dropFirst(prefix.count)), bytes: $0.bytes)
            }.sorted { $0.name < $1.name }
        } catch {
            throw BackupError(error)
        }
        do throws(ObjectAccessError) {
            try await look()
        } catch {
            throw BackupError(error)
        }
        let plan = SyncPlan(files, present: known, plantedBug: settings.plantedBug)
        let changed = Set(plan.uploads.map(\.file.name))
        for file in files where !changed.contains(file.name) {
            journal.noteSame(file.name, file.digest)
        }
        return plan
    }

    /// Lists the objects, and asks after those that are not known.
    private func look() async throws(ObjectAccessError) {
        let entries = try await bucket.list(settings.prefix)
        var present: [String: SyncPlan.Present] = [:]
        for entry in entries {
            let name = String(entry.key.dropFirst(settings.prefix.count))
            if let object = known[name], object.tag == entry.tag {
                present[name] = object
                continue
            }
            guard let object = try await bucket.describe(entry.key) else { continue }
            let digest = SteadyBucket.digest(of: object)
            present[name] = SyncPlan.Present(tag: object.tag, digest: digest)
        }
        known = present
        journal.storedBytes = entries.reduce(0) { $0 + $1.size }
    }

    private func upload(_ upload: SyncPlan.Upload) async throws(BackupError) {
        let file = upload.file
        let key = settings.prefix + file.name
        let packed = settings.packing.pack(file.bytes, label: key, using: &salts)
        journal.noteAttempt(file.name)
        do throws(ObjectAccessError) {
            let tag =
                settings.plantedBug == .writesBlindly
                ? try await bucket.overwrite(key, packed, digest: file.digest)
                : try await bucket.replace(key, packed, digest: file.digest, over: upload.over)
            guard let tag else {
                isOvertaken = true
                return
            }
            known[file.name] = SyncPlan.Present(tag: tag, digest: file.digest, size: file.size)
            journal.noteUpload(file)
        } catch {
            throw BackupError(error)
        }
    }

    private func remove(_ removal: SyncPlan.Removal) async throws(BackupError) {
        journal.noteAttempt(removal.name)
        do throws(ObjectAccessError) {
            guard try await bucket.delete(settings.prefix + removal.name, tag: removal.tag) else {
                isOvertaken = true
                return
            }
        } catch {
            throw BackupError(error)
        }
        known[removal.name] = nil
        journal.noteRemoval(removal.name)
    }
}
