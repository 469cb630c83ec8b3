import CJemalloc

/// What the allocator of this program holds.
enum Allocation {
    /// Bytes that are allocated now, by jemalloc's own account.
    static func bytes() -> Int {
        refresh()
        var allocated = 0
        var size = MemoryLayout<Int>.size
        mallctl("stats.allocated", &allocated, &size, nil, 0)
        return allocated
    }

    /// Has jemalloc bring its account up to date.
    private static func refresh() {
        var epoch: UInt64 = 1
        mallctl("epoch", nil, nil, &epoch, MemoryLayout<UInt64>.size)
    }
}
