import Foundation
import Testing

@testable import Scenarios

struct DashboardTests {
    /// What a JSON reader that is not ours finds.
    private static func json(
        _ dashboard: Dashboard,
        of result: ResultDocument? = nil
    ) throws -> [String: Any] {
        let text = GrafanaDashboard(dashboard, of: result).json
        let read = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(read as? [String: Any])
    }

    private static func places(_ dashboard: Dashboard) throws -> [[String: Int]] {
        let panels = try #require(json(dashboard)["panels"] as? [[String: Any]])
        return panels.compactMap { $0["gridPos"] as? [String: Int] }
    }

    @Test
    func `there is one for each that the originals name`() {
        let titles = [
            "Job Overview", "Worker Performance", "Infrastructure", "System Overview",
            "Backend Performance", "Error Tracking",
        ]
        #expect(Dashboard.all.map(\.title) == titles)
        for dashboard in Dashboard.all {
            #expect(ShippedScenario.all.contains { $0.name == dashboard.scenario })
        }
    }

    @Test(arguments: Dashboard.all)
    func `panels lie beside each other on the grid`(dashboard: Dashboard) throws {
        let places = try Self.places(dashboard)
        #expect(places.count == dashboard.panels.count)
        var taken: Set<[Int]> = []
        for place in places {
            let (x, y) = (try #require(place["x"]), try #require(place["y"]))
            let (width, height) = (try #require(place["w"]), try #require(place["h"]))
            #expect(x >= 0 && x + width <= 24)
            for column in x..<(x + width) {
                for row in y..<(y + height) {
                    #expect(taken.insert([column, row]).inserted, "\(dashboard.name): \(place)")
                }
            }
        }
    }

    @Test(arguments: Dashboard.all)
    func `every query is for the scenario that is chosen`(dashboard: Dashboard) throws {
        for query in dashboard.panels.flatMap(\.queries) {
            #expect(query.text.contains("scenario=\"$scenario\""))
            let filled = query.filled(scenario: "x", window: "5m")
            #expect(!filled.contains("$"))
        }
    }

    @Test
    func `a dashboard of a result shows its scenario and its time`() throws {
        let result = ResultDocument(of: try ResultFixture.result(""))
        let json = try Self.json(Dashboard.all[0], of: result)
        let time = try #require(json["time"] as? [String: String])
        #expect(time == ["from": "2024-01-01T00:00:00Z", "to": "2024-01-01T00:01:24.391Z"])
        let list = try #require((json["templating"] as? [String: Any])?["list"])
        let variables = try #require(list as? [[String: Any]])
        let scenario = try #require(variables.first { $0["name"] as? String == "scenario" })
        #expect((scenario["current"] as? [String: String])?["value"] == "three")
    }
}
