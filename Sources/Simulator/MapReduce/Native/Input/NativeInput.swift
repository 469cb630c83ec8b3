#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Where a job on real files finds its records.
public enum NativeInput: Hashable, Sendable {
    /// A file, a pipe or a device with a path.
    case file(String)
    /// The standard input.
    case standardInput

    /// What messages and records call it.
    public var name: String {
        switch self {
        case .file(let path): path
        case .standardInput: "standard input"
        }
    }
}

/// An input that was looked at, and can be read.
struct ExaminedInput: Sendable {
    /// How it is read.
    enum Kind: Equatable {
        /// A regular file, mapped into memory.
        case mapped
        /// One byte after the other: a pipe, a device, or gzip.
        case stream
    }

    /// What it is called.
    let name: String
    /// How it is read.
    let kind: Kind
    /// How many bytes it has, as far as that is known beforehand.
    let size: Int
    private let input: NativeInput

    /// Looks whether and how `input` can be read.
    init(_ input: NativeInput) throws(NativeJobError) {
        self.input = input
        name = input.name
        let status = try Self.status(of: input)
        let type = status.st_mode & S_IFMT
        if type == S_IFDIR { throw .cannotRead(input: input.name, .folder) }
        let isAtStart = input != .standardInput || lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
        guard type == S_IFREG, status.st_size > 0, isAtStart else {
            // A pipe must not be opened twice: its writer would notice.
            kind = .stream
            size = 0
            return
        }
        let descriptor = try Self.open(input)
        defer { Self.close(descriptor, input) }
        var head: (UInt8, UInt8) = (0, 0)
        let isGzip = withUnsafeMutableBytes(of: &head) { bytes in
            pread(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
                && GzipDecoder.isGzip(UnsafeRawBufferPointer(bytes))
        }
        kind = isGzip ? .stream : .mapped
        size = Int(status.st_size)
    }

    /// The bytes of a mapped input.
    func map() throws(NativeJobError) -> StableBytes {
        let descriptor = try Self.open(input)
        defer { Self.close(descriptor, input) }
        do throws(SystemFailure) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .last }
            // Beyond the end of a file that shrank there is no memory.
            guard Int(status.st_size) >= size else { throw .changed }
            return try StableBytes(mapping: descriptor, size: size)
        } catch {
            throw .cannotRead(input: name, error)
        }
    }

    /// Gives the blocks of a stream to `body`, until it says that no more are wanted.
    func forEachBlock(
        ofSize blockSize: Int,
        _ body: (RecordBlock) throws(NativeJobError) -> Bool
    ) throws(NativeJobError) {
        let descriptor = try Self.open(input)
        defer { Self.close(descriptor, input) }
        let peeked = try PeekedSource(DescriptorSource(descriptor, name: name))
        let source: any ByteSource = peeked.isGzip ? try GzipSource(peeked, name: name) : peeked
        let label = StableBytes(copying: name.utf8)
        let blocks = LineBlocks(source, name: label, blockSize: blockSize)
        while let block = try blocks.next(), try body(block) {}
    }

    private static func status(of input: NativeInput) throws(NativeJobError) -> stat {
        var status = stat()
        let code =
            switch input {
            case .standardInput: fstat(STDIN_FILENO, &status)
            case .file(let path) where path.isEmpty || path.utf8.contains(0):
                throw .cannotRead(input: path, .notAPath)
            case .file(let path): stat(path, &status)
            }
        guard code == 0 else { throw .cannotRead(input: input.name, .last) }
        return status
    }

    private static func open(_ input: NativeInput) throws(NativeJobError) -> Int32 {
        guard case .file(let path) = input else { return STDIN_FILENO }
        let descriptor = systemOpen(path)
        guard descriptor >= 0 else { throw .cannotRead(input: path, .last) }
        return descriptor
    }

    private static func close(_ descriptor: Int32, _ input: NativeInput) {
        if case .file = input { systemClose(descriptor) }
    }
}

/// The system calls, by names that no method hides.
private func systemOpen(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
