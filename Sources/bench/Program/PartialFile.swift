#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A file that gets its name when all of it is written, and is gone when that does not happen:
/// after an error, and after an interrupt too.
///
/// What is no regular file (a device, a pipe) is written directly. A program has one such file at
/// a time.
final class PartialFile: TextOutput {
    /// Where the file is written: beside its place, under a name of its own.
    let temporaryPath: String
    /// Whether the file is put in its place at the end.
    let isRegular: Bool

    private let path: String
    private var descriptor: Int32
    private var isDone = false

    /// Begins a file for `path`, which keeps what it has until then.
    init(_ path: String) throws(WriteError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw WriteError(target: path, reason: "it is no path")
        }
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR { throw .ofSystem(path, code: EISDIR) }
        isRegular = !exists || status.st_mode & S_IFMT == S_IFREG
        // A link stays, and what it leads to is replaced.
        self.path = exists && isRegular ? Self.resolved(path) : path
        temporaryPath = isRegular ? "\(self.path).\(getpid()).partial" : path
        if isRegular { InterruptedFile.set(temporaryPath) }
        let creation = isRegular ? O_CREAT | O_TRUNC : 0
        descriptor = open(temporaryPath, O_WRONLY | creation | O_CLOEXEC, 0o666)
        if descriptor < 0 {
            let error = WriteError.ofSystem(path)
            isDone = true
            InterruptedFile.set(nil)
            throw error
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        guard !isDone, isRegular else { return }
        unlink(temporaryPath)
        InterruptedFile.set(nil)
    }

    func write(bytes: [UInt8]) throws(WriteError) {
        let code = DescriptorOutput.write(bytes, to: descriptor)
        // The reader of a pipe may go away early, as that of standard output may.
        guard code == 0 || code == EPIPE && !isRegular else { throw .ofSystem(path, code: code) }
    }

    /// Puts the file in its place.
    func commit() throws(WriteError) {
        let isClosed = close(descriptor) == 0
        descriptor = -1
        guard isClosed else { throw .ofSystem(path) }
        guard isRegular else { return }
        guard rename(temporaryPath, path) == 0 else { throw .ofSystem(path) }
        isDone = true
        InterruptedFile.set(nil)
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

/// The file that must be removed when the program is interrupted.
enum InterruptedFile {
    /// Soundness: the main thread alone writes it, and a signal handler reads a whole pointer; the
    /// memory behind it is never freed while the handler may run, which ends the program.
    nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?

    /// Names the file; nothing for none.
    static func set(_ newPath: String?) {
        let old = path
        path = newPath.flatMap { strdup($0) }
        free(old)
    }

    /// Removes the file. It may be called in a signal handler.
    static func remove() {
        if let path { unlink(path) }
    }
}
