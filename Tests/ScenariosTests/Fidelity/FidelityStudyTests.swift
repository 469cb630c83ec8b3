import Simulator
import Testing

@testable import Scenarios

struct FidelityStudyTests {
    /// The law of service of the scenarios in the mean, by their own words.
    @Test(arguments: FidelityModel.all)
    func `every model is a scenario that holds what its exact value is about`(
        model: FidelityModel
    ) throws {
        let text = model.scenario(replication: 30, scale: 0.5)
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: model.name)
        let scenario = loaded.cells[0].scenario
        #expect(loaded.cells.count == 1)
        #expect(scenario.seed == model.seed(ofReplication: 30))
        #expect(scenario.network.latency == .constant(.zero))
        let servers = try #require(scenario.cluster.servers)
        #expect(servers.service.mean == .seconds(1))
        guard case .requests(let requests) = scenario.workload[0],
            case .poisson(let rate) = requests.arrival
        else {
            Issue.record("no Poisson arrivals")
            return
        }
        let load = rate.perSecond / Double(servers.count * servers.concurrency)
        let stated = model.title.split(separator: " ").last.flatMap { Double($0) }
        #expect(model.title.contains("at a load of"))
        #expect(((stated ?? 0) - load).magnitude < 1e-12)
        #expect(requests.warmUp.map { $0 >= .seconds(120) } == true)
        #expect(FidelityModel.named(model.name)?.exact == model.exact)
    }

    @Test
    func `no two runs have the same seed, and a scale changes the counted time alone`() throws {
        let seeds = FidelityModel.all.flatMap { model in
            (1...FidelityStudy.replications).map { model.seed(ofReplication: $0) }
        }
        #expect(Set(seeds).count == FidelityModel.all.count * 30)
        let model = try #require(FidelityModel.named("m-m-5"))
        for (scale, time) in [(1, "76000s"), (0.01, "1750s")] {
            let text = model.scenario(replication: 1, scale: scale)
            #expect(text.contains("{for: \(time), warm-up: 1000s,"))
        }
    }

    @Test
    func `a small study fits, inside of an interval that is wider`() throws {
        let model = try #require(FidelityModel.named("m-d-1"))
        let study = FidelityStudy(scale: 0.01)
        #expect((study.widthMaximum - 0.1).magnitude < 1e-12)
        #expect(FidelityStudy(scale: 4).widthMaximum == 0.01)
        let result = try study.run(model, with: ScenarioRunner())
        #expect(result.verdict == .fits, "\(result.interval) \(result.problems)")
        #expect(result.replications.map(\.seed) == (3_001...3_030).map { $0 })
        // 0.7 a second for 2,000 s, 30 times; five deviations of a Poisson number.
        #expect((Double(result.requests) - 42_000).magnitude < 5 * 205)
        #expect(result.interval.low < 1.3 / 0.6 && 1.3 / 0.6 < result.interval.high)
        #expect(result.width < study.widthMaximum)
    }

    /// 3 % more service at this load is 9 % more time, and the interval reaches 5 % at most.
    @Test
    func `servers that are slower than the model says are found out`() throws {
        var model = try #require(FidelityModel.named("m-d-1"))
        model.servers = model.servers.replacing("service: 1s", with: "service: 1.03s")
        let result = try FidelityStudy(scale: 0.01).run(model, with: ScenarioRunner())
        #expect(result.verdict == .doesNotFit, "\(result.interval)")
        // With service of 1.03 s and this load the mean is another one, and that fits.
        let other = QueueingTheory.pollaczekKhinchine(arrivals: 0.7, mean: 1.03, variation: 0)
        #expect(result.interval.low < other && other < result.interval.high)
    }

    @Test
    func `a run that ends early or loses requests is no proof`() throws {
        var model = try #require(FidelityModel.named("m-d-1"))
        model.servers += ", failures: [{part: 1%}]"
        let failing = try FidelityStudy(scale: 0.001).run(model, with: ScenarioRunner())
        #expect(failing.verdict == .isBroken)
        #expect(failing.problems.first?.hasPrefix("seed 3001: ") == true)
        #expect(failing.problems.first?.hasSuffix("requests failed") == true)
    }

    private func result(means: [Double], exact: Double, tolerance: Double) -> FidelityResult {
        let digest = TraceDigest()
        return FidelityResult(
            name: "x",
            exact: exact,
            tolerance: tolerance,
            replications: means.enumerated().map {
                .init(seed: UInt64($0), requests: 1, mean: $1, digest: digest)
            },
            problems: [],
            widthMaximum: 0.01
        )
    }

    @Test
    func `the verdict asks for the exact value inside of a narrow interval`() {
        let means = (0..<30).map { 2 + ($0.isMultiple(of: 2) ? 0.01 : -0.01) }
        // The deviation is 0.01017, the half-width 3.659 times that by the root of 30: 0.0068.
        #expect(result(means: means, exact: 2.006, tolerance: 0).verdict == .fits)
        #expect(result(means: means, exact: 1.994, tolerance: 0).verdict == .fits)
        #expect(result(means: means, exact: 2.008, tolerance: 0).verdict == .doesNotFit)
        #expect(result(means: means, exact: 1.992, tolerance: 0).verdict == .doesNotFit)
        #expect(result(means: means, exact: 2.008, tolerance: 0.005).verdict == .fits)
        #expect(result(means: means, exact: 2.018, tolerance: 0.005).verdict == .doesNotFit)
        let wide = means.map { 2 + ($0 - 2) * 4 }
        #expect(result(means: wide, exact: 2.006, tolerance: 0).verdict == .isTooWide)
        #expect(result(means: means, exact: .nan, tolerance: 0).verdict == .doesNotFit)
    }
}

struct FidelityReportTests {
    private func report(_ mean: Double) throws -> FidelityReport {
        let model = try #require(FidelityModel.named("m-d-1"))
        let replications = (1...30).map { number in
            FidelityResult.Replication(
                seed: model.seed(ofReplication: number),
                requests: 1_000,
                mean: mean + (number.isMultiple(of: 2) ? 0.01 : -0.01),
                digest: TraceDigest()
            )
        }
        let study = FidelityStudy()
        let result = FidelityResult(
            name: model.name,
            exact: model.exact,
            tolerance: 0,
            replications: replications,
            problems: [],
            widthMaximum: study.widthMaximum
        )
        return FidelityReport([result], of: study, command: "bench fidelity --model m-d-1")
    }

    @Test
    func `the report has the exact value beside the simulated one`() throws {
        let fitting = try report(2.165)
        #expect(fitting.isHeld)
        let text = fitting.text()
        #expect(text.contains("\n✓ 1 of 1 model fits\n"))
        #expect(text.contains("30,000 requests counted"))
        let row = "  m-d-1  2.166667   2.165000  2.1582...2.1718  0.31%  yes"
        #expect(text.contains(row), "\(text)")
        #expect(text.hasSuffix("\nRun it again:\n  bench fidelity --model m-d-1\n"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let other = try report(2.1)
        #expect(!other.isHeld)
        #expect(other.text().contains("\n✗ 0 of 1 model fit\n"))
        #expect(other.json().contains(#""fits": "no""#))
    }

    @Test
    func `the files are the report, its data, and a scenario that runs`() throws {
        let files = try report(2.165).files
        #expect(files.map(\.name) == ["report.txt", "result.json", "m-d-1.yaml"])
        let scenario = Array(files[2].contents.utf8)
        #expect(try ScenarioLoader.load(bytes: scenario, name: "x").name == "m-d-1")
        #expect(files[1].contents.contains(#""mean": 2.165"#))
        #expect(files[1].contents.contains(#""held": true"#))
    }
}
