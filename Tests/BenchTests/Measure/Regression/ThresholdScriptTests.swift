import Foundation
import Testing

/// The script behind `make benchmark-check`, with programs in the place of BenchmarkTool and of
/// callgrind that say what a test wants.
struct ThresholdScriptTests {
    private static let script =
        "/" + #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
        + "/Sources/bench/Benchmarks/thresholds"

    /// Writes what callgrind writes, for as many instructions as the name of the benchmark has in
    /// the environment.
    private static let callgrind = """
        #!/usr/bin/env bash
        for argument in "$@"; do
          case $argument in --callgrind-out-file=*) file=${argument#*=} ;; esac
          name=$argument
        done
        printf 'events: Ir\\nsummary: %s\\n' "${!name}" >"$file"
        """

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func program(_ text: String, called name: String) throws -> String {
        let path = try folder.write(text + "\n", to: name)
        let executable: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        try FileManager.default.setAttributes(executable, ofItemAtPath: path)
        return path
    }

    private func threshold(_ name: String, _ instructions: Int?) throws {
        let last = instructions.map { ",\n  \"instructions\" : \($0)" } ?? ""
        _ = try folder.write(
            "{\n  \"allocations\" : 7\(last)\n}\n",
            to: "RegressionBenchmarks.\(name).p90.json"
        )
    }

    private func run(
        _ operation: String,
        counting counts: [String: Int],
        tool: String = "exit 0"
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "bash", Self.script, operation, folder.path,
            try program("#!/usr/bin/env bash\n\(tool)", called: "tool"),
            try program("", called: "RegressionBenchmarks"),
        ]
        var environment = counts.mapValues(String.init)
        environment["PATH"] = "/usr/bin:/bin"
        environment["VALGRIND"] = try program(Self.callgrind, called: "callgrind")
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test(arguments: [
        (1_000_000, 0, "one: 1000000 instructions, 1.0000 times the threshold"),
        (1_020_000, 0, "one: 1020000 instructions, 1.0200 times the threshold"),
        (980_000, 0, "one: 980000 instructions, 0.9800 times the threshold"),
        (1_020_001, 1, "one: more instructions: 1000000 -> 1020001, 1.0200 times"),
        (979_999, 1, "one: fewer instructions: 1000000 -> 979999, 0.9800 times"),
    ])
    func `instructions may differ by two hundredths, and no more`(
        count: Int,
        status: Int32,
        line: String
    ) throws {
        defer { folder.remove() }
        try threshold("one", 1_000_000)
        try threshold("two", 500)
        let result = try run("check", counting: ["one": count, "two": 500])
        #expect(result.status == status, "\(result.output)")
        #expect(result.output.contains(line), "\(result.output)")
        #expect(result.output.contains("two: 500 instructions, 1.0000 times the threshold"))
    }

    @Test
    func `what the library finds fails, and instructions are looked at all the same`() throws {
        defer { folder.remove() }
        try threshold("one", 100)
        for status in [2, 3, 4] as [Int32] {
            let result = try run("check", counting: ["one": 100], tool: "exit \(status)")
            #expect(result.status == status)
            #expect(result.output.contains("one: 100 instructions"))
        }
        #expect(try run("check", counting: ["one": 200], tool: "exit 2").status == 1)
    }

    @Test
    func `nothing is passed over in silence`() throws {
        defer { folder.remove() }
        let empty = try run("check", counting: [:])
        #expect(empty.status != 0)
        #expect(empty.output.contains("has no thresholds of RegressionBenchmarks"))
        try threshold("one", nil)
        let lacking = try run("check", counting: ["one": 100])
        #expect(lacking.status == 1)
        #expect(lacking.output.contains("one: no threshold of instructions"))
        try threshold("one", 100)
        let idle = try run("check", counting: ["one": 0])
        #expect(idle.status == 1)
        #expect(idle.output.contains("one: no instruction was counted"))
        #expect(try run("compare", counting: ["one": 100]).status == 64)
    }

    @Test
    func `counts are written as the check reads them`() throws {
        defer { folder.remove() }
        let file = "\(folder.path)/RegressionBenchmarks.one.p90.json"
        let tool = """
            printf '{\\n  "allocations" : 7,\\n  "allocationsModulo1000" : 7,\\n  "wallClock" : 9\\n}' \
              >'\(file)'
            """
        #expect(try run("update", counting: ["one": 123], tool: tool).status == 0)
        #expect(
            folder.contents(of: "RegressionBenchmarks.one.p90.json") == """
                {
                  "allocations" : 7,
                  "allocationsModulo1000" : 7,
                  "instructions" : 123
                }

                """
        )
        #expect(try run("check", counting: ["one": 123]).status == 0)
    }
}
