import Foundation
import Scenarios
import Testing

@testable import bench

struct CommandTests {
    @Test
    func `the list has a line for each shipped scenario, the name first`() {
        let program = TestProgram()
        #expect(program.run("list") == .success)
        let lines = program.output.text.split(separator: "\n")
        #expect(lines.count == ShippedScenario.all.count)
        for (line, shipped) in zip(lines, ShippedScenario.all) {
            #expect(line.hasPrefix("\(shipped.name) "))
        }
        #expect(program.output.text.contains("Load of three servers under 10,000 requests at once"))
    }

    @Test
    func `copied scenarios are the shipped files, and changed ones are never overwritten`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = TestProgram()
        #expect(program.run("list", "--copy", "\(folder.path)/a/b") == .success)
        let names = ShippedScenario.all.map { "a/b/\($0.file)" }
        #expect(folder.files == (["a", "a/b"] + names).sorted())
        for shipped in ShippedScenario.all {
            let copy = folder.contents(of: "a/b/\(shipped.file)")
            #expect(copy == String(decoding: shipped.bytes, as: UTF8.self))
        }
        #expect(program.run("list", "--copy", "\(folder.path)/a/b") == .success)
        _ = try folder.write("mine", to: "a/b/a-1.yaml")
        try FileManager.default.removeItem(atPath: "\(folder.path)/a/b/a-2.yaml")
        #expect(program.run("list", "--copy", "\(folder.path)/a/b") == .cannotWrite)
        #expect(folder.contents(of: "a/b/a-1.yaml") == "mine")
        #expect(folder.contents(of: "a/b/a-2.yaml") == nil)
        #expect(program.errors.text.contains("a-1.yaml: error: cannot write: it exists"))
    }

    @Test
    func `validation says which files are right, and every problem of the others`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let wrong = try folder.write("version: 1\nnam: x\nseed: -1\n", to: "wrong.yaml")
        let program = TestProgram()
        #expect(program.run("validate", "a-2", wrong, "a-1") == .badData)
        #expect(program.output.text == "a-2: right, 5 runs\na-1: right, 1 run\n")
        #expect(program.errors.text.contains("wrong.yaml:2:1: error"))
        #expect(program.errors.text.contains("wrong.yaml:3:7: error"))
        #expect(program.runner.runs.value == 0)
    }

    @Test
    func `a scenario is explained with the changes of the command line`() {
        let program = TestProgram()
        let change = "cluster.servers.count=5"
        #expect(program.run("explain", "a-1", "--seed", "7", "--set", change) == .success)
        #expect(program.output.text.contains("seed: 7"))
        #expect(program.output.text.contains("count: 5"))
        #expect(program.run("explain", "a-9") == .cannotRead)
    }

    @Test
    func `the schema is printed`() {
        let program = TestProgram()
        #expect(program.run("schema") == .success)
        #expect(program.output.text == ScenarioSchema.jsonSchema())
    }

    @Test
    func `the same events and figures are deterministic`() {
        let program = TestProgram()
        #expect(program.run("verify", "a-2", "--repeat", "2") == .success)
        #expect(program.runner.runs.value == 15)
        #expect(
            program.output.text
                == "a-2: deterministic: run again 2 times, 25 events and every figure the same "
                + "in each of 5 runs\n"
        )
    }

    @Test
    func `the reports of a run are the same bytes every time, and whole`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = TestProgram()
        let wanted = [
            "distribution.csv", "figures.csv", "junit.xml", "report.html", "report.md",
            "report.txt", "result.json",
        ]
        for number in 1...2 {
            let output = "\(folder.path)/\(number)"
            _ = program.run("run", "a-1", "a-2", "--quiet", "--output", output)
        }
        for scenario in ["a-1", "a-2"] {
            for name in wanted {
                let first = try #require(folder.contents(of: "1/\(scenario)/\(name)"))
                #expect(first == folder.contents(of: "2/\(scenario)/\(name)"))
                #expect(!first.isEmpty)
                #expect(!first.contains(folder.path))
            }
        }
        let files = folder.files.filter { $0.hasPrefix("1/a-1/") }
        #expect(files == wanted.map { "1/a-1/\($0)" })
        #expect(program.output.text.isEmpty)
    }

    @Test
    func `reports that cannot be written leave the old ones and nothing half written`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = TestProgram()
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/a-1/result.json/in-the-way",
            withIntermediateDirectories: true
        )
        #expect(program.run("run", "a-1", "--quiet", "--output", folder.path) == .cannotWrite)
        #expect(!folder.files.contains { $0.hasSuffix(".partial") })
        #expect(program.errors.text.contains("result.json: error: cannot write"))
    }

    @Test
    func `a quiet run that failed says only how to run it again`() throws {
        let program = TestProgram()
        #expect(program.run("run", "a-1", "--quiet", "--set", "seed=7") == .failed)
        #expect(program.output.text.isEmpty)
        #expect(program.errors.text == "a-1: failed: bench run a-1 --seed 7 --set seed=7\n")
    }

    @Test(arguments: [
        ("title=S {i}", "'title=S {i}'"), ("title=it's", #"'title=it'\''s'"#),
        ("cluster.servers.concurrency=2", "cluster.servers.concurrency=2"),
    ])
    func `the command to run again reads back in a shell`(setting: String, wanted: String) {
        let program = TestProgram()
        _ = program.run("run", "a-1", "--quiet", "--set", setting)
        let command = "bench run a-1 --seed 42 --set \(wanted)"
        #expect(program.errors.text == "a-1: failed: \(command)\n")
    }

    @Test(arguments: [
        ["--help"], ["list", "--help"], ["run", "--help"], ["explain", "--help"],
        ["validate", "--help"], ["schema", "--help"], ["verify", "--help"], ["measure", "--help"],
        ["job", "--help"], ["stream", "--help"], ["fidelity", "--help"], ["manual", "--help"],
        ["completions", "--help"],
        ["compare", "--help"], ["dashboards", "--help"], ["report", "--help"],
        ["help", "run"],
    ])
    func `every command has help with an example`(arguments: [String]) {
        let program = TestProgram()
        let status = CommandLineProgram(
            runner: program.runner,
            output: program.output,
            errors: program.errors
        ).run(arguments: arguments)
        #expect(status == .success)
        #expect(program.output.text.contains("bench "))
        #expect(program.output.text.contains("xample"))
        #expect(program.errors.text.isEmpty)
    }

    @Test(arguments: [
        ("json", "{\n"), ("csv", "scenario,cell,"), ("markdown", "## a-1"), ("text", "a-1: "),
    ])
    func `the format of the output is chosen`(format: String, start: String) {
        let program = TestProgram()
        _ = program.run("run", "a-1", "--format", format)
        #expect(program.output.text.hasPrefix(start))
    }

    @Test
    func `every placement is measured, a line for each`() throws {
        let program = TestProgram()
        #expect(program.run("measure", "placement", "--scale", "0.001") == .success)
        let lines = program.output.text.split(separator: "\n")
        #expect(lines.count == 10)
        for line in lines {
            #expect(line.hasPrefix("w=placement ops=1000 name="))
            for figure in ["lookup_p50_ns", "lookup_p99_ns", "build_ns", "bytes", "digest"] {
                #expect(line.contains(" \(figure)="), "\(line)")
            }
        }
    }

    @Test
    func `a small workload is measured`() {
        let program = TestProgram()
        #expect(program.run("measure", "w2", "--scale", "0.002") == .success)
        #expect(program.output.text.hasPrefix("w=w2 ops="))
        #expect(!program.output.text.contains("alloc"))
    }

    @Test
    func `what an operation asks of the allocator is printed, the same each time`() throws {
        let program = TestProgram()
        let status = program.run("measure", "w1", "--scale", "0.01", "--allocations", "--runs", "2")
        #expect(status == .success)
        let lines = program.output.text.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.count == 2)
        let figures = lines.map { $0.filter { $0.hasPrefix("alloc") } }
        for figure in figures {
            try #require(figure.count == 2)
            #expect(figure[0].hasPrefix("allocations_per_op="))
            #expect(figure[1].hasPrefix("allocated_bytes_per_op="))
        }
        // Bytes are those of one thread; allocations are those of tests that run beside it, too.
        #expect(figures[0][1] == figures[1][1])
        #expect(!figures[0][1].hasSuffix("=0.0"))
    }
}
