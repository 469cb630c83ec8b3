#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Reads a file line by line, without ever holding all of it.
final class LineReader {
    /// The longest line that is read.
    private static let lengthMaximum = 16 << 20
    private static let chunk = 1 << 16

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var next = 0
    private var isAtEnd = false
    /// Where the next line begins in the file, bytes.
    private(set) var offset: Int

    /// A reader of `path` from `offset` on.
    init(path: String, offset: Int = 0) throws(DecisionLogError) {
        self.offset = offset
        descriptor = path.utf8.contains(0) ? -1 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: Self.reason(errno)) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: "it is not a regular file")
        }
        if offset > 0 { lseek(descriptor, off_t(offset), SEEK_SET) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The next line without its line feed; nothing at the end. A line that is too long is cut off.
    func line() -> ArraySlice<UInt8>? {
        var searched = next
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[next..<end]
                offset += line.count + 1
                next = end + 1
                return line
            }
            searched = buffer.count
            if isAtEnd || buffer.count - next > Self.lengthMaximum { break }
            searched -= fill()
        }
        guard next < buffer.count else { return nil }
        defer {
            offset += buffer.count - next
            next = buffer.count
        }
        return buffer[next...]
    }

    /// Reads more.
    ///
    /// - Returns: How many bytes in front are gone.
    private func fill() -> Int {
        let gone = next
        buffer.removeFirst(next)
        next = 0
        let count = buffer.count
        buffer += [UInt8](repeating: 0, count: Self.chunk)
        var got = -1
        repeat {
            got = buffer.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + count }, Self.chunk)
            }
        } while got < 0 && errno == EINTR
        buffer.removeLast(Self.chunk - max(0, got))
        if got <= 0 { isAtEnd = true }
        return gone
    }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT: "no such file"
        case EACCES, EPERM: "permission denied"
        case EISDIR: "it is a directory"
        case ENOTDIR: "a part of the path is not a directory"
        default: "system error \(code)"
        }
    }
}
