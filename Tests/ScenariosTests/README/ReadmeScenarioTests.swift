import Foundation
import Scenarios
import Simulator
import Testing

/// The scenario that the README writes, breaks and mistypes.
struct ReadmeScenarioTests {
    private let scenario: String
    private let faults: String
    private let proxy: String
    private let jobs: String
    private let shrunk: String
    private let readme: String

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        readme = try String(contentsOfFile: "/\(root)/README.md", encoding: .utf8)
        let blocks = Self.blocks(of: "yaml", in: readme)
        try #require(blocks.count == 5, "one, what breaks it, of a proxy, of jobs, a shrunk one")
        scenario = blocks[0]
        faults = blocks[1]
        proxy = blocks[2]
        jobs = blocks[3]
        shrunk = blocks[4]
    }

    private static func blocks(of kind: String, in text: String) -> [String] {
        text.components(separatedBy: "```\(kind)\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
    }

    private func result(of text: String) throws -> ScenarioResult {
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "my-first.yaml")
        let records = try loaded.cells.map { try ScenarioRunner().run($0) }
        let command = "bench run my-first.yaml --seed 7"
        return ScenarioResult(of: loaded, records: records, command: command)
    }

    @Test
    func `the scenario of the tour holds`() throws {
        let result = try result(of: scenario)
        #expect(result.verdict == .held)
        #expect(result.cells[0].outcome.violations == [])
    }

    @Test
    func `nine requests wait a minute for the machine that falls silent, as the README says`()
        throws
    {
        let result = try result(of: proxy)
        #expect(result.verdict == .held)
        let metrics = result.cells[0].record.metrics
        #expect(metrics.total("requests.failed") == 0)
        #expect(metrics.total("attempts.retried") == 9)
        #expect(readme.contains("the nine requests that go there until then"))
    }

    @Test
    func `the scenario of jobs holds although workers crash`() throws {
        let result = try result(of: jobs)
        #expect(result.verdict == .held)
        #expect(result.cells[0].record.metrics.total("jobs.completed") == 10)
        #expect(result.cells[0].record.timeline.contains { $0.event == "crash" })
    }

    @Test
    func `what was shrunk fails as its comments say`() throws {
        let result = try result(of: shrunk)
        #expect(result.verdict == .failed)
        let failures = result.cells[0].failures.map { "\($0.cause.checker), \($0.message)" }
        #expect(failures == ["messages.lost == 0, it is 2"])
    }

    @Test
    func `the lines that break it make it fail as the README shows`() throws {
        let result = try result(of: scenario + faults)
        #expect(result.verdict == .failed)
        let report = TextReport().render(result)
        let shown = Self.blocks(of: "text", in: readme).filter { $0.contains("\nTimeline\n") }
        #expect(shown.count == 1)
        #expect(shown.allSatisfy { report.hasSuffix($0) }, "\(report)")
    }

    @Test
    func `a mistyped key is answered as the README shows`() throws {
        let mistyped = scenario.replacingOccurrences(of: "count:", with: "conut:")
        let error = #expect(throws: ScenarioLoadingError.self) { try result(of: mistyped) }
        let message = try #require(error).description.trimmingCharacters(in: .newlines)
        let isShown = readme.contains("```\n" + message + "\n```")
        #expect(isShown, "\(message)")
    }
}
