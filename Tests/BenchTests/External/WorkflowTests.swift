import Foundation
import Testing

/// Prints the commands of every step of a workflow that has some.
private let reader = """
    import sys, yaml
    workflow = yaml.safe_load(sys.stdin)
    # YAML 1.1 reads the key "on" as a truth value.
    assert set(workflow) == {"name", True, "permissions", "jobs"}, list(workflow)
    for job in workflow["jobs"].values():
        assert job["container"].startswith("swift:"), job
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), step
            for line in step.get("run", "").splitlines():
                print(line)
    """

/// Runs only when asked to: it needs Python with its `yaml`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct WorkflowTests {
    private func file(_ path: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return try String(contentsOfFile: "/\(root)/\(path)", encoding: .utf8)
    }

    @Test
    func `the steps of the workflow are targets of the Makefile, and a comparison`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", reader]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(try file(".github/workflows/regression.yml").utf8))
        try input.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let commands = String(decoding: data, as: UTF8.self).split(separator: "\n")
        let targets = commands.filter { $0.hasPrefix("make ") }.map { $0.dropFirst(5) }
        #expect(targets == ["install-dependencies", "release", "new-results"])
        let makefile = try file("Makefile")
        for target in targets { #expect(makefile.contains("\n\(target):"), "\(target)") }
        #expect(commands.last?.contains("bench compare results .build-external/results ") == true)
    }
}
