/// Holds backups to what is promised of them, looking at the stores themselves.
///
/// It reads what is there on its own, with the key alone, and compares it with what the source
/// held.
public final class BackupChecker {
    private let layout: BackupLayout
    private let retention: Duration
    private let regions: [(name: String, objects: any StoredObjects)]
    /// What was read of manifests, which never change; nil of one that cannot be read.
    private var manifests: [String: Complete?] = [:]
    /// What was read of data, which never change.
    private var digests: [String: ContentDigest] = [:]

    /// A checker of backups with these settings, in these regions.
    public init(
        settings: BackupSettings,
        regions: [(name: String, objects: any StoredObjects)]
    ) {
        layout = settings.layout
        retention = settings.retention
        self.regions = regions
    }

    /// A backup whose manifest is there and whole.
    private struct Complete {
        let manifest: BackupManifest
        /// The keys of the data that it needs.
        let keys: Set<String>

        var name: BackupName { manifest.name }
    }

    // MARK: While it runs

    /// What is wrong with a deletion that was decided; nil where a rule demands it.
    ///
    /// A manifest may go where the backup is older than the retention and a later one is complete;
    /// data where no complete backup needs them. A backup that goes restored until then.
    func problem(_ deletion: BackupDeletion, _ journal: BackupJournal) -> String? {
        guard let region = regions.first(where: { $0.name == deletion.region }) else { return nil }
        let complete = complete(in: region)
        let place = "\(deletion.key) of \(region.name)"
        guard let name = BackupLayout.backup(ofManifest: deletion.key) else {
            let user = complete.first { $0.keys.contains(deletion.key) }
            return user.map { "\(place) is swept, which backup \($0.name) needs" }
        }
        if name.age(at: deletion.instant) <= retention { return "\(place) is deleted too early" }
        guard let backup = complete.first(where: { $0.name == name }) else { return nil }
        if complete.last?.name == name { return "\(place) is deleted, the last complete backup" }
        return problem(of: backup.manifest, in: region, journal)
    }

    // MARK: In the end

    /// Complete backups that do not restore to what the source held.
    public func restoreProblems(_ journal: BackupJournal) -> [String] {
        regions.flatMap { region in
            complete(in: region).compactMap { problem(of: $0.manifest, in: region, journal) }
        }
    }

    /// What was acknowledged and is gone, though no rule named it, and what was deleted though none
    /// did.
    public func deletionProblems(_ journal: BackupJournal) -> [String] {
        regions.flatMap { region in
            let present = Set(
                region.objects.keys(BackupLayout.manifests) + region.objects.keys(BackupLayout.data)
            )
            let deleted = journal.deleted[region.name] ?? []
            return (journal.written[region.name] ?? []).filter {
                !present.contains($0) && !deleted.contains($0)
            }.map { "\($0) of \(region.name) is gone" }
        } + journal.deletionProblems
    }

    /// Restores that were reported as done and left something else than the source held.
    public func restorationProblems(_ journal: BackupJournal) -> [String] {
        journal.restored.compactMap { restored in
            journal.sources[restored.backup] == restored.files
                ? nil : "backup \(restored.backup) was restored to other files"
        }
    }

    /// Objects that were written more than once.
    public func repetitionProblems() -> [String] {
        regions.flatMap { region in
            (region.objects.keys(BackupLayout.manifests) + region.objects.keys(BackupLayout.data))
                .filter { region.objects.versionCount($0) > 1 }
                .map { "\($0) of \(region.name) was written more than once" }
        }
    }

    /// Names of the complete backups of a region.
    public func names(in region: String) -> [BackupName] {
        regions.first { $0.name == region }.map { complete(in: $0).map(\.name) } ?? []
    }

    // MARK: Reading

    private typealias Region = (name: String, objects: any StoredObjects)

    /// The backups whose manifests are there and whole, in the order of their names.
    private func complete(in region: Region) -> [Complete] {
        region.objects.keys(BackupLayout.manifests).compactMap { key in
            let place = region.name + "/" + key
            if let known = manifests[place] { return known }
            let backup = region.objects.bytes(key)
                .flatMap { layout.packing.unpack($0, label: key) }
                .flatMap { BackupManifest($0) }
                .map { manifest in
                    Complete(
                        manifest: manifest,
                        keys: Set(manifest.files.map { layout.key(of: $0) })
                    )
                }
            manifests[place] = .some(backup)
            return backup
        }
    }

    private func problem(
        of manifest: BackupManifest,
        in region: Region,
        _ journal: BackupJournal
    ) -> String? {
        let place = "backup \(manifest.name) in \(region.name)"
        guard let source = journal.sources[manifest.name] else {
            return "\(place) was never begun"
        }
        guard source.count == manifest.files.count else {
            return "\(place) has \(manifest.files.count) files of \(source.count)"
        }
        for file in manifest.files {
            let key = layout.key(of: file)
            guard let bytes = region.objects.bytes(key) else {
                return "\(place) lacks the bytes of \(file.name)"
            }
            let label = region.name + "/" + key
            let digest =
                digests[label]
                ?? layout.packing.unpack(bytes, label: key).map { ContentDigest(of: $0) }
            digests[label] = digest
            if digest == nil || digest != source[file.name] {
                return "\(place) has other bytes of \(file.name)"
            }
        }
        return nil
    }
}
