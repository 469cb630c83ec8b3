import Foundation
import Testing

@testable import bench

/// `bench job` as a user runs it.
struct JobCommandTests {
    private static let functions = ["--map", "word-count", "--reduce", "sum"]

    private func run(
        _ program: TestProgram,
        _ arguments: [String],
        functions: [String] = functions
    ) -> ProgramStatus {
        CommandLineProgram(
            runner: program.runner,
            output: program.output,
            errors: program.errors,
            terminal: program.terminal
        ).run(arguments: ["job"] + functions + arguments)
    }

    private func output(_ arguments: [String]) throws -> [UInt8] {
        let program = TestProgram()
        #expect(run(program, arguments) == .success)
        #expect(program.errors.text.isEmpty)
        return program.output.bytes
    }

    @Test
    func `each format says the same`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/input"
        let bytes = Array("to be, or\nnot \"to be,\" ".utf8) + [0xFF, 0x20] + Array("é\n".utf8)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let tsv = try output(["--format", "tsv", path])
        let lines = ["\"to\t1", "be,\t1", "be,\"\t1", "not\t1", "or\t1", "to\t1", "é\t1"]
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        #expect(tsv == text + [0xFF] + Array("\t1\n".utf8))
        let csv = try output(["--format", "csv", path])
        let rows = [
            "key,value", "\"\"\"to\",1", "\"be,\",1", "\"be,\"\"\",1", "not,1", "or,1", "to,1",
            "é,1",
        ]
        let table = Array((rows.joined(separator: "\r\n") + "\r\n").utf8)
        #expect(csv == table + [0xFF] + Array(",1\r\n".utf8))
        let json = try output(["--format", "json", path])
        let document = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        let results = try #require(document?["results"] as? [[String: Any]])
        let keys = results.map { $0["key"] as? String }
        #expect(keys == ["\"to", "be,", "be,\"", "not", "or", "to", "é", nil])
        #expect(results.last?["key"] as? [String: String] == ["hex": "ff"])
        #expect(results.allSatisfy { $0["value"] as? Int == 1 })
        let counters = document?["counters"] as? [String: Int]
        #expect(counters?["keys"] == 8)
        #expect(counters?["bytes"] == bytes.count)
    }

    @Test
    func `the table shows the greatest, and what was counted`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let words = String(repeating: "often ", count: 1_234) + "\u{1B}[31m twice\ntwice\n"
        let path = try folder.write(words, to: "input")
        let text = String(decoding: try output(["--top", "2", path]), as: UTF8.self)
        #expect(
            text == """
                key    value
                often  1,234
                twice      2
                2 of 3 keys

                bytes read      7,422
                splits              1
                records             2
                bad records         0
                late records        0
                pairs           1,237
                bytes shuffled     25
                distinct keys       3
                spills              0
                bytes spilled       0

                """
        )
        let all = String(decoding: try output([path]), as: UTF8.self)
        #expect(all.contains("\n\\u{1b}[31m      1\n"))
        #expect(try output(["--top", "2", "--sort", "key", path]) == Array(text.utf8))
    }

    @Test
    func `a database has the table that the query of the results expects`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var bytes = Array("b a b zero".utf8)
        bytes += [0x00, 0x20, 0xFE, 0x0A]
        let path = "\(folder.path)/input"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let database = "\(folder.path)/results.db"
        for _ in 0..<2 {
            let arguments = ["--format", "sqlite", "--output", database, "--job-id", "j-1", path]
            #expect(try output(arguments) == [])
        }
        #expect(folder.files == ["input", "results.db"])
        let rows = try SQLiteReader.rows(
            of: """
                SELECT result_key, result_value FROM results WHERE job_id = 'j-1'
                ORDER BY result_value DESC, result_key LIMIT 20
                """,
            in: database
        )
        #expect(rows == ["b|2", "a|1", "7A65726F00|1", "FE|1"])
    }

    @Test
    func `a file is replaced when all is written`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("new\n", to: "input")
        let target = try folder.write("old\n", to: "target")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link",
            withDestinationPath: "target"
        )
        #expect(try output(["--format", "tsv", "--output", "\(folder.path)/link", path]) == [])
        #expect(folder.contents(of: "target") == "new\t1\n")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(
                atPath: "\(folder.path)/link"
            ) == "target"
        )
        #expect(folder.files == ["input", "link", "target"])
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "new\t1\n")
    }

    @Test
    func `what cannot be written leaves the old file and nothing half written`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(String(repeating: "many words ", count: 100_000), to: "input")
        let missing = "\(folder.path)/none/x"
        let wanted = [
            ("/dev/full", "tsv", "no space left"), (missing, "text", "no such directory"),
            (folder.path, "text", "it is a directory"),
            ("/dev/null", "sqlite", "it is no regular file"),
        ]
        for (target, format, reason) in wanted {
            let arguments = ["--output", target, "--format", format]
            let message = "\(target): error: cannot write: \(reason)"
            let program = TestProgram()
            #expect(run(program, arguments + [path]) == .cannotWrite)
            #expect(program.errors.text == message + "\n")
            #expect(folder.files == ["input"])
        }
        let full = CommandLineProgram(
            runner: FakeRunner(),
            output: DescriptorOutput(open("/dev/full", O_WRONLY), name: "standard output"),
            errors: MemoryOutput()
        )
        #expect(full.run(arguments: ["job"] + Self.functions + [path]) == .cannotWrite)
    }

    @Test
    func `an input that fails leaves the old file, and its own exit code`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("words\n", to: "input")
        let target = try folder.write("old\n", to: "target")
        let damaged = "\(folder.path)/damaged"
        try Data([0x1F, 0x8B, 0x08, 0x00]).write(to: URL(fileURLWithPath: damaged))
        let wanted: [(String, ProgramStatus, String)] = [
            ("\(folder.path)/none", .cannotRead, "cannot read the file: no such file"),
            (folder.path, .cannotRead, "cannot read the file: it is a directory"),
            (damaged, .badData, "the gzip data end too early"),
        ]
        for (input, status, message) in wanted {
            let program = TestProgram()
            #expect(run(program, ["--output", target, path, input]) == status)
            #expect(program.errors.text == "\(input): error: \(message)\n")
            #expect(folder.contents(of: "target") == "old\n")
            #expect(folder.files == ["damaged", "input", "target"])
        }
    }

    @Test(arguments: [
        ["--mappers", "0", "a"], ["--reducers", "1025", "a"], ["--top", "0", "a"],
        ["--memory", "1023KiB", "a"], ["--memory", "lots", "a"], ["--memory", "-1MiB", "a"],
        ["--format", "sqlite", "a"], ["--format", "xml", "a"], ["--sort", "size", "a"],
        ["-", "-"], [], ["--bad-records", "ignore", "a"],
        ["--memory", "9223372036854775807GiB", "a"],
    ])
    func `a wrong command line is told before anything is read`(arguments: [String]) {
        let program = TestProgram()
        #expect(run(program, arguments) == .usage)
        #expect(program.output.text.isEmpty)
        #expect(program.errors.text.contains("Error: "))
    }

    @Test
    func `an unknown function is answered with the nearest one`() {
        let program = TestProgram()
        let functions = ["--map", "word-cuont", "--reduce", "sum"]
        #expect(run(program, ["a"], functions: functions) == .usage)
        #expect(program.errors.text.contains("did you mean 'word-count'?"))
    }

    @Test(arguments: [
        (["--k", "3"], "Neither 'word-count' nor 'sum' has a parameter --k."),
        (["--window", "5m"], "need --time"), (["--time", "hdfs"], "need --window or --session"),
        (["--window", "5m", "--session", "1m", "--time", "hdfs"], "exclude each other"),
        (["--session", "5m", "--slide", "1m", "--time", "hdfs"], "--slide goes with --window"),
        (["--window", "5m", "--time", "syslog"], "needs --year, from 1 to 9999"),
        (["--window", "0s", "--time", "hdfs"], "--window is 0s; it must be above 0."),
        (["--window", "1m", "--slide", "2m", "--time", "hdfs"], "it must be at most --window"),
        (["--window", "soon", "--time", "hdfs"], "'soon' is invalid"),
    ])
    func `parameters and windows that do not fit are told`(arguments: [String], message: String) {
        let program = TestProgram()
        #expect(run(program, arguments + ["a"]) == .usage)
        #expect(program.errors.text.contains(message), "\(program.errors.text)")
    }

    @Test(arguments: ["0s", "500ms", "90s", "5m", "2h", "1d"])
    func `durations are read and shown`(text: String) {
        #expect(RealDuration(argument: text)?.description == text)
    }

    @Test(arguments: [
        ("64B", 64), ("1KiB", 1 << 10), ("512MiB", 512 << 20), ("2GiB", 2 << 30),
    ])
    func `sizes are read and shown`(text: String, bytes: Int) {
        #expect(ByteSize(argument: text)?.bytes == bytes)
        #expect(ByteSize(bytes: bytes).description == text)
    }
}
