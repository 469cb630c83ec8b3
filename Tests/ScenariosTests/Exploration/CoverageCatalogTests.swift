import OrderedCollections
import Scenarios
import Simulator
import Testing

struct CoverageCatalogTests {
    private let all = CoverageCatalog.enumerations.flatMap(CoverageCatalog.places(in:))

    @Test
    func `no two places of all models have the same name`() {
        #expect(all.count > 80)
        #expect(Set(all.map(\.name)).count == all.count)
    }

    @Test
    func `names are words joined by hyphens, and meanings are words of a sentence`() {
        for place in all {
            #expect(place.name.contains("-") && !place.name.hasSuffix("-"), "\(place.name)")
            let isPlain = place.name.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }
            #expect(isPlain, "\(place.name)")
            #expect(place.meaning.first?.isLowercase == true, "\(place.meaning)")
            #expect(place.meaning.last?.isLetter == true, "\(place.meaning)")
        }
    }

    private func text(faults: String, seed: UInt64 = 3) -> String {
        """
        version: 1
        name: places
        seed: \(seed)
        cluster:
          queue:
            topics: [{name: orders, partitions: 2, replicas: 3, minimum-in-sync: 2}]
            session-timeout: 2s
            consumers: [{name: audit, topics: [orders], from: earliest}]
        workload:
          - messages: {topic: orders, for: 15s, arrival: {poisson: 60/s}, acks: all, request-timeout: 30s}
        faults: [\(faults)]
        """
    }

    /// A leader that others do not hear of, though producers do.
    private let cut = ["broker", "controller"].map { role in
        "{at: 5s, for: 6s, target: {node: broker-1}, kind: {partition: {from: {role: \(role)}}}}"
    }.joined(separator: ", ")

    @Test
    func `a record has every place of what stands, reached or not`() throws {
        let cell = try cells(text(faults: ""))[0]
        let record = try ScenarioRunner().run(cell)
        #expect(Array(record.places.keys) == CoverageCatalog.places(of: cell.scenario).map(\.name))
        #expect(Array(record.places.keys) == QueuePlace.allCases.map(\.rawValue))
        #expect(record.places.values.allSatisfy { $0 == 0 })
    }

    @Test
    func `faults reach places that a quiet run does not`() throws {
        let places = try run(text(faults: cut)).places
        #expect(places[QueuePlace.leaderDeposedWithWaitingWrites.rawValue] ?? 0 > 0, "\(places)")
        #expect(places[QueuePlace.followerTruncated.rawValue] ?? 0 > 0, "\(places)")
        #expect(places[QueuePlace.producerFenced.rawValue] == 0)
    }
}
