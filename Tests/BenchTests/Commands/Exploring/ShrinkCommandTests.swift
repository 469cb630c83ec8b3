import Foundation
import Scenarios
import Simulator
import Testing

@testable import bench

struct ShrinkCommandTests {
    private let scenario = """
        version: 1
        name: test
        seed: 42
        cluster: {servers: {count: 3, service: 2ms}, balancer: {heartbeat: {every: 2s}}}
        workload:
          - requests: {count: 600, arrival: {constant: 100/s}, from: 1s}
        faults:
          - {random: {every: {exponential: 1s}, until: 6s, kinds: [pause], for: 2s}, target: {role: server, mode: one}}
        expect:
          - requests.sent == 600
          - latency.max < 500ms
        """

    private func run(
        _ arguments: [String],
        _ program: TestProgram
    ) -> ProgramStatus {
        CommandLineProgram(
            runner: ScenarioRunner(),
            output: program.output,
            errors: program.errors
        ).run(arguments: arguments)
    }

    @Test
    func `the file is written, runs, and fails alike`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(scenario, to: "test.yaml")
        let small = "\(folder.path)/small.yaml"
        let program = TestProgram()
        #expect(run(["shrink", path, "--output", small], program) == .success)
        #expect(program.output.text == "")
        #expect(program.errors.text.hasPrefix("latency.max < 500ms: it is "))
        #expect(folder.files == ["small.yaml", "test.yaml"])
        let text = try #require(folder.contents(of: "small.yaml"))
        #expect(text.hasPrefix("# Fails with seed 42: latency.max < 500ms\n"))
        #expect(text.contains("# Run it: bench run \(small)\n"))
        #expect(text.contains("fail like bench run \(path) --seed 42\n"))
        let again = TestProgram()
        #expect(run(["run", small], again) == .failed)
        #expect(again.output.text.contains("✗ latency.max < 500ms"))
        #expect(!again.output.text.contains("requests.sent"))
    }

    @Test
    func `without a file it goes to standard output`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(scenario, to: "test.yaml")
        let program = TestProgram()
        #expect(
            run(["shrink", path, "--seed", "3", "--set", "network.loss=0%"], program) == .success
        )
        #expect(program.output.text.contains("--seed 3 --set network.loss=0%\n"))
        #expect(program.output.text.contains("\nname: test-shrunk\nseed: 3\n"))
        let loaded = try ScenarioLoader.load(bytes: program.output.bytes, name: "small.yaml")
        #expect(loaded.cells.count == 1)
    }

    @Test
    func `where nothing fails nothing is written`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/small.yaml"
        let fine = try folder.write(
            scenario.replacingOccurrences(of: "500ms", with: "500s"),
            to: "fine.yaml"
        )
        let quiet = TestProgram()
        #expect(run(["shrink", fine, "--output", path], quiet) == .success)
        #expect(quiet.errors.text.contains("nothing fails, so there is nothing to shrink"))
        #expect(quiet.output.text == "")
        #expect(folder.files == ["fine.yaml"])
    }

    @Test
    func `a limit of runs or time is kept, and said`() throws {
        let program = TestProgram()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(scenario, to: "test.yaml")
        #expect(run(["shrink", path, "--runs", "5"], program) == .success)
        #expect(program.errors.text.contains("in 5 runs\nIt may get smaller"))
        let timed = TestProgram()
        #expect(run(["shrink", path, "--for", "0s"], timed) == .success)
        #expect(timed.errors.text.contains("in 1 runs\nIt may get smaller"))
        #expect(program.run("shrink", path, "--runs", "0") == .usage)
    }

    @Test
    func `what is wrong with the command has its status`() throws {
        let program = TestProgram()
        #expect(program.run("shrink", "no-such.yaml") == .cannotRead)
        #expect(program.run("shrink", "a-1", "--output", "/nowhere/small.yaml") == .cannotWrite)
        #expect(program.run("shrink", "a-1", "--set", "cluster.servers.conut=5") == .badData)
        #expect(program.errors.text.contains("did you mean 'count'?"))
        #expect(program.runner.runs.value == 0)
        let broken = TestProgram(runner: FakeRunner(trouble: .error(.internalError("no"))))
        #expect(broken.run("shrink", "a-1") == .internalError)
    }

    @Test
    func `a rule of the simulation that is broken can shrink as well`() throws {
        let program = TestProgram(runner: FakeRunner(trouble: .violation(.stuck)))
        #expect(program.run("shrink", "l-1-strategies") == .success)
        #expect(program.output.text.hasPrefix("# Fails with seed "))
        // Whatever the scenario says, it fails: only what a file must say is left.
        #expect(
            program.output.text.hasSuffix("\nversion: 1\nname: l-1-strategies-shrunk\nseed: 42\n")
        )
    }
}
