import Foundation
import Scenarios
import Testing

@testable import bench

/// Reads a database, and prints whether it is whole, and how many rows each table has.
private let reader = """
    import sqlite3, sys
    database = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True)
    print(database.execute('PRAGMA integrity_check').fetchone()[0])
    for name in ('runs', 'jobs', 'tasks', 'results', 'requests', 'faults', 'events'):
        print(name, database.execute(f'SELECT count(*) FROM {name}').fetchone()[0])
    """

/// Runs only when asked to: it needs Python.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct DatabaseReaderTests {
    /// 10,000 requests and three crashes from A-3; five jobs of four map and two reduce tasks each
    /// from M-1, as their files say.
    @Test
    func `python's sqlite3 finds the runs whole`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/runs.db"
        let program = CommandLineProgram(
            runner: ScenarioRunner(),
            output: MemoryOutput(),
            errors: MemoryOutput()
        )
        let arguments = ["run", "--quiet", "a-3", "m-1-word-count", "--database", path]
        #expect(program.run(arguments: arguments) == .success)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", reader, path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(lines.first == "ok")
        for line in ["runs 2", "requests 10000", "jobs 5", "tasks 30", "faults 3"] {
            #expect(lines.contains(line), "\(line): \(lines)")
        }
    }
}
