/// What a backup has to write in a region: the contents that no earlier one has there.
struct BackupPlan: Sendable {
    /// The manifest that says what the backup holds.
    let manifest: BackupManifest
    /// The files whose contents are to be written, each content once.
    let uploads: [SnapshotFile]

    /// Plans the backup `name` of a snapshot.
    ///
    /// An earlier backup helps only as long as it will be kept for longer than any request of this
    /// one may take: otherwise its data could be swept before the manifest of this one is there.
    ///
    /// - Parameters:
    ///   - snapshot: The files, in the order of their names.
    ///   - earlier: The complete backups of the region.
    init(
        _ name: BackupName,
        of snapshot: [SnapshotFile],
        earlier: [BackupManifest],
        settings: BackupSettings
    ) {
        let lasting = earlier.sorted { $0.name > $1.name }.filter {
            $0.name.age(at: name.instant) <= settings.reuseMaximum
        }
        var writers: [ContentDigest: BackupName] = [:]
        for manifest in lasting {
            for file in manifest.files where writers[file.digest] == nil {
                writers[file.digest] = file.writer
            }
        }
        let believed = settings.plantedBug == .comparesSizes ? lasting.first?.files ?? [] : []
        var uploads: [SnapshotFile] = []
        var files: [BackupManifest.File] = []
        for file in snapshot {
            if let same = believed.first(where: { $0.name == file.name && $0.size == file.size }) {
                files.append(same)
                continue
            }
            let writer = writers[file.digest]
            if writer == nil {
                uploads.append(file)
                writers[file.digest] = name
            }
            files.append(
                BackupManifest.File(
                    name: file.name,
                    size: file.bytes.count,
                    digest: file.digest,
                    writer: writer ?? name
                )
            )
        }
        manifest = BackupManifest(name: name, files: files)
        self.uploads = uploads
    }
}

/// A file of a snapshot.
struct SnapshotFile: Sendable {
    /// The name within the directory.
    let name: String
    /// What it held.
    let bytes: [UInt8]
    /// What tells that from other contents.
    let digest: ContentDigest

    /// A file with these bytes.
    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        digest = ContentDigest(of: bytes)
    }
    /// Bytes it had.
    var size: Int { bytes.count }
}

extension BackupName {
    /// How long ago the backup was begun; none for one to come.
    func age(at now: Timestamp) -> Duration {
        .nanoseconds(max(0, now.nanoseconds - instant.nanoseconds))
    }
}
