import Simulator
import Testing

@testable import Workloads

/// Other tests allocate meanwhile, on threads of their own: bytes are those of this thread, and
/// allocations of all.
struct AllocationTests {
    /// Sizes that are asked for, and the size classes of jemalloc's manual that they get.
    @Test(arguments: [(16, 16), (24, 32), (100, 112), (1_000, 1_024), (5_000, 5_120)])
    func `every allocation is counted, and its bytes by its size class`(size: Int, given: Int) {
        let count = 100
        var blocks: [UnsafeMutableRawPointer] = []
        blocks.reserveCapacity(count)
        _ = Allocation.total()
        let before = Allocation.total()
        for _ in 0..<count { blocks.append(.allocate(byteCount: size, alignment: 8)) }
        let total = Allocation.total() - before
        for block in blocks { block.deallocate() }
        #expect(total.bytes == count * given)
        #expect(total.count >= count)
    }

    @Test
    func `nothing is counted where nothing is allocated`() {
        _ = Allocation.total()
        let before = Allocation.total()
        let after = Allocation.total()
        #expect((after - before).bytes == 0)
    }

    @Test
    func `the last line has what an operation of all lines asked for`() {
        var measurements = [3, 5].map {
            Measurement(workload: "w", operations: $0, checks: [], digest: .init())
        }
        measurements.note(Allocation.Total(count: 20, bytes: 100))
        #expect(!measurements[0].line.contains("alloc"))
        let figures = " allocations_per_op=2.500 allocated_bytes_per_op=12.5 "
        #expect(measurements[1].line.contains(figures), "\(measurements[1].line)")
        var nothing: [Measurement] = []
        nothing.note(Allocation.Total(count: 1, bytes: 1))
        #expect(nothing.isEmpty)
    }
}
