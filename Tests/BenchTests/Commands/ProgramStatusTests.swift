import Foundation
import Scenarios
import Simulator
import Testing

@testable import bench

private let head = """
    version: 1
    name: small
    seed: 42
    cluster: {servers: {count: 3}, balancer: {}}
    workload: [requests: {count: 6}]

    """

struct ProgramStatusTests {
    private func status(
        expecting text: String,
        _ trouble: FakeRunner.Trouble = .nothing
    ) throws -> (ProgramStatus, TestProgram) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(head + text, to: "small.yaml")
        let program = TestProgram(runner: FakeRunner(trouble: trouble))
        return (program.run("run", path), program)
    }

    @Test
    func `0 when all held`() throws {
        let (status, program) = try status(expecting: "expect: [requests == 6]")
        #expect(status.rawValue == 0)
        #expect(program.errors.text.isEmpty)
    }

    @Test
    func `1 when an expectation failed, and the report says how to run it again`() throws {
        let (status, program) = try status(expecting: "expect: [requests == 7]")
        #expect(status.rawValue == 1)
        #expect(program.output.text.contains("failed: 1 of 1 expectation"))
        #expect(program.output.text.contains("bench run /"))
        #expect(program.output.text.contains("--seed 42"))
    }

    @Test
    func `1 when a property was broken, although nothing was expected`() throws {
        let (status, program) = try status(expecting: "", .violation(.stuck))
        #expect(status.rawValue == 1)
        #expect(program.output.text.contains("stuck: something broke"))
    }

    @Test
    func `3 when two runs differ, with the first event that does`() {
        let program = TestProgram(runner: FakeRunner(trouble: .difference(run: 3)))
        #expect(program.run("verify", "a-1", "--repeat", "4").rawValue == 3)
        #expect(program.runner.runs.value == 3)
        #expect(program.output.text.contains("event 3 of run 3 is not that of the first run"))
        #expect(program.output.text.contains("3.000000000s"))
    }

    @Test
    func `4 when a run used up its budget`() throws {
        let (status, _) = try status(expecting: "expect: [requests == 7]", .violation(.budget))
        #expect(status.rawValue == 4)
    }

    @Test(
        arguments: [
            [["run"]], [["run", "a-1", "--sed", "1"]], [["rum", "a-1"]],
            [["run", "a-1", "--seed", "x"]],
            [["run", "a-1", "--seed", "-1"]], [["run", "a-1", "--format", "yaml"]],
            [["verify", "a-1", "--repeat", "0"]], [["measure", "w9"]], [["explain"]],
            [["measure", "w1", "--scale", "0"]], [["measure", "w1", "--scale", "nan"]],
            [["measure", "w1", "--scale", "inf"]], [["measure", "w1", "--scale", "-1"]],
            [["run", "a-1", "a-1", "--output", "/nowhere"]],
            [["fidelity", "--scale", "0"]], [["fidelity", "--scale", "nan"]],
            [["fidelity", "--model", "m-m-2"]], [["fidelity", "--model", "jsq-3", "jsq-3"]],
        ].joined()
    )
    func `64 when the command line is wrong`(arguments: [String]) {
        let program = TestProgram()
        let status = CommandLineProgram(
            runner: program.runner,
            output: program.output,
            errors: program.errors
        ).run(arguments: arguments)
        #expect(status.rawValue == 64)
        #expect(program.output.text.isEmpty)
        #expect(program.errors.text.contains("rror"))
        #expect(program.runner.runs.value == 0)
    }

    @Test
    func `65 and 66 when scenarios are wrong or missing: all problems, and nothing runs`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let wrong = try folder.write("version: 1\nname: x\nseed: -1\n", to: "wrong.yaml")
        let other = try folder.write("version: 2\nname: y\nseed: 1\n", to: "other.yaml")
        let program = TestProgram()
        #expect(program.run("run", "a-1", wrong, other).rawValue == 65)
        #expect(program.errors.text.contains("wrong.yaml:3:7: error"))
        #expect(program.errors.text.contains("other.yaml:1:10: error"))
        #expect(program.runner.runs.value == 0)
        #expect(program.output.text.isEmpty)
        #expect(program.run("run", "a-1", wrong, "\(folder.path)/none.yaml").rawValue == 66)
        #expect(
            program.errors.text.contains("none.yaml: error: cannot read the file: no such file")
        )
        #expect(program.runner.runs.value == 0)
    }

    @Test
    func `an unknown name is answered with the nearest shipped one`() {
        let program = TestProgram()
        #expect(program.run("run", "a-5-skewed-key") == .cannotRead)
        #expect(
            program.errors.text.contains("did you mean the shipped scenario 'a-5-skewed-keys'?")
        )
    }

    @Test
    func `a wrong setting is told once, however many scenarios it is for`() {
        let program = TestProgram()
        #expect(program.run("run", "a-1", "a-2", "--set", "seed") == .badData)
        #expect(program.errors.text.components(separatedBy: "is not path=value").count == 2)
    }

    @Test
    func `a mistyped command is answered with the nearest one`() {
        let program = TestProgram()
        #expect(program.run("rnu", "a-1") == .usage)
        #expect(program.errors.text.contains("no command 'rnu'. Did you mean 'run'?"))
        let other = TestProgram()
        #expect(other.run("a-1") == .usage)
        #expect(other.errors.text.contains("The commands are list, run, explain"))
    }

    @Test(arguments: ["-1", "x", "1.5", "18446744073709551616", ""])
    func `a seed that is none is told what seeds are`(seed: String) {
        let program = TestProgram()
        #expect(program.run("run", "a-1", "--seed", seed) == .usage)
        #expect(program.errors.text.contains("whole number from 0 to 18446744073709551615"))
        #expect(program.runner.runs.value == 0)
    }

    @Test
    func `a file that a shipped scenario hides is pointed out`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = try folder.write("version: 1\n", to: "a-1")
        for command in ["validate", "explain"] {
            var program = TestProgram()
            program.folder = folder.path
            #expect(program.run(command, "a-1") == .success)
            #expect(program.errors.text.contains("for the file, say ./a-1"))
            let other = TestProgram()
            #expect(other.run(command, "a-1") == .success)
            #expect(other.errors.text.isEmpty)
        }
    }

    @Test
    func `a mistyped option is answered with the nearest one`() {
        let program = TestProgram()
        #expect(program.run("run", "a-1", "--sede", "1") == .usage)
        #expect(program.errors.text.contains("--seed"))
    }

    @Test
    func `65, 66 and 70 when a scenario cannot be run to its end`() {
        let wanted: [(FakeRunner.Trouble, ProgramStatus)] = [
            (.error(.invalid("no such data")), .badData),
            (.error(.unreadable(path: "keys", reason: "no such file")), .cannotRead),
            (.error(.internalError("lost my way")), .internalError),
        ]
        for (trouble, status) in wanted {
            let program = TestProgram(runner: FakeRunner(trouble: trouble))
            #expect(program.run("run", "a-1") == status)
            #expect(program.run("verify", "a-1") == status)
            #expect(program.errors.text.hasPrefix("a-1: "))
        }
    }

    @Test
    func `73 when reports cannot be written, before anything runs`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("", to: "file")
        let program = TestProgram()
        #expect(program.run("run", "a-1", "--output", "\(file)/results").rawValue == 73)
        #expect(program.errors.text.contains("error: cannot write"))
        #expect(program.runner.runs.value == 0)
        #expect(folder.files == ["file"])
    }

    @Test
    func `73 when standard output cannot be written`() {
        let program = CommandLineProgram(
            runner: FakeRunner(),
            output: DescriptorOutput(open("/dev/full", O_WRONLY), name: "standard output"),
            errors: MemoryOutput()
        )
        #expect(program.run(arguments: ["list"]) == .cannotWrite)
        #expect(program.run(arguments: ["--help"]) == .cannotWrite)
    }

    @Test
    func `the worst status of several scenarios wins`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let good = try folder.write(head + "expect: [requests == 6]", to: "good.yaml")
        let bad = try folder.write(head + "expect: [requests == 7]", to: "bad.yaml")
        let program = TestProgram()
        #expect(program.run("run", good, bad, good) == .failed)
        #expect(program.runner.runs.value == 3)
    }
}
