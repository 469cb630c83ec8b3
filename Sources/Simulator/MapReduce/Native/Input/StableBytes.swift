#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Bytes in memory that stay where they are until nobody needs them: a file that is mapped, or a
/// copy.
///
/// Soundness: the bytes are written before this exists and never after, so that every thread may
/// read them.
final class StableBytes: @unchecked Sendable {
    private enum Origin {
        case mapped, copied
    }

    private let buffer: UnsafeMutableRawBufferPointer
    private let origin: Origin

    /// The bytes; they are valid as long as this object is.
    var view: ByteView { ByteView(UnsafeRawBufferPointer(buffer)) }

    /// Copies some bytes.
    init(copying bytes: some Collection<UInt8>) {
        buffer = .allocate(byteCount: bytes.count, alignment: 16)
        buffer.copyBytes(from: bytes)
        origin = .copied
    }

    /// Maps the first `size` bytes of an open file, which may be closed afterwards.
    init(mapping descriptor: Int32, size: Int) throws(SystemFailure) {
        guard size > 0 else {
            buffer = .init(start: nil, count: 0)
            origin = .mapped
            return
        }
        guard let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
            address != UnsafeMutableRawPointer(bitPattern: -1)
        else { throw .last }
        madvise(address, size, MADV_SEQUENTIAL)
        buffer = UnsafeMutableRawBufferPointer(start: address, count: size)
        origin = .mapped
    }

    /// How many bytes before those that are read the system may have put in memory with them:
    /// Linux maps 64 KiB around an address (`fault_around_bytes`).
    private static let readAround = 1 << 16

    /// Has the process hold no memory for the bytes before `end`, which are read from the file
    /// again if need be; nothing happens to a copy.
    ///
    /// - Parameter start: Where the bytes begin that were read; what is before was given up.
    func giveUp(from start: Int, to end: Int) {
        guard origin == .mapped, let address = buffer.baseAddress else { return }
        let page = Int(getpagesize())
        let first = max(0, start - Self.readAround) / page * page
        let last = end / page * page
        if last > first { madvise(address + first, last - first, MADV_DONTNEED) }
    }

    deinit {
        switch origin {
        case .mapped: if let address = buffer.baseAddress { munmap(address, buffer.count) }
        case .copied: buffer.deallocate()
        }
    }
}
