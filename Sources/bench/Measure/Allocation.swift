import CJemalloc

/// What the allocator of this program holds, and what was asked of it.
package enum Allocation {
    /// What was asked of the allocator until some moment.
    package struct Total: Equatable {
        /// How many allocations all threads made.
        package var count: Int
        /// How many bytes this thread was given, each allocation rounded up to its size class.
        package var bytes: Int

        /// What was asked between two moments.
        package static func - (later: Total, earlier: Total) -> Total {
            Total(count: later.count - earlier.count, bytes: later.bytes - earlier.bytes)
        }
    }

    /// Bytes that are allocated now, by jemalloc's own account.
    package static func bytes() -> Int {
        refresh()
        return held.read()
    }

    /// What was asked since the program began.
    ///
    /// Allocations are counted in the caches of threads, from which they come to the account only
    /// when a cache is emptied: that of this thread is, others hold back what is in theirs.
    ///
    /// Source: jemalloc 5.3, `INSTALL.md` and its manual, section `stats.arenas.<i>`.
    package static func total() -> Total {
        cache.perform()
        refresh()
        return Total(count: small.read() + large.read(), bytes: ofThread.read())
    }

    /// Has jemalloc bring its account up to date.
    private static func refresh() {
        epoch.write(1)
    }

    private static let cache = Control("thread.tcache.flush")
    private static let epoch = Control("epoch")
    private static let held = Control("stats.allocated")
    private static let ofThread = Control("thread.allocated")
    // 4096 stands for all arenas: MALLCTL_ARENAS_ALL, a macro that Swift does not see.
    private static let small = Control("stats.arenas.4096.small.nrequests")
    private static let large = Control("stats.arenas.4096.large.nrequests")
}

/// Something that jemalloc keeps or does, by the address that its name stands for, so that no text
/// is made or taken apart, which would allocate, when it is used.
private struct Control {
    private let address: [Int]

    init(_ name: String) {
        var address = [Int](repeating: 0, count: 8)
        var length = address.count
        let status = mallctlnametomib(name, &address, &length)
        precondition(status == 0, "this jemalloc does not know \(name)")
        self.address = Array(address.prefix(length))
    }

    func read() -> Int {
        var value = 0
        var size = MemoryLayout<Int>.size
        _ = address.withUnsafeBufferPointer {
            mallctlbymib($0.baseAddress, $0.count, &value, &size, nil, 0)
        }
        return value
    }

    func write(_ value: UInt64) {
        var value = value
        _ = address.withUnsafeBufferPointer {
            mallctlbymib($0.baseAddress, $0.count, nil, nil, &value, MemoryLayout<UInt64>.size)
        }
    }

    func perform() {
        _ = address.withUnsafeBufferPointer {
            mallctlbymib($0.baseAddress, $0.count, nil, nil, nil, 0)
        }
    }
}
