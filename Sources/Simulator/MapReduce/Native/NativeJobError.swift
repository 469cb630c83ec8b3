#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Why a job on real files failed.
public enum NativeJobError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An input cannot be read.
    case cannotRead(input: String, SystemFailure)
    /// An input says that it is gzip, and cannot be decompressed.
    case damagedInput(input: String, GzipError)
    /// A record cannot be understood, and the job fails on such records.
    case badRecord(BadRecord)
    /// A key or a result has a byte that no line of text can have at that place.
    case notALine([UInt8])
    /// Memory ran out as agreed, and the file that was to take the rest cannot be written.
    case cannotSpill(folder: String, SystemFailure)
    /// What was written to such a file is not what is there now.
    case damagedShuffle(ShuffleError)

    /// What is wrong, and where.
    public var description: String {
        switch self {
        case .cannotRead(let input, let failure):
            "\(input): error: cannot read the file: \(failure)"
        case .damagedInput(let input, let error): "\(input): error: \(error)"
        case .badRecord(let record):
            "\(record.source.isEmpty ? "input" : record.source): error: byte \(record.offset): "
                + record.reason
        case .notALine(let bytes):
            "standard output: error: '\(String(decoding: bytes, as: UTF8.self))' has a tab or a "
                + "line break, which a line of keys and values cannot say"
        case .cannotSpill(let folder, let failure):
            "\(folder): error: cannot write a temporary file: \(failure)"
        case .damagedShuffle(let error): "internal error: \(error)"
        }
    }
}

/// The number that a failed system call leaves behind.
public struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number, as in `errno`.
    public let code: Int32

    /// Creates a failure with a number of the system's.
    public init(code: Int32) {
        self.code = code
    }

    /// The failure of the call just made.
    static var last: SystemFailure { SystemFailure(code: errno) }

    /// A file that became shorter while it was read.
    static var changed: SystemFailure { SystemFailure(code: ESTALE) }

    /// A path that no file can have.
    static var notAPath: SystemFailure { SystemFailure(code: EINVAL) }

    /// A folder where a file should be.
    static var folder: SystemFailure { SystemFailure(code: EISDIR) }

    /// What it means.
    public var description: String {
        switch code {
        case EACCES, EPERM: "permission denied"
        case EINVAL: "it is no path of a file"
        case EISDIR: "it is a directory"
        case ENOTDIR: "a part of the path is not a directory"
        case ENOENT: "no such file"
        case ENOSPC, EDQUOT: "no space left"
        case EROFS: "the file system is read-only"
        case ENAMETOOLONG: "the name is too long"
        case EIO: "the device has an error"
        case EMFILE, ENFILE: "too many files are open"
        case ENOMEM: "there is no memory"
        case ESTALE: "it changed while it was read"
        default: "system error \(code)"
        }
    }
}
