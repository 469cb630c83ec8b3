import Testing

@testable import Simulator

struct FileChangerTests {
    private static let changes = FileChanges(
        count: 10,
        size: 50...200,
        period: .seconds(60),
        edited: 3,
        added: 2,
        removed: 1
    )

    /// What the directory holds after some minutes, one after the other.
    private final class Record: @unchecked Sendable {
        var minutes: [[String: [UInt8]]] = []
        var operations = 0
    }

    private func record(
        seed: UInt64,
        minutes: Int,
        changes: FileChanges = changes,
        crashingAfter crash: Int? = nil
    ) -> Record {
        let simulation = Simulation(seed: seed)
        let record = Record()
        let node = simulation.addNode("files") { node in
            let changer = FileChanger.start(
                on: node,
                changes: changes,
                random: simulation.random("files")
            )
            node.spawn("watch") {
                try await node.sleep(for: .seconds(30))
                while record.minutes.count < minutes {
                    let files = try await node.disk.snapshot("")
                    record.minutes.append(Dictionary(uniqueKeysWithValues: files.map { ($0, $1) }))
                    record.operations = await changer.operations
                    try await node.sleep(for: .seconds(60))
                }
            }
        }
        if let crash {
            simulation.addNode("operator").spawn("crash") {
                try await simulation.node(named: "operator")?.sleep(for: .seconds(60 * crash))
                node.crash()
                node.current.restart()
            }
        }
        #expect(simulation.run().violations == [])
        return record
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `each time as many files change as were asked for`(seed: UInt64) {
        let record = record(seed: seed, minutes: 20)
        #expect(record.minutes.count == 20)
        #expect(record.minutes[0].count == 10)
        for (before, after) in zip(record.minutes, record.minutes.dropFirst()) {
            #expect(after.count == before.count + 1)
            let removed = before.keys.filter { after[$0] == nil }
            let added = after.keys.filter { before[$0] == nil }
            let edited = after.keys.filter { before[$0] != nil && before[$0] != after[$0] }
            #expect(removed.count == 1)
            #expect(added.count == 2)
            // One may be edited twice.
            #expect((1...3).contains(edited.count))
        }
        let files = record.minutes.flatMap(\.keys)
        #expect(files.allSatisfy { $0.hasPrefix("/data/file-") })
        let contents = record.minutes.flatMap(\.values)
        #expect(contents.allSatisfy { (50...200).contains($0.count) })
        #expect(record.operations == 10 + 19 * 6)
    }

    @Test
    func `half of the files that are edited keep their size, and none its bytes`() {
        var changes = Self.changes
        (changes.edited, changes.added, changes.removed) = (1, 0, 0)
        let minutes = record(seed: 1, minutes: 400, changes: changes).minutes
        var same = 0
        for (before, after) in zip(minutes, minutes.dropFirst()) {
            let edited = after.keys.filter { before[$0] != after[$0] }
            #expect(edited.count == 1)
            for name in edited where before[name]?.count == after[name]?.count { same += 1 }
        }
        // 399 throws of a coin and, of the other half, one in 151: four standard deviations.
        #expect((161...241).contains(same))
    }

    @Test
    func `after a crash it goes on with the files that were durable, and other names`() {
        let minutes = record(seed: 1, minutes: 12, crashingAfter: 6).minutes
        let before = Set(minutes[5].keys)
        let later = Set(minutes[6...].flatMap(\.keys))
        #expect(!minutes[6].isEmpty && before.isSuperset(of: minutes[6].keys))
        let added = later.subtracting(before)
        #expect(!added.isEmpty)
        #expect(added.allSatisfy { name in !minutes[..<6].contains { $0[name] != nil } })
    }
}
