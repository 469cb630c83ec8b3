import Foundation
import Simulator
import Testing
import Workloads

/// Every bug that can be planted is found, and nothing is found without it.
@Suite(.serialized)
struct PlantedBugTests {
    /// How many bugs each enumeration has, by the model that their names begin with.
    private static let counts = [
        "backing": BackingPlantedBug.allCases.count,
        "backup": BackupPlantedBug.allCases.count,
        "balancer": BalancerPlantedBug.allCases.count,
        "database": DatabasePlantedBug.allCases.count,
        "deployment": DeploymentPlantedBug.allCases.count,
        "map-reduce": MapReducePlantedBug.allCases.count,
        "object-store": ObjectStorePlantedBug.allCases.count,
        "object-store-client": ObjectStoreClientPlantedBug.allCases.count,
        "proxy-clients": ProxyClientPlantedBug.allCases.count,
        "queue": QueuePlantedBug.allCases.count,
        "scaling": ScalingPlantedBug.allCases.count,
        "sync": SyncPlantedBug.allCases.count,
        "upstream": UpstreamPlantedBug.allCases.count,
    ]

    @Test
    func `every case of every enumeration has one entry`() {
        let names = SoughtBug.all.map(\.name)
        #expect(Set(names).count == names.count)
        var counts: [String: Int] = [:]
        for name in names { counts[String(name.prefix { $0 != "." }), default: 0] += 1 }
        #expect(counts == Self.counts)
    }

    /// The seeds that `results/planted-bugs` has for each bug.
    private static let committed: [String: UInt64] = {
        let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let path = "/\(folder)/results/planted-bugs/planted-bugs.txt"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let seeds = text.split(separator: "\n").compactMap { line -> (String, UInt64)? in
            let words = line.split(separator: " ").map { $0.split(separator: "=").map(String.init) }
            let value = { (key: String) in words.first { $0.first == key }?.last }
            guard let name = value("bug"), let seeds = value("ops").flatMap({ UInt64($0) }) else {
                return nil
            }
            return (name, seeds)
        }
        return Dictionary(seeds) { first, _ in first }
    }()

    /// Minutes are saved by beginning with the seed that found it last.
    @Test(arguments: SoughtBug.all)
    func `it is found within 200 seeds`(bug: SoughtBug) throws {
        let seed = try #require(Self.committed[bug.name])
        var find = try bug.seek(from: seed)
        if find.seeds == nil { find = try bug.seek() }
        #expect(find.seeds != nil)
        #expect(!find.message.isEmpty)
    }

    @Test(arguments: SoughtBug.beds)
    func `without bugs nothing is found in the same runs`(bed: BugBed) throws {
        for seed in 1...2 as ClosedRange<UInt64> {
            let run = try bed.run(seed: seed)
            #expect(run.checkers == [], "seed \(seed): \(run.message)")
            #expect(run.events > 0)
        }
    }
}

extension SoughtBug: CustomTestStringConvertible {
    /// Its name.
    public var testDescription: String { name }
}

extension BugBed: CustomTestStringConvertible {
    /// Its name.
    public var testDescription: String { name }
}
