#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Reads files as bytes.
enum ScenarioFile {
    /// Whether there is anything at `path`.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether there is a folder at `path`.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The folder of the file at `path`; nil for the working folder.
    static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }

    /// The bytes of a file; of one with more than `maximum`, just so many that it shows.
    static func bytes(
        of path: String,
        maximum: Int = YAMLLimits.bytes
    ) throws(ScenarioLoadingError) -> [UInt8] {
        guard !path.utf8.contains(0) else {
            throw .unreadable(path: Shortened.text(path), reason: "no such file")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .unreadable(path: path, reason: reason(errno))
        }
        let kind = status.st_mode & S_IFMT
        if kind == S_IFDIR { throw .unreadable(path: path, reason: "it is a directory") }
        guard kind == S_IFREG || kind == S_IFIFO else {
            throw .unreadable(path: path, reason: "it is not a regular file")
        }
        if kind == S_IFIFO { _ = fcntl(descriptor, F_SETFL, 0) }
        return try contents(of: descriptor, path, maximum)
    }

    private static func contents(
        of descriptor: Int32,
        _ path: String,
        _ maximum: Int
    ) throws(ScenarioLoadingError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= maximum {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw .unreadable(path: path, reason: reason(errno))
            }
            bytes += buffer[..<count]
        }
        return bytes
    }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT: "no such file"
        case EACCES, EPERM: "permission denied"
        case EISDIR: "it is a directory"
        case ENOTDIR: "a part of the path is not a directory"
        case ENAMETOOLONG: "the name is too long"
        case ELOOP: "too many symbolic links"
        default: "system error \(code)"
        }
    }
}
