import Testing

@testable import Simulator

struct DiskTests {
    /// Runs `body` with the disk of a node, crashes and restarts it, and tells what is left.
    private func left(
        _ settings: DiskSettings = DiskSettings(),
        seed: UInt64 = 1,
        _ body: @escaping @Sendable (Node, Disk) async throws -> Void
    ) -> [String: [UInt8]] {
        let simulation = Simulation(seed: seed)
        let node = simulation.addNode("node", disk: settings)
        node.spawn("writer") { try await body(node, node.disk) }
        #expect(simulation.run().violations.isEmpty)
        node.crash()
        let next = node.restart()
        let journal = Host(node: next)
        let found = Found()
        next.spawn("reader") {
            for name in try await next.disk.names() {
                found.files[name] = try await next.disk.read(name)
            }
        }
        #expect(simulation.run().violations.isEmpty)
        withExtendedLifetime(journal) {}
        return found.files
    }

    /// Reached from the thread of the test only, which runs the simulation.
    private final class Found: @unchecked Sendable {
        var files: [String: [UInt8]] = [:]
    }

    @Test func `what is not synchronised is lost, what is, is kept`() {
        let files = left { _, disk in
            try await disk.write([1], to: "a")
            try await disk.write([2], to: "b")
            try await disk.synchronize()
            try await disk.write([3], to: "a")
            try await disk.append([4], to: "b")
            try await disk.append([5], to: "c")
            #expect(try await disk.read("a") == [3])
            #expect(try await disk.read("b") == [2, 4])
        }
        #expect(files == ["a": [1], "b": [2]])
    }

    @Test func `renaming and removing last as writes do`() {
        let files = left { _, disk in
            try await disk.write([1], to: "a")
            try await disk.write([2], to: "b")
            try await disk.write([3], to: "c")
            try await disk.rename("a", to: "b")
            try await disk.remove("c")
            try await disk.synchronize()
            try await disk.rename("b", to: "d")
            try await disk.write([4], to: "c")
        }
        #expect(files == ["b": [1]])
    }

    @Test func `names come in the order of creation`() {
        _ = left { _, disk in
            for name in ["z", "a", "m"] { try await disk.write([], to: name) }
            try await disk.write([1], to: "a")
            #expect(try await disk.names() == ["z", "a", "m"])
        }
    }

    @Test func `a file that is not there is an error`() async {
        _ = left { _, disk in
            await #expect(throws: DiskError.noSuchFile("x")) { try await disk.read("x") }
            await #expect(throws: DiskError.noSuchFile("x")) { try await disk.rename("x", to: "y") }
            await #expect(throws: DiskError.noSuchFile("x")) { try await disk.remove("x") }
        }
    }

    @Test func `a disk holds its capacity and no byte more`() {
        let files = left(DiskSettings(capacity: 10)) { _, disk in
            try await disk.write([UInt8](repeating: 1, count: 10), to: "a")
            await #expect(throws: DiskError.full) { try await disk.append([1], to: "b") }
            try await disk.write([UInt8](repeating: 1, count: 4), to: "a")
            try await disk.append([UInt8](repeating: 2, count: 6), to: "b")
            await #expect(throws: DiskError.full) {
                try await disk.write([1, 2, 3, 4, 5], to: "a")
            }
            try await disk.synchronize()
        }
        #expect(files["a"]?.count == 4 && files["b"]?.count == 6 && files.count == 2)
    }

    @Test func `a full disk refuses every write until it has room again`() {
        let files = left { node, disk in
            node.setDiskFaults(isFull: true)
            await #expect(throws: DiskError.full) { try await disk.write([1], to: "a") }
            node.setDiskFaults()
            try await disk.write([2], to: "a")
            try await disk.synchronize()
        }
        #expect(files == ["a": [2]])
    }

    @Test func `a lost synchronisation takes its time and keeps nothing`() {
        let files = left { node, disk in
            node.setDiskFaults(lost: 1)
            try await disk.write([1], to: "a")
            let before = node.now
            try await disk.synchronize()
            #expect(before.duration(to: node.now) == .milliseconds(1))
            #expect(try await disk.read("a") == [1])
        }
        #expect(files.isEmpty)
    }

    @Test func `synchronisations are lost as often as the probability says`() {
        let kept = (0..<400).count { seed in
            !left(seed: UInt64(seed)) { node, disk in
                node.setDiskFaults(lost: 0.25)
                try await disk.write([1], to: "a")
                try await disk.synchronize()
            }.isEmpty
        }
        #expect(abs(kept - 300) < 35, "four standard deviations")
    }

    @Test func `operations take the time of the settings, longer on a slow disk`() {
        _ = left { node, disk in
            try await disk.write([1], to: "a")
            #expect(node.now.nanoseconds == 20_000)
            _ = try await disk.read("a")
            #expect(node.now.nanoseconds == 120_000)
            node.setDiskFaults(slowness: 3)
            try await disk.synchronize()
            #expect(node.now.nanoseconds == 3_120_000)
        }
    }

    /// The write has been woken when the crash comes, but goes on only after the restart.
    @Test(arguments: Variant.all)
    func `a write that ends at the instant of a crash does not reach the next incarnation`(
        _ variant: Variant
    ) {
        let simulation = Simulation(seed: 1, variant)
        let node = simulation.addNode("node")
        node.spawn("writer") { try await node.disk.write([1], to: "a") }
        let other = simulation.addNode("other")
        other.spawn("crash") {
            try await other.sleep(for: .microseconds(20))
            node.crash()
            node.restart()
        }
        _ = simulation.run()
        #expect(node.record.disk.size == 0)
    }
}
