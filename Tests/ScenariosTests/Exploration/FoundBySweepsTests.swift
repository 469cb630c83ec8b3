import Scenarios
import Testing

/// What sweeps have found, as small as it got.
struct FoundBySweepsTests {
    @Test(arguments: ShippedScenario.all.map(\.name).filter { $0.hasPrefix("r-") })
    func `it does not happen again`(name: String) throws {
        for cell in try ScenarioLoader.load(name).cells {
            let result = CellResult(of: cell, record: try ScenarioRunner().run(cell))
            #expect(result.failures.map(\.message) == [])
        }
    }
}
