#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Writes files whole or not at all.
enum FileWriter {
    /// Makes a folder and those above it that are missing.
    static func makeFolder(_ path: String) throws(WriteError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw WriteError(target: path, reason: "it is no path")
        }
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
            if mkdir(made, 0o777) == 0 { continue }
            guard errno == EEXIST else { throw .ofSystem(made) }
            guard isFolder(made) else {
                throw WriteError(target: made, reason: "it is not a directory")
            }
        }
    }

    /// Makes a folder of this run's own in `TMPDIR`, or in the system's folder for such; nothing
    /// removes it.
    static func makeTemporaryFolder() throws(WriteError) -> String {
        let parent = Terminal.variable("TMPDIR") ?? "/tmp"
        var template = Array("\(parent)/bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .ofSystem(parent) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes sure that files can be created in a folder.
    static func checkFolder(_ path: String) throws(WriteError) {
        guard access(path, W_OK | X_OK) == 0 else { throw .ofSystem(path) }
    }

    /// Writes all files of a folder, or none.
    static func write(
        _ files: [(name: String, contents: String)],
        to folder: String
    ) throws(WriteError) {
        try write(files.map { (path: "\(folder)/\($0.name)", bytes: Array($0.contents.utf8)) })
    }

    /// Writes all files: each to a temporary file first; then all are renamed.
    ///
    /// When any cannot be written, the temporary files are removed and the old ones stay. An
    /// interrupt waits until the end, so that nothing is left half done.
    static func write(_ files: [(path: String, bytes: [UInt8])]) throws(WriteError) {
        var blocked = sigset_t()
        var previous = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGINT)
        sigaddset(&blocked, SIGTERM)
        sigprocmask(SIG_BLOCK, &blocked, &previous)
        defer { sigprocmask(SIG_SETMASK, &previous, nil) }
        var temporaries: [String] = []
        defer { for path in temporaries { unlink(path) } }
        for file in files {
            // A folder in the way would be found after others were renamed.
            if isFolder(file.path) { throw .ofSystem(file.path, code: EISDIR) }
            temporaries.append(try writeTemporary(file.bytes, for: file.path))
        }
        for file in files {
            guard rename(temporaries[0], file.path) == 0 else { throw .ofSystem(file.path) }
            temporaries.removeFirst()
        }
    }

    /// Whether a file holds these bytes; nothing where there is none.
    static func holds(_ bytes: [UInt8], path: String) -> Bool? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: bytes.count + 1)
        var filled = 0
        while filled < buffer.count {
            let count = buffer[filled...].withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            filled += count
        }
        return Array(buffer[..<filled]) == bytes
    }

    /// Writes a file beside `path` and gives its path.
    private static func writeTemporary(
        _ bytes: [UInt8],
        for path: String
    ) throws(WriteError) -> String {
        let temporary = "\(path).\(getpid()).partial"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .ofSystem(path) }
        let code = DescriptorOutput.write(bytes, to: descriptor)
        let isClosed = close(descriptor) == 0
        guard code == 0, isClosed else {
            let error = WriteError.ofSystem(path, code: code == 0 ? errno : code)
            unlink(temporary)
            throw error
        }
        return temporary
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
