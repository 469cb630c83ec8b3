import Simulator
import Testing

@testable import Scenarios

struct FaultBlameTests {
    private func blame(_ text: String, isOneByOne: Bool = false) throws -> BlameResult {
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml")
        return try FaultBlamer(runner: ScenarioRunner(), isOneByOne: isOneByOne).blame(loaded)
    }

    private func scenario(_ faults: String, seed: UInt64 = 1) -> String {
        smallScenario(
            seed: seed,
            balancer: "{heartbeat: {respawn: true}}",
            faults: faults
        ) + "\nexpect:\n  - latency.max < 500ms\n"
    }

    private func figure(_ name: String, _ blame: FaultBlame) throws -> Change {
        try #require(blame.figures.first { $0.subject == name })
    }

    @Test
    func `the fault that breaks a condition is blamed, and the one that does nothing is not`()
        throws
    {
        let cell = try blame(
            scenario(
                "[{at: 2s, target: {node: Server 2}, kind: crash}, "
                    + "{at: 90s, for: 1s, target: {node: Server 1}, kind: pause}, "
                    + "{at: 5s, for: 1ms, target: {node: Server 3}, kind: {clock-skew: {}}}]"
            )
        ).cells[0]
        #expect(
            cell.faults.map(\.fault) == [
                "crash of Server 2 at 2s", "pause of Server 1 at 90s for 1s",
                "clock-skew (offset 1s, drift 0) of Server 3 at 5s for 1ms",
            ]
        )
        let crash = cell.faults[0]
        #expect(
            crash.conditions == [
                .init(text: "latency.max < 500ms", isHeldWithAll: false, isHeldWithout: true)
            ]
        )
        #expect(cell.faults[1].isWithoutEffect)
        #expect(!crash.isWithoutEffect)
        #expect(try figure("respawn.max", crash).new == .none)
        let maximum = try figure("latency.max", crash)
        #expect(try #require(maximum.difference) < 0)
        #expect(try figure("latency.max", cell.withoutAny).new == maximum.new)
    }

    @Test
    func `two plans that draw alike keep their draws without each other`() throws {
        let plan =
            "{random: {every: {exponential: 1s}, until: 6s, kinds: [pause], for: 400ms}, "
            + "target: {role: server, mode: one}}"
        let both = try blame(scenario("[\(plan), \(plan)]")).cells[0]
        let first = try ScenarioRunner().run(try cells(scenario("[\(plan)]"))[0])
        let alone = try cells(scenario("[\(plan)]"))[0]
        let expected = RunFigures(of: first, in: alone.scenario)
        let maximum = try figure("latency.max", both.faults[1])
        #expect(
            maximum.new
                == .figure(
                    try #require(expected.value(of: try CheckParser.reference("latency.max")))
                )
        )
        // Without the first the second goes on as it was: that is another run.
        #expect(both.faults[0].figures != both.faults[1].figures)
    }

    @Test
    func `each injected fault is left out by itself where that is wanted`() throws {
        let text = scenario(
            "[{every: 1s, until: 4s, for: 300ms, target: {role: server, mode: one}, kind: pause}]"
        )
        let planned = try blame(text).cells[0]
        let each = try blame(text, isOneByOne: true).cells[0]
        #expect(planned.faults.count == 1)
        #expect(each.faults.count == 4)
        #expect(each.faults.allSatisfy { $0.fault.hasPrefix("pause of Server ") })
        #expect(each.withoutAny.figures == planned.withoutAny.figures)
        #expect(each.notes == planned.notes)
    }

    @Test
    func `a random order is said to differ by chance`() throws {
        let fault = "[{at: 2s, target: {node: Server 2}, kind: crash}]"
        let text = smallScenario(schedule: "random", faults: fault)
        let notes = try blame(text).cells[0].notes
        #expect(notes.count == 2)
        #expect(notes[1].contains("by chance"))
    }

    @Test
    func `the words say when whom what befalls, and for how long`() throws {
        let faults = """
            [{every: 1h, until: 3h, for: 5s, target: {zone: a, mode: {percent: 30%}}, kind: {slow: {factor: 3x}}},
             {random: {every: {exponential: 30s}, until: 10m, kinds: [crash, pause], for: {uniform: 1s...10s}}, target: {role: server, mode: one}},
             {at: 1s, target: {link: {from: client, to: balancer}}, kind: {loss: 10%}},
             {at: 1s, target: {role: server, mode: {exactly: 2}}, kind: {latency: 5ms}}]
            """
        let text = smallScenario(
            servers: "{count: 3, zone: a}",
            faults: faults
        )
        let scenario = try cells(text)[0].scenario
        #expect(
            scenario.faults.map(\.words) == [
                "slow (factor 3x) of 30% of zone a every 1h until 3h for 5s",
                "crash or pause of one of role server at random, every exponential (30s) "
                    + "until 10m for uniform (1s...10s)",
                "loss (10%) of the link from client to balancer at 1s",
                "latency (constant 5ms) of 2 of role server at 1s",
            ]
        )
    }

    @Test
    func `the report shows what changes, and with full everything`() throws {
        let result = try blame(
            scenario(
                "[{at: 2s, target: {node: Server 2}, kind: crash}, "
                    + "{at: 90s, for: 1s, target: {node: Server 1}, kind: pause}]"
            )
        )
        let style = TextReport.Style(width: 80, isColoured: false, isASCII: false)
        let text = BlameReport(format: .text(style)).render(result)
        #expect(
            text.hasPrefix("test, seed 1: what 2 faults cost\n\nWithout crash of Server 2 at 2s\n")
        )
        #expect(text.contains("Nothing changes without any one of these\n  pause of Server 1"))
        #expect(text.contains("\nWithout any\n"))
        #expect(text.contains("Random streams are split by label"))
        #expect(text.split(separator: "\n").allSatisfy { TextWidth.of(String($0)) <= 80 })
        let full = BlameReport(format: .text(style), isFull: true).render(result)
        #expect(full.contains("Without pause of Server 1 at 90s for 1s\n"))
        let json = BlameReport(format: .json).render(result)
        #expect(json.contains("\"format\": \"cluster-simulator/blame\""))
        #expect(json.contains("\"fault\": \"crash of Server 2 at 2s\""))
        #expect(json.contains("\"with-all\": false, \"without\": true"))
    }
}
