import Simulator
import Testing

@testable import Scenarios

private let head = "version: 1\nname: x\nseed: 1\n"

private func load(
    _ body: String,
    settings: [String] = [],
    seed: UInt64? = nil
) throws -> LoadedScenario {
    try ScenarioLoader.load(
        bytes: Array((head + body + "\n").utf8),
        name: "x.yaml",
        overrides: ScenarioOverrides(settings: settings, seed: seed)
    )
}

struct LoadingTests {
    @Test
    func `a scenario of three lines has every default`() throws {
        let scenario = try load("").cells[0].scenario
        var expected = Scenario()
        expected.name = "x"
        expected.seed = 1
        #expect(scenario == expected)
        #expect(scenario.cluster.serverNames == ["Server 1", "Server 2", "Server 3"])
        #expect(InstantText.written(scenario.start) == "2024-01-01T00:00:00Z")
    }

    @Test
    func `YAML's own guesses are not trusted`() throws {
        let body = """
            cluster:
              servers: {zone: [on, 12:30, 010, null-island, 1_000, "yes"], names: "no{i}"}
            """
        let servers = try #require(try load(body).cells[0].scenario.cluster.servers)
        #expect(servers.standing.zones == ["on", "12:30", "010", "null-island", "1_000", "yes"])
        #expect(servers.allNames == ["no1", "no2", "no3"])
    }

    @Test
    func `quotes keep numbers and words text inside bodies`() throws {
        let body = """
            cluster: {balancer: {}}
            workload:
              - calls:
                  - at: 1s
                    path: /add
                    method: POST
                    body: {n: 1, s: "1", t: true, u: "true", z: null, e: "", f: 1.50, on: on, l: [~]}
            """
        guard case .calls(let calls) = try load(body).cells[0].scenario.workload[0] else {
            Issue.record("no calls")
            return
        }
        let expected: [BodyValue.Member] = [
            .init("n", .integer(1)), .init("s", .string("1")), .init("t", .boolean(true)),
            .init("u", .string("true")), .init("z", .null), .init("e", .string("")),
            .init("f", .number(1.5)), .init("on", .string("on")), .init("l", .array([.null])),
        ]
        #expect(calls[0].body == .object(expected))
    }

    @Test
    func `aliases stand for what their anchor holds`() throws {
        let body =
            "network: {latency: &slow {exponential: 5ms}}\ncluster: {servers: {service: *slow}}"
        let scenario = try load(body).cells[0].scenario
        #expect(scenario.cluster.servers?.service == .exponential(mean: .milliseconds(5)))
    }

    @Test
    func `a kind without required keys may be written as its name`() throws {
        let body = """
            cluster: {balancer: {placement: ring}}
            faults: [{at: 1s, target: {node: Server 1, mode: one}, kind: crash}]
            """
        let scenario = try load(body).cells[0].scenario
        #expect(scenario.cluster.balancer?.placement == .ring(RingSpecification()))
        #expect(scenario.faults[0].kind == .crash)
        #expect(scenario.faults[0].target.mode == .one)
        #expect(scenario.faults[0].target.selector == .node("Server 1"))
    }

    @Test
    func `the profile of a ring gives its hashes where none are said`() throws {
        let body =
            "cluster: {balancer: {placement: {ring: {profile: seed-as-coded, request-hash: md5}}}}"
        guard case .ring(let ring) = try load(body).cells[0].scenario.cluster.balancer?.placement
        else {
            Issue.record("no ring")
            return
        }
        #expect(ring.requestHash == .md5)
        #expect(ring.serverHash == .seedAsCoded)
    }

    @Test
    func `the last axis of a matrix varies fastest and zip pairs`() throws {
        let body = """
            matrix:
              cluster.servers.count: [2, 3]
              zip: {seed: [7, 8], schedule: [fifo, random]}
            """
        let cells = try load(body).cells
        #expect(
            cells.map(\.title) == [
                "cluster.servers.count = 2, seed = 7, schedule = fifo",
                "cluster.servers.count = 2, seed = 8, schedule = random",
                "cluster.servers.count = 3, seed = 7, schedule = fifo",
                "cluster.servers.count = 3, seed = 8, schedule = random",
            ]
        )
        #expect(cells.map(\.scenario.seed) == [7, 8, 7, 8])
        #expect(cells.map(\.scenario.cluster.serverNames.count) == [2, 2, 3, 3])
        #expect(cells.map(\.index) == [0, 1, 2, 3])
    }

    @Test
    func `an expectation concerns only the cells that when names`() throws {
        let body = """
            matrix:
              cells: [{label: few, cluster.servers.count: 2}, {label: many, cluster.servers.count: 9}]
            expect:
              - run.events > 0
              - {check: servers.crashed == 0, when: {label: many}}
              - {check: run.duration < 1s, when: {cluster.servers.count: 2}}
            """
        let cells = try load(body).cells
        #expect(cells.map { $0.scenario.expectations.count } == [2, 2])
        #expect(cells[0].scenario.expectations.last?.text == "run.duration < 1s")
        #expect(cells[1].scenario.expectations.last?.text == "servers.crashed == 0")
        #expect(cells.map(\.label) == ["few", "many"])
    }

    @Test
    func `settings and the seed of the command line win`() throws {
        let settings = [
            "cluster.servers.service={exponential: 2ms}", "faults.0.at=9s", "network.loss=5%",
        ]
        let body = "faults: [{at: 1s, target: {role: server}, kind: crash}]"
        let scenario = try load(body, settings: settings, seed: .max).cells[0].scenario
        #expect(scenario.cluster.servers?.service == .exponential(mean: .milliseconds(2)))
        #expect(scenario.faults[0].at == .seconds(9))
        #expect(scenario.network.loss == 0.05)
        #expect(scenario.seed == .max)
    }

    @Test
    func `a setting pins an axis of the matrix`() throws {
        let body = """
            matrix: {cluster.servers.count: [2, 3], seed: [1, 2]}
            expect: [{check: run.events > 0, when: {cluster.servers.count: 3}}]
            """
        let loaded = try load(body, settings: ["cluster.servers.count=3"])
        #expect(loaded.cells.map(\.scenario.cluster.serverNames.count) == [3, 3])
        #expect(loaded.cells.map(\.scenario.seed) == [1, 2])
        #expect(loaded.cells.map { $0.scenario.expectations.count } == [1, 1])
        #expect(loaded.matrix.axes.map(\.path) == ["seed"])
    }

    @Test(arguments: [
        ("cluster.servers.cout=3", 17, "did you mean 'count'?"),
        ("cluster.servers.count=x", 23, "is not a whole number"),
        ("cluster.servers.count", 1, "is not path=value"),
        ("=3", 1, "is not path=value"),
        ("cluster.servers.count=", 23, "has no value"),
        ("cluster..count=3", 9, "has an empty step"),
        ("seed.x=3", 1, "which has no keys"),
        ("network=[", 10, "not valid YAML"),
        ("title=a\nb", 1, "is not one line"),
    ])
    func `a wrong setting is shown with its place`(setting: String, column: Int, phrase: String) {
        let overrides = ScenarioOverrides(settings: [setting])
        let found = problems(of: Array(head.utf8), overrides: overrides)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.location.file == "--set")
        #expect(found.first?.location.column == column, "\(found)")
        #expect(found.first?.message.contains(phrase) == true, "\(found)")
    }

    @Test(arguments: [
        ("/nonexistent/x.yaml", "no such file"), ("/tmp", "it is a directory"),
        ("", "no such file"),
        ("/etc/passwd/x.yaml", "not a directory"), ("/dev/null", "not a regular file"),
        ("/" + String(repeating: "x", count: 5_000), "too long"),
    ])
    func `a file that cannot be read is told from a wrong one`(path: String, phrase: String) {
        #expect {
            try ScenarioLoader.load(path: path)
        } throws: { error in
            guard case .unreadable(let named, let reason) = error as? ScenarioLoadingError else {
                return false
            }
            return named == path && reason.contains(phrase)
        }
    }

    @Test
    func `a problem is shown with its line and a caret`() {
        let found = problems(of: Array((head + "cluster:\n\tservers: {}\n").utf8))
        let shown = found.first?.description ?? ""
        #expect(shown.hasSuffix("\n    \tservers: {}\n    ^"), "\(shown)")
        let wide = problems(of: Array((head + "network: {loss: é}\n").utf8))
        #expect(
            wide.first?.description == """
                bad.yaml:4:17: error: network.loss: "é" is not a ratio; expected a ratio such as 10%
                    network: {loss: é}
                                    ^
                """
        )
    }

    @Test
    func `a hundred thousand problems are cut down to a readable number`() {
        let items = (0..<20_000).map { "- k\($0): 1" }.joined(separator: "\n")
        let found = problems(of: Array((head + "report:\n" + items + "\n").utf8))
        #expect(found.count == 1)
        let nine = (0..<9_000).map { "- k\($0): 1" }.joined(separator: "\n")
        let many = problems(of: Array((head + "expect:\n" + nine + "\n").utf8))
        #expect(many.count == Diagnostics.limit)
    }
}
