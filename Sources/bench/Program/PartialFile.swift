import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A file that gets its name when all of it is written, and is gone when that does not happen:
/// after an error, and after an interrupt too.
///
/// What is no regular file (a device, a pipe) is written directly.
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
        if isRegular, !InterruptedFiles.add(temporaryPath) {
            isDone = true
            descriptor = -1
            throw WriteError(target: path, reason: "something else is written there already")
        }
        let creation = isRegular ? O_CREAT | O_TRUNC : 0
        descriptor = open(temporaryPath, O_WRONLY | creation | O_CLOEXEC, 0o666)
        if descriptor < 0 {
            let error = WriteError.ofSystem(path)
            isDone = true
            if isRegular { InterruptedFiles.remove(temporaryPath) }
            throw error
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        guard !isDone, isRegular else { return }
        unlink(temporaryPath)
        InterruptedFiles.remove(temporaryPath)
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
        InterruptedFiles.remove(temporaryPath)
    }

    /// Whether two paths lead to one file, which need not be there yet. A device or a pipe takes
    /// what comes from both.
    static func isSame(_ path: String, _ other: String) -> Bool {
        var status = stat()
        let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        return !isSpecial && place(path) == place(other)
    }

    /// The path without links and detours, as far as there is something.
    private static func place(_ path: String) -> String {
        if access(path, F_OK) == 0 { return resolved(path) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        let isBare = parts.count < 2
        return resolved(isBare ? "." : folder.isEmpty ? "/" : folder) + "/" + (parts.last ?? "")
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

/// The files that must be removed when the program is interrupted.
enum InterruptedFiles {
    /// More than anybody writes at once.
    private static let maximum = 64

    /// Soundness: whoever has the lock writes them. A signal handler, which takes no lock, reads
    /// whole pointers, and ends the program: what is freed meanwhile it may miss, no more.
    nonisolated(unsafe) private static let paths = makePlaces()
    private static let lock = Mutex(())

    private static func makePlaces() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        let places = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: maximum)
        places.initialize(repeating: nil, count: maximum)
        return places
    }

    /// Makes room for them, which a signal handler must not do.
    static func prepare() { _ = paths }

    /// Adds a file.
    ///
    /// - Returns: Whether it was not there already.
    static func add(_ path: String) -> Bool {
        lock.withLock { _ in
            if place(of: path) != nil { return false }
            let free = (0..<maximum).first { paths[$0] == nil }
            if let free { paths[free] = strdup(path) }
            return true
        }
    }

    /// Takes a file out that needs no removing any more.
    static func remove(_ path: String) {
        lock.withLock { _ in
            guard let place = place(of: path) else { return }
            let old = paths[place]
            paths[place] = nil
            free(old)
        }
    }

    private static func place(of path: String) -> Int? {
        (0..<maximum).first { place in paths[place].map { strcmp($0, path) == 0 } ?? false }
    }

    /// Removes the files themselves. It may be called in a signal handler.
    static func unlinkAll() {
        for place in 0..<maximum {
            if let path = paths[place] { unlink(path) }
        }
    }
}
