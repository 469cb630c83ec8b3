import Foundation
import Scenarios
import Testing

/// The committed reports are those that the shipped scenarios give today, byte for byte.
///
/// They notice change, and prove nothing right; `make results` writes them again. The scenarios
/// that take minutes without optimisation are compared by `make check-results`, which optimises.
struct ResultsTests {
    private static let quick = [
        "a-1", "a-2", "a-3", "a-5-skewed-keys", "m-1-word-count", "m-12-gateway",
    ]

    @Test(arguments: quick)
    func `the committed reports are up to date`(name: String) throws {
        let loaded = try ScenarioLoader.load(name)
        let records = try loaded.cells.map { try ScenarioRunner().run($0) }
        let seed = loaded.cells[0].scenario.seed
        let result = ScenarioResult(
            of: loaded,
            records: records,
            command: "bench run \(name) --seed \(seed)"
        )
        let set = ReportSet(of: result)
        for file in set.files {
            let committed = try String(
                contentsOfFile: Self.results + "/\(set.folder)/\(file.name)",
                encoding: .utf8
            )
            #expect(
                committed == file.contents,
                "results/\(set.folder)/\(file.name) is stale; run make results"
            )
        }
    }

    @Test
    func `every shipped scenario has committed reports`() {
        for scenario in ShippedScenario.all {
            let report = Self.results + "/\(scenario.name)/report.txt"
            #expect(FileManager.default.fileExists(atPath: report), "\(scenario.name)")
        }
    }

    private static let results =
        #filePath
        .split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/") + "/results"
}
