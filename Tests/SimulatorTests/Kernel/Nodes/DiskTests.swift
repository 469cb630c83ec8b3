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
        var count = 0
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

    /// A write that takes 100 s on the slow disk ends when a healthy disk has done the rest.
    @Test(arguments: [
        (heals: Duration.milliseconds(1), rest: 0.1),
        (heals: .milliseconds(950), rest: 0.1),
        (heals: .seconds(20), rest: 5),
        (heals: .seconds(200), rest: 0),
    ])
    func `an operation goes on as fast as the disk is`(heals: Duration, rest: Double) throws {
        let settings = DiskSettings(write: .constant(.microseconds(100)))
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node", disk: settings)
        let found = Found()
        node.setDiskFaults(slowness: 1e6)
        node.spawn("writer") {
            try await node.disk.write([1], to: "a")
            found.count = Int(node.now.nanoseconds)
        }
        node.spawn("repair") {
            try await node.sleep(for: heals)
            node.setDiskFaults()
        }
        #expect(simulation.run().violations.isEmpty)
        let end = Double(found.count) / 1e9
        let healed = min(heals / .seconds(1), 100)
        // A part may end some nanoseconds early.
        #expect((healed - 1e-6...(healed + rest + 0.000_101)).contains(end), "after \(end) s")
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

    /// A synchronisation of 1 ms begins at 20 us; the next write ends at 40 us.
    @Test(arguments: [(1_019, [:]), (1_021, ["a": [1]]), (1_060, ["a": [1]])])
    func `what is written while a synchronisation is under way is not part of it`(
        _ microseconds: Int,
        _ expected: [String: [UInt8]]
    ) {
        let files = left { node, disk in
            try await disk.write([1], to: "a")
            node.spawn("writer") { try await disk.append([2], to: "a") }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await disk.synchronize() }
                try? await node.sleep(
                    until: .zero.advanced(by: .microseconds(microseconds))
                )
                node.crash()
            }
        }
        #expect(files == expected)
    }

    @Test func `synchronisations that overlap keep what each of them found`() {
        let files = left { node, disk in
            try await withThrowingDiscardingTaskGroup { group in
                for number in 0..<5 as Range<UInt8> {
                    group.addTask {
                        try await node.sleep(for: .microseconds(100 * Int(number)))
                        try await disk.append([number], to: "log")
                        try await disk.synchronize()
                        try await disk.append([100 + number], to: "log")
                    }
                }
                try await node.sleep(for: .milliseconds(5))
            }
        }
        #expect(files == ["log": [0, 1, 2, 3, 4]])
    }

    @Test func `an interrupted synchronisation keeps nothing, the next one all`() {
        let files = left { node, disk in
            try await disk.write([1], to: "a")
            let task = node.spawn("cancelled") { try await disk.synchronize() }
            try await node.sleep(for: .microseconds(500))
            task.cancel()
            try await disk.append([2], to: "a")
            try await disk.synchronize()
            try await disk.append([3], to: "a")
        }
        #expect(files == ["a": [1, 2]])
    }

    /// Against a model that copies all files at every synchronisation.
    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `whatever is done, a crash leaves what the last synchronisation found`(_ seed: UInt64) {
        var generator = Xoshiro256(seed: seed)
        let simulation = Simulation(seed: seed)
        let storage = DiskStorage(settings: DiskSettings(), random: simulation.random("disk"))
        var files: [String: [UInt8]] = [:]
        var durable = files
        for _ in 0..<2_000 {
            let draw = generator.next()
            let (name, other) = ("\(draw >> 8 & 7)", "\(draw >> 16 & 7)")
            let bytes = [UInt8](repeating: UInt8(draw >> 24 & 0xFF), count: Int(draw >> 32 & 63))
            switch draw & 0xFF {
            case 0..<100:
                storage.perform(.append(name, bytes))
                files[name, default: []] += bytes
            case 100..<200:
                storage.perform(.write(name, bytes))
                files[name] = bytes
            case 200..<220 where files[name] != nil && name != other:
                storage.perform(.rename(name, other))
                files[other] = files.removeValue(forKey: name)
            case 220..<240 where files[name] != nil:
                storage.perform(.remove(name))
                files[name] = nil
            case 240..<242:
                storage.endSynchronization(at: storage.beginSynchronization())
                durable = files
            case 242:
                storage.crash()
                files = durable
            default: break
            }
            #expect(storage.size == files.values.reduce(0) { $0 + $1.count })
        }
        #expect(Dictionary(uniqueKeysWithValues: storage.files.map { ($0, $1) }) == files)
        storage.crash()
        #expect(Dictionary(uniqueKeysWithValues: storage.files.map { ($0, $1) }) == durable)
    }

    /// A file that grows by doubling is moved once for every doubling; one that is copied for every
    /// record is moved 20,000 times.
    @Test func `a log of 20,000 synchronised records is not copied for each of them`() {
        let moves = Found()
        _ = left { node, disk in
            var places: [UInt?] = [nil, nil]
            for _ in 0..<20_000 {
                try await disk.append([UInt8](repeating: 7, count: 100), to: "log")
                try await disk.synchronize()
                let storage = node.record.disk
                let present = [storage.files, storage.durable].map { files in
                    files.first { $0.key == "log" }?.value.withUnsafeBytes {
                        UInt(bitPattern: $0.baseAddress)
                    }
                }
                for index in 0..<2 where present[index] != places[index] { moves.count += 1 }
                places = present
            }
            #expect(node.record.disk.size == 2_000_000)
        }
        #expect(moves.count < 2 * 21 + 2)
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
