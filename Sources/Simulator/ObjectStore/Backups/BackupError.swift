/// Why a backup was not made, or nothing restored.
public enum BackupError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another one is under way.
    case busy
    /// No region has a complete backup of this name.
    case unknown(BackupName)
    /// There is something at the place to which it should be restored.
    case occupied(String)
    /// What a region has is not what was written.
    case damaged(String)
    /// A region has a manifest of this name already, of another backup.
    case taken(BackupName)
    /// A backup took so long that its data might be swept before it is complete.
    case late(BackupName)
    /// The store gave no answer of use.
    case store(ObjectAccessError)
    /// The disk refused something.
    case disk(DiskError)
    /// The node crashed, or the task was cancelled.
    case interrupted(Interruption)

    init(_ error: ObjectAccessError) {
        if case .interrupted(let interruption) = error {
            self = .interrupted(interruption)
        } else {
            self = .store(error)
        }
    }

    init(_ error: DiskError) {
        if case .interrupted(let interruption) = error {
            self = .interrupted(interruption)
        } else {
            self = .disk(error)
        }
    }

    /// The reason in words.
    public var description: String {
        switch self {
        case .busy: "another one is under way"
        case .unknown(let name): "there is no backup \(name)"
        case .occupied(let path): "\(path) is not empty"
        case .damaged(let key): "\(key) is not what was written"
        case .taken(let name): "there is another backup \(name)"
        case .late(let name): "the backup \(name) took too long"
        case .store(let error): error.description
        case .disk(let error): error.description
        case .interrupted(let interruption): interruption.description
        }
    }
}
