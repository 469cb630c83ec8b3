/// A backup that is complete somewhere.
public struct BackupEntry: Hashable, Sendable {
    /// Its name.
    public let name: BackupName
    /// How many files it holds.
    public let files: Int
    /// Bytes of these files.
    public let bytes: Int
    /// The regions in which it is complete.
    public internal(set) var regions: [String]
}

extension BackupService {
    /// What is known of the backups without asking: those of the region that has the most, as it
    /// was seen last.
    struct Summary: Sendable {
        var count = 0
        var last: BackupName?
        var storedBytes = 0
    }

    /// The backups that are complete in some region, the oldest first.
    ///
    /// - Throws: Why no region could be asked; those that cannot be asked are left out.
    public func list() async throws(BackupError) -> [BackupEntry] {
        var entries: [BackupName: BackupEntry] = [:]
        var failures: [BackupError] = []
        for shelf in shelves {
            do throws(ObjectAccessError) {
                for manifest in try await shelf.stock().good {
                    let entry = BackupEntry(
                        name: manifest.name,
                        files: manifest.files.count,
                        bytes: manifest.size,
                        regions: []
                    )
                    entries[manifest.name, default: entry].regions.append(shelf.region)
                }
            } catch {
                let failure = BackupError(error)
                if case .interrupted = failure { throw failure }
                failures.append(failure)
            }
        }
        if failures.count == shelves.count, let failure = failures.first { throw failure }
        return entries.values.sorted { $0.name < $1.name }
    }

    func summary() -> Summary {
        var summary = Summary()
        for shelf in shelves {
            summary.count = max(summary.count, shelf.names.count)
            summary.last = ([summary.last, shelf.names.last].compactMap { $0 }).max()
            summary.storedBytes += shelf.storedBytes
        }
        return summary
    }

    /// The time of the calendar at `instant`, as answers have it.
    func date(of instant: VirtualInstant?) -> String? {
        instant.map { calendar.adding(nanoseconds: Int64(clamping: $0.nanoseconds)).description }
    }
}
