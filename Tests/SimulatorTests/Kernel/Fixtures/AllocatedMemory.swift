import CJemalloc

/// Bytes that are allocated now, by the allocator's own account: unlike the pages in memory, it
/// does not depend on the machine.
func allocatedMemory() -> Int {
    var epoch: UInt64 = 1
    mallctl("epoch", nil, nil, &epoch, MemoryLayout<UInt64>.size)
    var allocated = 0
    var size = MemoryLayout<Int>.size
    mallctl("stats.allocated", &allocated, &size, nil, 0)
    return allocated
}
