import Foundation
import Simulator
import Testing

@testable import Scenarios

/// What an explanation shows of a scenario whose cells set different things.
struct MatrixExplanationTests {
    private let head = """
        version: 1
        name: x
        seed: 1
        cluster:
          coordinator: {count: 2}
          shuffle: {masters: 2}

        """

    private func explained(_ text: String) throws -> Scenario {
        let text = try ScenarioLoader.explain(bytes: Array(text.utf8), name: "x")
        // Without the matrix, which is the last of what it says.
        let start = try #require(text.range(of: "\nmatrix:"))
        let end = try #require(text.range(of: "\nmatrix-seeds:"))
        let base = text[..<start.lowerBound] + text[end.lowerBound...]
        let loaded = try ScenarioLoader.load(bytes: Array(base.utf8), name: "x")
        return loaded.cells[0].scenario
    }

    @Test
    func `what a cell sets does not stand beside the matrix`() throws {
        let matrix = """
            matrix:
              cells:
                - {label: a, cluster.shuffle.store: local}
                - {label: b, cluster.coordinator.speculation: hadoop}

            """
        let shown = try explained(head + matrix)
        let plain = try ScenarioLoader.load(bytes: Array(head.utf8), name: "x").cells[0].scenario
        #expect(shown.cluster == plain.cluster)
        #expect(shown.cluster.mapReduce?.shuffle.settings.store == .redis)
        let text = try ScenarioLoader.explain(bytes: Array((head + matrix).utf8), name: "x")
        let again = try ScenarioLoader.load(bytes: Array(text.utf8), name: "x")
        let stores = again.cells.map { $0.scenario.cluster.mapReduce?.shuffle.settings.store }
        #expect(stores == [.local, .redis])
        let rules = again.cells.map {
            $0.scenario.cluster.mapReduce?.coordinator.settings.scheduling.speculation
        }
        #expect(rules == [.off, .hadoop])
    }

    @Test
    func `where the rest is no scenario by itself it has the values of the first cell`() throws {
        let matrix = """
            workload:
              - jobs: {topic: t}
            matrix:
              workload.0.jobs.count: [3, 4]
              cluster.topics: [[{name: t, file: a}], [{name: t, file: b}]]

            """
        let shown = try explained(head + matrix)
        guard case .jobs(let jobs) = shown.workload.first else {
            Issue.record("there are no jobs")
            return
        }
        #expect(jobs.count == 3)
        #expect(shown.cluster.mapReduce?.topics.count == 1)
    }
}
