import Testing

@testable import Scenarios

struct ScenarioTextTests {
    @Test(arguments: ShippedScenario.all.map(\.name))
    func `what is written reads back the same, the outermost keys in lines of their own`(
        name: String
    ) throws {
        let shipped = try #require(ShippedScenario.named(name))
        let draft = try ScenarioDraft(
            bytes: shipped.bytes,
            name: name,
            folder: nil,
            overrides: .none
        )
        for cell in try draft.cells().prefix(3) {
            let text = ScenarioText.of(cell.tree)
            let (root, problems) = YAMLReader.read(SourceText(name: name, text: text))
            #expect(problems.isEmpty)
            #expect(try #require(root).says(cell.tree))
            for key in (cell.tree.entries ?? []).map(\.key) {
                #expect(text.hasPrefix("\(key):") || text.contains("\n\(key):"))
            }
        }
    }

    @Test
    func `what is small stands in one line, and what is long does not`() throws {
        let text = """
            version: 1
            cluster:
              servers: {count: 2}
              queue:
                topics:
                  - {name: a-name-that-is-quite-long-so-that-two-of-them-do-not-fit-in-one-line}
                  - {name: another-name-that-is-quite-long-so-that-two-of-them-do-not-fit}
            expect:
              - {invariant: no-request-lost}

            """
        let root = try #require(YAMLReader.read(SourceText(name: "", text: text)).root)
        #expect(ScenarioText.of(root) == text)
    }
}
