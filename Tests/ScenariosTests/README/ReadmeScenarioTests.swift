import Foundation
import Scenarios
import Testing

/// The scenario that the README writes, breaks and mistypes.
struct ReadmeScenarioTests {
    private let blocks: [String]

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let text = try String(contentsOfFile: "/\(root)/README.md", encoding: .utf8)
        blocks = text.components(separatedBy: "```yaml\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        try #require(blocks.count == 2, "a scenario, and the lines that break it")
    }

    private func run(_ text: String) throws -> RunRecord {
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "my-first.yaml")
        return try ScenarioRunner().run(loaded.cells[0])
    }

    @Test
    func `the scenario of the tour runs to its end`() throws {
        let record = try run(blocks[0])
        #expect(record.outcome.ending == .quiescent)
        #expect(record.outcome.violations == [])
    }

    @Test
    func `the lines that break it fit below it and change the run`() throws {
        let whole = try run(blocks[0])
        let broken = try run(blocks[0] + blocks[1])
        #expect(broken.outcome.ending == .quiescent)
        #expect(broken.outcome.digest != whole.outcome.digest)
    }

    @Test
    func `a mistyped key is answered as the README shows`() throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let readme = try String(contentsOfFile: "/\(root)/README.md", encoding: .utf8)
        let mistyped = blocks[0].replacingOccurrences(of: "count: 6", with: "conut: 6")
        let error = #expect(throws: ScenarioLoadingError.self) { try run(mistyped) }
        let message = try #require(error).description.trimmingCharacters(in: .newlines)
        #expect(readme.contains("```\n" + message + "\n```"), "\(message)")
    }
}
