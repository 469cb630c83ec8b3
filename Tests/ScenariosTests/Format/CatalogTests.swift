import Foundation
import Simulator
import Testing

@testable import Scenarios

/// How many runs each shipped scenario describes.
private let cellCounts = [
    "a-1": 1, "a-2": 5, "a-3": 1, "a-3-respawn": 3, "a-4": 115, "a-5-skewed-keys": 4,
    "c-1-alb-mapreduce": 6, "c-2-alb-mapreduce-s3": 2,
    "l-1-strategies": 24, "l-2-nexus": 8, "l-3-failover": 14, "l-4-mandi": 10,
    "l-6-gray-failure": 16, "l-7-retry-storm": 9, "l-9-rate-limit": 8, "l-10-zones": 5,
    "l-11-thundering-herd": 9, "l-12-shared-database": 7,
    "l-13-slow-clients": 9, "l-14-reload": 4, "l-15-idle-year": 2, "l-16-replications": 4,
    "l-5-rolling-deploy": 7, "l-8-autoscale": 4,
    "m-1-word-count": 1, "m-2-load-test": 3, "m-3-scaling": 18, "m-4-worker-crashes": 5,
    "m-5-coordinator-failover": 4, "m-6-stragglers": 4, "m-7-skew": 12, "m-8-shuffle-loss": 10,
    "m-9-backpressure": 4, "m-10-windows": 1, "m-11-out-of-memory": 5, "m-12-gateway": 1,
    "m-13-locality": 6,
    "c-3-queue-mapreduce": 5, "q-1-2p2c": 2, "q-2-5p3c": 3, "q-9-api": 1,
    "q-3-broker-crash": 9, "q-4-rebalance": 6, "q-5-skewed-keys": 5, "q-6-slow-consumer": 5,
    "q-7-placement": 7, "q-8-kafka-scale": 1,
    "s-1-semantics": 1, "s-2-sync-under-throttling": 9, "s-3-backup-restore": 1,
    "s-4-region-outage": 1, "s-5-crash-during-backup": 1, "s-6-lifecycle-cost": 5,
    "s-7-multipart-faults": 4, "s-8-hot-prefix": 3,
    "x-1-swarm-balancer": 1, "x-2-swarm-proxy": 4, "x-3-swarm-jobs": 2, "x-4-swarm-queue": 1,
    "x-5-swarm-objects": 1, "x-6-swarm-chain": 1,
    "r-1-late-producer": 1, "r-2-second-attempt": 1, "r-3-repeated-write": 1,
    "r-4-late-order": 1, "r-5-returned-partition": 1, "r-6-returned-follower": 1,
    "r-7-joining-anew": 1, "r-8-coordinator-anew": 1, "r-9-late-commit": 1,
    "r-10-offsets-under-way": 1,
    "r-11-forgotten-proposal": 1, "r-12-healed-disk": 1, "r-13-late-heartbeat": 1,
]

struct CatalogTests {
    @Test(arguments: ShippedScenario.all.map(\.name))
    func `every shipped scenario is right and describes as many runs as it says`(
        name: String
    ) throws {
        let loaded = try ScenarioLoader.load(name)
        #expect(loaded.name == name)
        #expect(loaded.file == "\(name).yaml")
        #expect(loaded.cells.count == cellCounts[name])
        #expect(loaded.cells.allSatisfy { !$0.scenario.title.isEmpty })
        #expect(loaded.cells.allSatisfy { !$0.scenario.expectations.isEmpty })
    }

    @Test(arguments: ShippedScenario.all.map(\.name))
    func `an explained scenario reads back as the same scenario`(name: String) throws {
        let text = try ScenarioLoader.explain(name)
        let again = try ScenarioLoader.explain(bytes: Array(text.utf8), name: name)
        let mark = "(default) "
        #expect(again.replacing(mark, with: "") == text.replacing(mark, with: ""))
        let first = try ScenarioLoader.load(name)
        let second = try ScenarioLoader.load(bytes: Array(text.utf8), name: name)
        #expect(first.cells.map(\.title) == second.cells.map(\.title))
        for (left, right) in zip(first.cells, second.cells) {
            #expect(left.scenario.cluster == right.scenario.cluster)
            #expect(left.scenario.workload == right.scenario.workload)
            #expect(left.scenario.faults == right.scenario.faults)
            let (checks, others) = (left.scenario.expectations, right.scenario.expectations)
            #expect(checks.map(\.check) == others.map(\.check))
        }
    }

    /// What make sweep runs under thousands of seeds.
    @Test(arguments: ShippedScenario.all.map(\.name))
    func `whatever has faults has a small size, and everything holds in it`(name: String) throws {
        let whole = try ScenarioLoader.load(name)
        let hasFaults = whole.cells.contains { !$0.scenario.faults.isEmpty }
        let small = try? ScenarioLoader.load(name, overrides: ScenarioOverrides(isSmall: true))
        // Those that a sweep found have been shrunk already.
        #expect(!hasFaults || small != nil || name.hasPrefix("r-"))
        for cell in small?.cells ?? [] {
            let record = try ScenarioRunner().run(cell, keeping: .withoutCharts, observer: nil)
            let result = CellResult(of: cell, record: record)
            #expect(result.failures.map(\.message) == [], "\(cell.title)")
            #expect(record.outcome.events < 150_000, "\(cell.title)")
        }
    }

    @Test
    func `the embedded scenarios are the files of the catalogue`() throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let folder = "/\(root)/Sources/Scenarios/Catalog"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(files == ShippedScenario.all.map(\.file).sorted())
        for shipped in ShippedScenario.all {
            let contents = FileManager.default.contents(atPath: "\(folder)/\(shipped.file)")
            #expect(contents.map { Array($0) } == shipped.bytes)
        }
    }

    @Test
    func `a misspelt name is answered with the nearest shipped scenario`() {
        #expect {
            try ScenarioLoader.load("a-5-skewed-key")
        } throws: { error in
            "\(error)".contains(
                "no such file; did you mean the shipped scenario 'a-5-skewed-keys'?"
            )
        }
    }

    @Test
    func `every default is said in the explanation and marked as such`() throws {
        let text = try ScenarioLoader.explain("a-1")
        for line in [
            "schedule: fifo  # (default) Order", "    concurrency: 1  # Requests",
            "    queue: 100_000  # (default) Requests", "      every: 1s  # (default) Period",
            "        slots: 512  # Slots", "        lookup: inclusive  # (default) Where",
            "    # on: not set. Machines", "      # for: not set. After",
        ] {
            #expect(text.contains("\n\(line)"), "\(line)\n\(text)")
        }
    }
}
