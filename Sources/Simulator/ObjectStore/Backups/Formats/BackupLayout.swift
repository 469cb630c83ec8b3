/// Where a backup keeps what in a bucket.
///
/// Objects of data are named by their content and by the backup that wrote them, and are never
/// written again: a request of an earlier incarnation that takes effect late can neither replace
/// nor delete what a later backup wrote.
struct BackupLayout: Sendable {
    /// How the contents are kept.
    let packing: ObjectPacking

    /// What the keys of all manifests begin with.
    static let manifests = "backups/"
    /// What the keys of all data begin with.
    static let data = "data/"

    /// The key of a manifest.
    static func key(of backup: BackupName) -> String {
        manifests + backup.description
    }

    /// The backup whose manifest has the key.
    static func backup(ofManifest key: String) -> BackupName? {
        key.hasPrefix(manifests) ? BackupName(key.dropFirst(manifests.count)) : nil
    }

    /// The key of a content that `writer` wrote.
    func key(of digest: ContentDigest, writer: BackupName) -> String {
        Self.data + packing.name(of: digest) + "-" + writer.description
    }

    /// The key of the bytes of a file.
    func key(of file: BackupManifest.File) -> String {
        key(of: file.digest, writer: file.writer)
    }

    /// The backup that wrote the data of a key.
    static func writer(ofData key: String) -> BackupName? {
        key.hasPrefix(data) ? BackupName(key.suffix(19)) : nil
    }
}
