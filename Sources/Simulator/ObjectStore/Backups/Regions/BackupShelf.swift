/// The backups of a region.
///
/// What was read of manifests is kept: they never change.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
final class BackupShelf: @unchecked Sendable {
    /// The backups that are there.
    struct Stock: Sendable {
        /// Those that are complete, in the order of their names.
        var good: [BackupManifest] = []
        /// Those whose manifests are not what was written.
        var damaged: [BackupName] = []
    }

    /// The region.
    let region: String
    let bucket: SteadyBucket
    private let settings: BackupSettings
    private let layout: BackupLayout
    private var nonces: RandomStream
    private var manifests: [BackupName: BackupManifest] = [:]
    /// The complete backups, as they were seen last.
    private(set) var names: [BackupName] = []
    /// Bytes of all data, as they were listed last.
    private(set) var storedBytes = 0

    /// - Parameter random: A stream of this incarnation alone.
    init(
        _ location: BucketLocation,
        node: Node,
        settings: BackupSettings,
        random: RandomStream
    ) {
        region = location.region
        bucket = SteadyBucket(
            location,
            node: node,
            persistence: settings.persistence,
            random: random.split("waits")
        )
        self.settings = settings
        layout = settings.layout
        nonces = random.split("nonces")
    }

    // MARK: Reading

    /// Looks which backups there are.
    func stock() async throws(ObjectAccessError) -> Stock {
        let entries = try await bucket.list(BackupLayout.manifests)
        var stock = Stock()
        for name in entries.compactMap({ BackupLayout.backup(ofManifest: $0.key) }) {
            if let known = manifests[name] {
                stock.good.append(known)
                continue
            }
            switch try await manifest(name) {
            case .whole(let manifest): stock.good.append(manifest)
            case .damaged: stock.damaged.append(name)
            case .missing: break
            }
        }
        names = stock.good.map(\.name)
        let present = Set(names)
        manifests = manifests.filter { present.contains($0.key) }
        return stock
    }

    /// The keys of all data, in order.
    func data() async throws(ObjectAccessError) -> [String] {
        let entries = try await bucket.list(BackupLayout.data)
        storedBytes = entries.reduce(0) { $0 + $1.size }
        return entries.map(\.key)
    }

    /// What reading a manifest gives.
    enum Reading: Equatable, Sendable {
        case whole(BackupManifest)
        case damaged
        case missing
    }

    /// Reads the manifest of a backup.
    func manifest(_ name: BackupName) async throws(ObjectAccessError) -> Reading {
        let key = BackupLayout.key(of: name)
        // What changed on its way is read again: only what stays so is damaged.
        for _ in 0..<settings.persistence.attempts {
            guard let packed = try await bucket.read(key) else { return .missing }
            guard let bytes = layout.packing.unpack(packed, label: key),
                let manifest = BackupManifest(bytes), manifest.name == name
            else { continue }
            manifests[name] = manifest
            return .whole(manifest)
        }
        return .damaged
    }

    /// The bytes of a file; nil where they are not there or not what was written.
    func contents(of file: BackupManifest.File) async throws(ObjectAccessError) -> [UInt8]? {
        let key = layout.key(of: file)
        guard let packed = try await bucket.read(key),
            let bytes = layout.packing.unpack(packed, label: key)
        else { return nil }
        if settings.plantedBug == .restoresUnverified { return bytes }
        return ContentDigest(of: bytes) == file.digest ? bytes : nil
    }

    // MARK: Writing

    /// The key of a file that `backup` writes, and the form in which it is kept.
    func packed(_ file: SnapshotFile, by backup: BackupName) -> (key: String, bytes: [UInt8]) {
        let key = layout.key(of: file.digest, writer: backup)
        return (key, layout.packing.pack(file.bytes, label: key, using: &nonces))
    }

    /// Writes an object of data; one of the same key has the same content.
    func create(_ key: String, _ bytes: [UInt8]) async throws(ObjectAccessError) {
        _ = try await bucket.create(
            key,
            bytes,
            plantsRepetition: settings.plantedBug == .repeatsWrites
        )
    }

    /// Writes the manifest, by which the backup becomes complete.
    ///
    /// - Parameter deadline: After it, it is not asked again.
    /// - Throws: ``BackupError/taken(_:)`` where another backup has the name.
    func commit(
        _ manifest: BackupManifest,
        until deadline: VirtualInstant
    ) async throws(BackupError) {
        let key = BackupLayout.key(of: manifest.name)
        let bytes = layout.packing.pack(Array(manifest.text.utf8), label: key, using: &nonces)
        let isOurs: Bool
        do throws(ObjectAccessError) {
            let creation = try await bucket.create(
                key,
                bytes,
                until: deadline,
                plantsRepetition: settings.plantedBug == .repeatsWrites
            )
            isOurs =
                creation == .written
                ? true : try await self.manifest(manifest.name) == .whole(manifest)
        } catch {
            throw BackupError(error)
        }
        guard isOurs else { throw .taken(manifest.name) }
        manifests[manifest.name] = manifest
    }
}
