#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A file without a name for what does not fit into memory; it is gone when the program ends, in
/// whatever way.
///
/// Soundness: one thread appends, and when it has ended another reads.
final class SpillFile: @unchecked Sendable {
    private let folder: String
    private var descriptor: Int32 = -1
    private var size = 0
    private var mapped: StableBytes?

    /// A file in `folder`, made when it is needed.
    init(folder: String) {
        self.folder = folder
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Appends some bytes and says where they stand.
    func append(_ bytes: [UInt8]) throws(NativeJobError) -> Range<Int> {
        try append(bytes.span.bytes)
    }

    /// Appends some bytes and says where they stand.
    func append(_ bytes: RawSpan) throws(NativeJobError) -> Range<Int> {
        if descriptor < 0 { descriptor = try makeFile() }
        let failure = bytes.withUnsafeBytes { buffer -> SystemFailure? in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = write(descriptor, rest.baseAddress, rest.count)
                if count >= 0 { written += count } else if errno != EINTR { return .last }
            }
            return nil
        }
        if let failure { throw .cannotSpill(folder: folder, failure) }
        defer { size += bytes.byteCount }
        return size..<(size + bytes.byteCount)
    }

    /// Everything that was appended, in memory that the system may take back; nothing may be
    /// appended afterwards.
    func contents() throws(NativeJobError) -> StableBytes {
        if let mapped { return mapped }
        do throws(SystemFailure) {
            let bytes = try StableBytes(mapping: descriptor, size: size)
            mapped = bytes
            return bytes
        } catch {
            throw .cannotSpill(folder: folder, error)
        }
    }

    private func makeFile() throws(NativeJobError) -> Int32 {
        guard !folder.utf8.contains(0) else { throw .cannotSpill(folder: folder, .notAPath) }
        // O_TMPFILE of Linux, whose value is hidden in a macro: a file that never has a name.
        let nameless: Int32 = 0o20_000_000 | O_DIRECTORY
        let descriptor = open(folder, nameless | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 { return descriptor }
        var template = Array("\(folder)/bench-spill-XXXXXX".utf8CString)
        let named = mkstemp(&template)
        guard named >= 0 else { throw .cannotSpill(folder: folder, .last) }
        unlink(template)
        return named
    }
}
