import FoundationEssentials

/// The bodies of the endpoints of the storage.
enum StorageMessages {
    /// `{"backup_timestamp":"2024-01-01-12-00-00","local_path":"/restored"}`
    struct Restore: Codable {
        var backup_timestamp: String
        var local_path: String
    }

    /// What became of a restore.
    struct Restored: Encodable {
        var backup_timestamp: String
        var files: Int
        var local_path: String
        var status = "successful"
    }

    /// What became of a backup.
    struct Backup: Encodable {
        var backup_timestamp: String
        var files: Int
        var regions: [String]
        var status = "successful"

        init(_ report: BackupReport) {
            backup_timestamp = report.name.description
            files = report.files
            regions = report.regions
        }
    }

    /// The backups there are, the oldest first.
    struct List: Encodable {
        struct Entry: Encodable {
            var backup_timestamp: String
            var bytes: Int
            var files: Int
            var regions: [String]
        }

        var backups: [Entry]

        init(_ entries: [BackupEntry]) {
            backups = entries.map {
                Entry(
                    backup_timestamp: $0.name.description,
                    bytes: $0.bytes,
                    files: $0.files,
                    regions: $0.regions
                )
            }
        }
    }

    /// Sync status, storage usage, backup count, transfer rate and error rate.
    struct Statistics: Codable {
        var backup_count: Int
        var error_rate: Double
        var last_backup: String?
        var last_sync: String?
        var storage_used_bytes: Int
        var sync_status: String
        var transfer_rate_bytes_per_second: Double
    }

    /// A message.
    struct Text: Encodable {
        var message: String
        var status: String

        init(_ message: String, status: String = "successful") {
            self.message = message
            self.status = status
        }
    }

    static func restore(from body: [UInt8]) -> Restore? {
        try? JSONDecoder().decode(Restore.self, from: Data(body))
    }

    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Structures of strings and finite numbers always encode.
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }
}
