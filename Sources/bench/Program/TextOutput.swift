#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Where the program writes text: a standard stream, or the memory of a test.
protocol TextOutput: AnyObject {
    /// Writes all of `bytes`, which need not be text.
    func write(bytes: [UInt8]) throws(WriteError)

    /// Whether nobody reads any more what is written.
    var isClosed: Bool { get }
}

extension TextOutput {
    var isClosed: Bool { false }

    /// Writes all of `text`.
    func write(_ text: String) throws(WriteError) {
        try write(bytes: Array(text.utf8))
    }
}

/// Why something cannot be written.
struct WriteError: Error, Equatable, CustomStringConvertible {
    /// What was to be written: a path, or the name of a stream.
    var target: String
    /// Why it cannot be.
    var reason: String

    /// The message for the terminal.
    var description: String { "\(target): error: cannot write: \(reason)" }

    /// The error of the system call that failed just now.
    static func ofSystem(_ target: String, code: Int32 = errno) -> WriteError {
        WriteError(target: target, reason: reason(of: code))
    }

    private static func reason(of code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "permission denied"
        case EEXIST: "it exists"
        case EISDIR: "it is a directory"
        case ENOTDIR: "a part of the path is not a directory"
        case ENOENT: "no such directory"
        case ENOSPC, EDQUOT: "no space left"
        case EROFS: "the file system is read-only"
        case ENAMETOOLONG: "the name is too long"
        default: "system error \(code)"
        }
    }
}

/// A file descriptor, written fully.
///
/// A reader that goes away early, as `head` does, is no error: the rest is dropped. The program
/// ignores `SIGPIPE` for this, so that its exit code still says what it found.
final class DescriptorOutput: TextOutput {
    private let descriptor: Int32
    private let name: String
    private(set) var isClosed = false

    /// The descriptor, and what messages call it.
    init(_ descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    func write(bytes: [UInt8]) throws(WriteError) {
        guard !isClosed else { return }
        let code = Self.write(bytes, to: descriptor)
        if code == EPIPE { isClosed = true } else if code != 0 { throw .ofSystem(name, code: code) }
    }

    /// Writes all bytes; the error code of the system call that failed, or zero.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = systemWrite(descriptor, rest.baseAddress, rest.count)
                if count >= 0 {
                    written += count
                } else if errno == EAGAIN {
                    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&request, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}

/// The system call, by a name that no method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// Text kept in memory.
final class MemoryOutput: TextOutput {
    /// What was written so far.
    private(set) var bytes: [UInt8] = []

    /// What was written so far, as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    func write(bytes: [UInt8]) {
        self.bytes += bytes
    }
}
