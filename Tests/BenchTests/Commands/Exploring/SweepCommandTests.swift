import Foundation
import Scenarios
import Simulator
import Testing

@testable import bench

/// `bench sweep` and `bench merge`.
struct SweepCommandTests {
    private static let scenario = """
        version: 1
        name: swept
        seed: 1
        cluster: {servers: {count: 2}, balancer: {}}
        workload: [{requests: {count: 10}}]
        small: {workload.0.requests.count: 5}
        """

    /// The program on a file with the scenario.
    private static func inFolder(
        _ trouble: FakeRunner.Trouble = .nothing,
        _ body: (TestProgram, String, TemporaryFolder) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var program = TestProgram()
        program.runner.trouble = trouble
        try body(program, try folder.write(scenario, to: "swept.yaml"), folder)
    }

    @Test
    func `a sweep runs every seed once, prints and saves what it found`() throws {
        try Self.inFolder { program, path, folder in
            let status = program.run(
                "sweep",
                path,
                "--seeds",
                "1...20,30",
                "--jobs",
                "3",
                "--output",
                folder.path
            )
            #expect(status == .success)
            #expect(program.runner.runs.value == 21)
            #expect(program.output.text.hasPrefix("swept: 21 seeds\nseeds 1...20,30, 21 runs"))
            #expect(folder.contents(of: "swept/sweep.txt") == program.output.text)
            let saved = try SweepResult(path: "\(folder.path)/swept")
            #expect(saved.tally.seeds == 21 && saved.ending == .completed)
            #expect(folder.files == ["swept", "swept.yaml", "swept/sweep.json", "swept/sweep.txt"])
        }
    }

    @Test(arguments: [
        (FakeRunner.Trouble.nothing, ProgramStatus.success),
        (.violation(.stuck), .failed), (.violation(.budget), .undecided),
        (.error(.invalid("no")), .badData), (.error(.internalError("no")), .internalError),
    ])
    func `the exit code says how it went`(
        trouble: FakeRunner.Trouble,
        status: ProgramStatus
    ) throws {
        try Self.inFolder(trouble) { program, path, _ in
            #expect(program.run("sweep", path, "--seeds", "1...3") == status)
            guard trouble == .violation(.stuck) else { return }
            #expect(program.output.text.contains("1. stuck: 3 seeds\n"))
            #expect(program.output.text.contains("   bench run \(path) --seed 1\n"))
        }
    }

    @Test(arguments: [
        (["--seeds", "5...1"], "seeds"), (["--seed", "3"], "say --seeds"),
        (["--jobs", "0"], "--jobs is 0"), (["--for", "10"], "for"),
        (["--stdin", "--jobs", "2"], "--stdin goes without"),
        (["--stdin", "--seeds", "1"], "--stdin goes without"), (["--seeds", ""], "seeds"),
    ])
    func `wrong usage is told`(arguments: [String], message: String) throws {
        try Self.inFolder { program, path, _ in
            let line = CommandLineProgram(
                runner: program.runner,
                output: program.output,
                errors: program.errors
            )
            #expect(line.run(arguments: ["sweep", path] + arguments) == .usage)
            #expect(program.errors.text.contains(message), "\(program.errors.text)")
            #expect(program.runner.runs.value == 0)
        }
    }

    /// Seeds in, lines out.
    private static func lines(
        of seeds: String,
        _ program: TestProgram,
        _ path: String
    ) throws -> (status: ProgramStatus, text: String) {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(seeds.utf8))
        try pipe.fileHandleForWriting.close()
        let output = MemoryOutput()
        let line = CommandLineProgram(
            runner: program.runner,
            output: output,
            errors: program.errors,
            input: pipe.fileHandleForReading.fileDescriptor
        )
        return (line.run(arguments: ["sweep", path, "--stdin"]), output.text)
    }

    @Test(arguments: ["1 2", "+1", "-0", "1_000", "x", "18446744073709551616"])
    func `a line that is no seed is refused`(line: String) throws {
        try Self.inFolder { program, path, _ in
            let answer = try Self.lines(of: "7\n\(line)\n8\n", program, path)
            #expect(answer.status == .badData)
            #expect(answer.text.split(separator: "\n").count == 1)
            #expect(program.errors.text.contains("standard input:2: error: '\(line)' is no seed"))
        }
    }

    /// Seeds whose lines nobody reads need not be run; `head` goes away after the first.
    @Test
    func `seeds end where nobody reads their lines`() throws {
        try Self.inFolder { program, path, _ in
            signal(SIGPIPE, SIG_IGN)
            let (seeds, lines) = (Pipe(), Pipe())
            try seeds.fileHandleForWriting.write(contentsOf: Data("1\n2\n3\n".utf8))
            try seeds.fileHandleForWriting.close()
            try lines.fileHandleForReading.close()
            let line = CommandLineProgram(
                runner: program.runner,
                output: DescriptorOutput(
                    lines.fileHandleForWriting.fileDescriptor,
                    name: "standard output"
                ),
                errors: program.errors,
                input: seeds.fileHandleForReading.fileDescriptor
            )
            #expect(line.run(arguments: ["sweep", path, "--stdin"]) == .success)
            #expect(program.runner.runs.value == 1)
        }
    }

    @Test
    func `standard input that cannot be read is told`() throws {
        try Self.inFolder { program, path, folder in
            let descriptor = open(folder.path, O_RDONLY)
            defer { close(descriptor) }
            let line = CommandLineProgram(
                runner: program.runner,
                output: program.output,
                errors: program.errors,
                input: descriptor
            )
            #expect(line.run(arguments: ["sweep", path, "--stdin"]) == .cannotRead)
            #expect(program.errors.text.hasPrefix("standard input: error: cannot read: "))
        }
    }

    @Test
    func `a sweep of no seed, or with one that cannot be run, decides nothing`() throws {
        try Self.inFolder(.error(.internalError("no"))) { program, path, folder in
            let status = program.run("sweep", path, "--output", folder.path)
            #expect(status == .internalError)
            let saved = try SweepResult(path: "\(folder.path)/swept")
            #expect(saved.ending == .error && saved.verdict == .undecided)
            #expect(program.run("merge", "\(folder.path)/swept") == .undecided)
        }
        try Self.inFolder { program, path, _ in
            #expect(program.run("sweep", path, "--for", "0s") == .undecided)
            #expect(program.output.text.contains("nothing was run"))
        }
    }

    @Test
    func `what runs a seed again runs that one alone`() throws {
        try Self.inFolder(.violation(.stuck)) { program, _, folder in
            let replicated = "\(Self.scenario)\nreplicate: 5\n"
            let path = try folder.write(replicated, to: "with blank.yaml")
            #expect(program.run("sweep", path, "--seeds", "8", "--small") == .failed)
            let command = "bench run '\(path)' --small --set replicate=1 --seed 8\n"
            #expect(program.output.text.contains(command), "\(program.output.text)")
        }
    }

    @Test
    func `two scenarios of one name are not saved in one folder`() throws {
        try Self.inFolder { program, path, folder in
            let output = folder.path + "/results"
            #expect(program.run("sweep", path, path, "--output", output) == .usage)
            #expect(program.errors.text.contains("Two of the scenarios are called"))
            #expect(program.runner.runs.value == 0)
        }
    }

    @Test
    func `seeds that come as lines leave as lines, which merge to the sweep of all`() throws {
        try Self.inFolder(.violation(.stuck)) { program, path, folder in
            let first = try Self.lines(of: "1\n2\n\n 3\n", program, path)
            let second = try Self.lines(of: "4\r\n5", program, path)
            #expect(first.status == .success && second.status == .success)
            #expect(first.text.split(separator: "\n").count == 3)
            let parts = try [
                folder.write(second.text, to: "2"), folder.write(first.text, to: "1"),
            ]
            #expect(program.run("merge", parts[0], parts[1], "--format", "json") == .failed)
            let whole = TestProgram(runner: program.runner)
            #expect(whole.run("sweep", path, "--seeds", "1...5", "--format", "json") == .failed)
            #expect(program.output.text == whole.output.text)
            #expect(program.run("merge", parts[0], parts[0]) == .badData)
            #expect(program.errors.text.contains("some of its seeds were there already"))
        }
    }

    @Test
    func `a line that is no seed is told with its number`() throws {
        try Self.inFolder { program, path, _ in
            let (status, text) = try Self.lines(of: "1\nx\n2\n", program, path)
            #expect(status == .badData)
            #expect(text.split(separator: "\n").count == 1)
            #expect(program.errors.text.hasPrefix("standard input:2: error: 'x' is no seed"))
        }
    }

    @Test
    func `files that are no results are told`() throws {
        try Self.inFolder { program, path, folder in
            #expect(program.run("merge", "\(folder.path)/none") == .cannotRead)
            #expect(program.run("merge", path) == .badData)
        }
    }

    @Test
    func `a sweep that is interrupted saves what it has`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BenchProgram.path)
        process.arguments = [
            "sweep", "a-1", "--seeds", "1...1000000", "--output", folder.path, "--set",
            "workload.0.requests.count=100", "--invariants",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // The first saving shows that it is under way.
        let path = "\(folder.path)/a-1/sweep.json"
        let end = ContinuousClock.now + .seconds(60)
        while !FileManager.default.fileExists(atPath: path), ContinuousClock.now < end {
            Thread.sleep(forTimeInterval: 0.05)
        }
        let first = try SweepResult(path: path)
        #expect(first.ending == .interrupted)
        kill(process.processIdentifier, SIGINT)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        let saved = try SweepResult(path: path)
        #expect(saved.ending == .interrupted)
        #expect(saved.tally.seeds >= first.tally.seeds)
        #expect(saved.seeds == SeedSet(1...UInt64(saved.tally.seeds)))
        #expect(String(decoding: data, as: UTF8.self).contains("then it was interrupted"))
    }
}
