import CJemalloc

/// What the allocator of this program holds.
enum Allocation {
    /// Bytes that are allocated now, by jemalloc's own account.
    static func bytes() -> Int {
        var epoch: UInt64 = 1
        var size = MemoryLayout<UInt64>.size
        mallctl("epoch", &epoch, &size, &epoch, size)
        var allocated = 0
        size = MemoryLayout<Int>.size
        mallctl("stats.allocated", &allocated, &size, nil, 0)
        return allocated
    }
}
