import Scenarios
import Simulator
import Testing

@testable import bench

/// Decisions of runs, saved and made again.
struct DecisionLogTests {
    /// A scenario in which much is drawn, and which fails for some seeds.
    private static func scenario(seed: Int = 42, expect: String = "requests.lost == 0") -> String {
        """
        version: 1
        name: drawn
        seed: \(seed)
        schedule: random
        ties: random
        network: {latency: {exponential: 1ms}, loss: 0.5%}
        cluster:
          servers: {count: 3, service: {exponential: 5ms}, concurrency: 1}
          balancer: {retries: {tries: 1, timeout: 100ms}}
        workload:
          - requests: {count: 400, arrival: {poisson: 100/s}, from: 1s, timeout: 2s}
        faults:
          - {at: 2s, for: 1s, target: {role: server, mode: one}, kind: crash}
        expect: [\(expect)]
        """
    }

    /// What a command did.
    private struct Done {
        var status: ProgramStatus
        var output: String
        var errors: String
    }

    private func bench(_ arguments: [String], salt: UInt64 = 0) -> Done {
        var runner = ScenarioRunner()
        runner.streamSalt = salt
        runner.tracesViolations = true
        let output = MemoryOutput()
        let errors = MemoryOutput()
        let program = CommandLineProgram(runner: runner, output: output, errors: errors)
        let status = program.run(arguments: arguments)
        return Done(status: status, output: output.text, errors: errors.text)
    }

    /// What identifies a run in a report in JSON.
    private func digest(_ done: Done) throws -> [String] {
        let keys = ["\"digest\":", "\"events\":", "\"duration\":", "\"verdict\":"]
        return done.output.split(separator: "\n").map { $0.drop { $0 == " " } }
            .filter { line in keys.contains { line.hasPrefix($0) } }.map(String.init)
    }

    @Test func `a run that is recorded is the same run, and so is its replay`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(Self.scenario(), to: "drawn.yaml")
        let log = "\(folder.path)/decisions.log"
        let plain = bench(["run", path, "--format", "json"])
        let recorded = bench(["run", path, "--format", "json", "--record", log])
        #expect(recorded.output == plain.output)
        #expect(recorded.errors == plain.errors)
        #expect(folder.files == ["decisions.log", "drawn.yaml"])
        let replayed = bench(["run", "--replay", log, "--format", "json"])
        #expect(try digest(replayed) == digest(plain))
        #expect(try digest(plain).count > 3)
        #expect(replayed.status == plain.status)
        #expect(replayed.errors.contains("\(log): the code follows the log to its end, event "))
        #expect(replayed.output.contains("bench run --replay \(log)"))
    }

    @Test func `a failure survives another derivation of every stream`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        // Each of these draws decides it, so that hardly another run comes out alike.
        let text = Self.scenario(expect: "requests.completed == 400")
        let path = try folder.write(text, to: "drawn.yaml")
        let log = "\(folder.path)/decisions.log"
        let failed = bench(["run", path, "--format", "json", "--record", log])
        #expect(failed.status == .failed)
        let shuffled = bench(["run", path, "--format", "json"], salt: 0xABCD)
        #expect(try digest(shuffled) != digest(failed))
        let replayed = bench(["run", "--replay", log, "--format", "json"], salt: 0xABCD)
        #expect(replayed.status == .failed)
        #expect(try digest(replayed) == digest(failed))
        #expect(replayed.errors.contains("follows the log to its end"))
        let reseeded = bench(["run", "--replay", log, "--format", "json", "--seed", "7"])
        #expect(reseeded.errors.contains("the code follows the log "))
    }

    @Test func `a change elsewhere leaves the draws of all other streams alone`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(Self.scenario(), to: "drawn.yaml")
        let log = "\(folder.path)/decisions.log"
        _ = bench(["run", path, "--quiet", "--record", log])
        let replayed = bench([
            "run", "--replay", log, "--quiet", "--set", "workload.0.requests.count=500",
        ])
        #expect(replayed.errors.contains("the code follows the log up to event "))
        #expect(replayed.errors.contains("; then "), "\(replayed.errors)")
        #expect(!replayed.errors.contains("to its end"))
    }

    @Test func `every run of a matrix is recorded, and followed in its place`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let text = Self.scenario() + "\nmatrix: {cluster.servers.count: [2, 3]}\n"
        let path = try folder.write(text, to: "drawn.yaml")
        let log = "\(folder.path)/decisions.log"
        let recorded = bench(["run", path, "--format", "json", "--record", log])
        let replayed = bench(["run", "--replay", log, "--format", "json"], salt: 5)
        #expect(try digest(replayed) == digest(recorded))
        #expect(replayed.errors.contains("\(log), cluster.servers.count = 2: the code follows"))
        #expect(replayed.errors.contains("\(log), cluster.servers.count = 3: the code follows"))
        // A log of the first run alone.
        let lines = try #require(folder.contents(of: "decisions.log")).split(separator: "\n")
        let second = try #require(lines.firstIndex { $0.hasPrefix("c 1 ") })
        let half = try folder.write(
            lines[..<second].joined(separator: "\n") + "\n",
            to: "half.log"
        )
        let more = bench(["run", "--replay", half, "--quiet"])
        #expect(more.errors.contains("the log has no run 'cluster.servers.count = 3'"))
    }

    @Test func `the head names the toolchain and holds the whole configuration`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(Self.scenario(), to: "drawn.yaml")
        let log = "\(folder.path)/decisions.log"
        _ = bench(["run", path, "--quiet", "--record", log, "--set", "cluster.servers.count=2"])
        let lines = try #require(folder.contents(of: "decisions.log")).split(separator: "\n")
        let header = try #require(DecisionLogHeader(Array(lines[0].utf8)[...]))
        #expect(header.scenario == "drawn" && header.seed == 42 && header.format == 1)
        #expect(header.toolchain.hasPrefix("Swift 6."))
        let explained = bench(["explain", path, "--set", "cluster.servers.count=2"])
        #expect(header.configuration == explained.output)
        #expect(lines[1] == "c 0 42 ")
        #expect(lines[2].hasPrefix("s 0 "))
        #expect(lines.contains { $0.hasPrefix("e 100 ") })
        #expect(lines.contains { $0.hasPrefix("p ") } && lines.contains { $0.hasPrefix("t ") })
        #expect(try #require(lines.last).hasPrefix("z "))
        // Another toolchain is told.
        let changed = lines.joined(separator: "\n")
            .replacing("Swift \(header.toolchain.dropFirst(6))", with: "Swift 5.9, vax, release")
        let other = try folder.write(changed + "\n", to: "other.log")
        let replayed = bench(["run", "--replay", other, "--quiet"])
        #expect(replayed.errors.contains("note: it was saved by a program of Swift 5.9, vax"))
        #expect(replayed.errors.contains("follows the log to its end"))
    }

    /// A small log, a line of which is changed.
    @Test func `65 and the line where a log is malformed`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(Self.scenario(), to: "drawn.yaml")
        let log = "\(folder.path)/decisions.log"
        _ = bench(["run", path, "--quiet", "--record", log])
        let text = try #require(folder.contents(of: "decisions.log"))
        let lines = text.split(separator: "\n").map(String.init)
        let end = lines.count
        let changes: [(line: Int, text: String?, problem: String)] = [
            (1, "version: 1", "not the head"), (1, "{}", "not the head"),
            (1, lines[0].replacing("\"format\":1", with: "\"format\":9"), "the format is 9"),
            (2, "c 1 42 ", "it is run 1, and 0 is next"), (2, "d 0 1", "it belongs to no run"),
            (3, "s 1 ab x", "it is stream 1, and 0 is next"), (4, "d 999 1", "no stream 999"),
            (4, "d 0 xyz", "not a line"), (4, "", "not a line"),
            (end, "c 1 42 ", "the run before has not ended"),
            (end, nil, "the file ends before its last run does"),
        ]
        for change in changes {
            var changed = lines
            if let text = change.text {
                changed[change.line - 1] = text
            } else {
                changed.removeLast()
            }
            let bad = try folder.write(changed.joined(separator: "\n") + "\n", to: "bad.log")
            let done = bench(["run", "--replay", bad])
            #expect(done.status == .badData, "\(change)")
            let line = change.text == nil ? end - 1 : change.line
            #expect(done.errors.hasPrefix("\(bad):\(line): error: "), "\(done.errors)")
            #expect(done.errors.contains(change.problem), "\(done.errors)")
            #expect(done.output.isEmpty)
        }
    }

    @Test func `66 where a log cannot be read, 73 where none can be written`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let missing = bench(["run", "--replay", "\(folder.path)/none.log"])
        #expect(missing.status == .cannotRead)
        #expect(missing.errors.contains("none.log: error: cannot read the file: no such file"))
        #expect(bench(["run", "--replay", folder.path]).status == .cannotRead)
        let path = try folder.write(Self.scenario(), to: "drawn.yaml")
        let nowhere = bench(["run", path, "--record", "\(folder.path)/none/decisions.log"])
        #expect(nowhere.status == .cannotWrite)
        #expect(nowhere.output.isEmpty)
    }

    @Test func `what cannot be done together is refused`() {
        let refused = [
            ["run"], ["run", "a-1", "--replay", "x"], ["run", "--replay", "x", "--record", "y"],
            ["run", "a-1", "a-3", "--record", "x"],
            ["run", "a-1", "--record", "x", "--database", "y"],
        ]
        for arguments in refused {
            #expect(bench(arguments).status == .usage, "\(arguments)")
        }
    }

    @Test func `a run that cannot be run leaves no log`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = TestProgram(runner: FakeRunner(trouble: .error(.invalid("planted"))))
        #expect(program.run("run", "a-1", "--record", "\(folder.path)/x.log") == .badData)
        #expect(folder.files == [])
    }

    @Test func `the manual and the help know both options`() {
        #expect(bench(["run", "--help"]).output.contains("--record <file>"))
        #expect(bench(["manual"]).output.contains("replay"))
    }
}
