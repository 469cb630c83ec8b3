import Foundation
import Scenarios
import Simulator
import Testing

/// The scenarios of the tutorial, as they stand in it.
struct TutorialScenarioTests {
    private let text: String
    private let blocks: [String]

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let path = "/\(root)/Sources/Scenarios/Scenarios.docc/WriteAScenario.md"
        text = try String(contentsOfFile: path, encoding: .utf8)
        blocks = text.components(separatedBy: "```yaml\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        try #require(blocks.count == 3)
    }

    private func result(of text: String) throws -> ScenarioResult {
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "slow.yaml")
        let records = try loaded.cells.map { try ScenarioRunner().run($0) }
        return ScenarioResult(of: loaded, records: records, command: "bench run slow.yaml")
    }

    @Test
    func `every step of the tutorial holds`() throws {
        for block in blocks {
            let result = try result(of: block)
            #expect(result.verdict == .held, "\(TextReport().render(result))")
        }
    }

    @Test
    func `least connections fails no request, and turns as many as the tutorial says`() throws {
        let result = try result(of: blocks[2])
        let failures = result.cells.map { $0.record.metrics.total("requests.failed") }
        #expect(failures == [987, 0])
        #expect(text.contains("Taking turns fails 987 requests"))
    }
}
