import Testing

@testable import Scenarios

/// The shipped scenarios by name, with how many runs each describes.
let shippedScenarios: [(name: String, bytes: [UInt8], cells: Int)] = [
    ("a-1", PackageResources.a_1_yaml, 1),
    ("a-2", PackageResources.a_2_yaml, 5),
    ("a-3", PackageResources.a_3_yaml, 1),
    ("a-4", PackageResources.a_4_yaml, 115),
    ("a-5-skewed-keys", PackageResources.a_5_skewed_keys_yaml, 4),
]

struct CatalogTests {
    @Test(arguments: 0..<5)
    func `every shipped scenario is right and describes as many runs as it says`(index: Int) throws
    {
        let (name, bytes, cells) = shippedScenarios[index]
        let loaded = try ScenarioLoader.load(bytes: bytes, name: "\(name).yaml")
        #expect(loaded.name == name)
        #expect(loaded.cells.count == cells)
        #expect(loaded.cells.allSatisfy { !$0.scenario.title.isEmpty })
        #expect(loaded.cells.allSatisfy { !$0.scenario.expectations.isEmpty })
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("# A-"))
    }

    @Test(arguments: 0..<5)
    func `an explained scenario reads back as the same scenario`(index: Int) throws {
        let (name, bytes, _) = shippedScenarios[index]
        let text = try ScenarioLoader.explain(bytes: bytes, name: name)
        let again = try ScenarioLoader.explain(bytes: Array(text.utf8), name: name)
        #expect(again.replacing("(default) ", with: "") == text.replacing("(default) ", with: ""))
        let first = try ScenarioLoader.load(bytes: bytes, name: name)
        let second = try ScenarioLoader.load(bytes: Array(text.utf8), name: name)
        #expect(first.cells.map(\.title) == second.cells.map(\.title))
        for (left, right) in zip(first.cells, second.cells) {
            #expect(left.scenario.cluster == right.scenario.cluster)
            #expect(left.scenario.workload == right.scenario.workload)
            #expect(left.scenario.faults == right.scenario.faults)
            #expect(
                left.scenario.expectations.map(\.check) == right.scenario.expectations.map(\.check)
            )
        }
    }
}
