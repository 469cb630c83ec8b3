import Foundation
import Scenarios
import Simulator
import Testing

/// The committed comparison with queueing theory says what it should, and is that of today's code.
///
/// All of it takes minutes, so one run of one model is made again here; `make fidelity` makes all.
struct FidelityResultsTests {
    private struct Study: Decodable {
        var held: Bool
        var scale: Double
        var confidence: Double
        var models: [Model]
    }

    private struct Model: Decodable {
        var name: String
        var exact: Double
        var tolerance: Double
        var halfWidth: Double
        var fits: String
        var replications: [Replication]
    }

    private struct Replication: Decodable {
        var seed: UInt64
        var requests: Int
        var mean: Double
        var digest: String
    }

    private static let folder =
        #filePath
        .split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/") + "/results/fidelity"

    private let study: Study

    init() throws {
        let data = try #require(FileManager.default.contents(atPath: Self.folder + "/result.json"))
        study = try JSONDecoder().decode(Study.self, from: data)
    }

    @Test
    func `every model fits, by the means of its 30 runs`() throws {
        #expect(study.held)
        #expect(study.scale == 1 && study.confidence == 0.999)
        #expect(study.models.map(\.name) == FidelityModel.all.map(\.name))
        for (model, known) in zip(study.models, FidelityModel.all) {
            #expect((model.exact / known.exact - 1).magnitude < 1e-11)
            #expect(model.replications.map(\.seed) == (1...30).map(known.seed))
            let means = model.replications.map(\.mean)
            let mean = means.reduce(0, +) / 30
            let variance = means.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 29
            // The quantile 0.9995 of Student's t with 29 degrees of freedom, from a table.
            let halfWidth = 3.659 * (variance / 30).squareRoot()
            #expect((mean - model.exact).magnitude <= halfWidth + model.tolerance * model.exact)
            #expect(halfWidth <= 0.01 * model.exact, "\(model.name)")
            #expect((halfWidth / model.exact / model.halfWidth - 1).magnitude < 0.001)
            #expect(model.fits == "yes")
            #expect(model.tolerance == (model.name == "two-choices-1000" ? 0.005 : 0))
        }
    }

    @Test
    func `the committed scenarios are those of the models`() throws {
        for model in FidelityModel.all {
            let path = "\(Self.folder)/\(model.name).yaml"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text == model.scenario(replication: 1, scale: 1), "run make fidelity")
        }
    }

    @Test
    func `the first run of a model is the committed one`() throws {
        let model = try #require(FidelityModel.named("m-d-1"))
        let committed = try #require(study.models.first { $0.name == model.name }?.replications[0])
        let text = model.scenario(replication: 1, scale: 1)
        let cell = try ScenarioLoader.load(bytes: Array(text.utf8), name: model.name).cells[0]
        let record = try ScenarioRunner().run(cell)
        let times = try #require(RunFigures(of: record, in: cell.scenario).histogram("latency"))
        let mean = times.mean / .seconds(1)
        #expect(record.outcome.digest.description == committed.digest, "run make fidelity")
        #expect(times.count == committed.requests)
        #expect((mean - committed.mean).magnitude < 1e-9)
    }
}
