/// Memory for many short pieces of bytes that are freed together; what was copied stays where
/// it is until then.
struct ByteArena: ~Copyable {
    private let chunkSize: Int
    private var chunks: [UnsafeMutableRawBufferPointer] = []
    private var used = 0

    /// How many bytes are allocated.
    private(set) var footprint = 0

    init(chunkSize: Int) {
        self.chunkSize = chunkSize
    }

    deinit {
        for chunk in chunks { chunk.deallocate() }
    }

    /// Copies `bytes`; the copy is valid until everything is removed.
    mutating func copy(_ bytes: ByteView) -> ByteView {
        guard bytes.count > 0 else { return .empty }
        let room = reserve(bytes.count)
        room.copyMemory(from: bytes.buffer)
        return ByteView(UnsafeRawBufferPointer(room))
    }

    /// Room for `count` bytes.
    mutating func reserve(_ count: Int) -> UnsafeMutableRawBufferPointer {
        if let last = chunks.last, used + count <= last.count {
            defer { used += count }
            return UnsafeMutableRawBufferPointer(rebasing: last[used..<(used + count)])
        }
        let chunk = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(chunkSize, count),
            alignment: 16
        )
        chunks.append(chunk)
        footprint += chunk.count
        used = count
        return UnsafeMutableRawBufferPointer(rebasing: chunk[0..<count])
    }

    /// Frees everything but a first chunk of ordinary size, which is used again.
    mutating func removeAll() {
        let kept = chunks.first.flatMap { $0.count == chunkSize ? $0 : nil }
        for chunk in chunks.dropFirst(kept == nil ? 0 : 1) { chunk.deallocate() }
        chunks = kept.map { [$0] } ?? []
        footprint = kept?.count ?? 0
        used = 0
    }
}
