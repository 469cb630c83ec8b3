import Foundation
import Scenarios
import Testing

@testable import bench

/// `bench report` and `bench dashboards`, on what `bench run --output` saved.
struct ReportCommandTests {
    /// A folder with the reports of a run.
    private static func inResults(_ body: (TemporaryFolder) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = TestProgram()
        #expect(program.run("run", "a-1", "--quiet", "--output", folder.path) != .badData)
        try body(folder)
    }

    private static func printed(_ arguments: [String]) -> (text: String, status: ProgramStatus) {
        let output = MemoryOutput()
        let program = CommandLineProgram(
            runner: FakeRunner(),
            output: output,
            errors: MemoryOutput()
        )
        let status = program.run(arguments: arguments)
        return (output.text, status)
    }

    @Test(arguments: ReportOptions.Format.allCases)
    func `every format of a saved result is that of the run`(format: ReportOptions.Format) throws {
        try Self.inResults { folder in
            let run = Self.printed(["run", "a-1", "--format", format.rawValue])
            let again = Self.printed(["report", "\(folder.path)/a-1", "--format", format.rawValue])
            #expect(again.status == .success)
            #expect(again.text == run.text)
            #expect(!again.text.isEmpty)
        }
    }

    @Test
    func `reports that are written again have the same bytes`() throws {
        try Self.inResults { folder in
            let files = folder.files
            let before = files.map { folder.contents(of: $0) }
            let path = "\(folder.path)/a-1/result.json"
            let again = Self.printed(["report", path, "--output", folder.path])
            #expect(again.status == .success)
            #expect(again.text.isEmpty)
            #expect(folder.files == files)
            #expect(files.map { folder.contents(of: $0) } == before)
        }
    }

    @Test(arguments: CSVTable.allCases)
    func `each table of CSV begins with its columns`(table: CSVTable) throws {
        try Self.inResults { folder in
            let path = "\(folder.path)/a-1"
            let arguments = ["report", path, "--format", "csv", "--table", table.rawValue]
            let printed = Self.printed(arguments)
            #expect(printed.status == .success)
            #expect(printed.text.hasPrefix("scenario,cell,"))
        }
    }

    @Test(
        arguments: [
            (["report", "missing"], ProgramStatus.cannotRead), (["report"], .usage),
            (["report", "missing", "--format", "pdf"], .usage),
            (["report", "missing", "--table", "series"], .usage),
            (["report", "missing", "--format", "csv", "--table", "rows"], .usage),
            (["dashboards"], .usage), (["dashboards", "missing", "--output", "x"], .cannotRead),
            (["dashboards", "--output", "/dev/null/x"], .cannotWrite),
        ] as [([String], ProgramStatus)]
    )
    func `what cannot be done has its status`(arguments: [String], status: ProgramStatus) {
        #expect(Self.printed(arguments).status == status)
    }

    @Test
    func `a file that is no result is refused`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("{}", to: "result.json")
        #expect(Self.printed(["report", path]).status == .badData)
    }

    @Test
    func `there is a file for each dashboard, over the time of the result`() throws {
        try Self.inResults { folder in
            let output = "\(folder.path)/dashboards"
            let arguments = ["dashboards", "\(folder.path)/a-1", "--output", output]
            #expect(Self.printed(arguments).status == .success)
            for dashboard in Dashboard.all {
                let text = try #require(folder.contents(of: "dashboards/\(dashboard.name).json"))
                #expect(text.contains("\"2024-01-01T00:00:05Z\""))
                #expect(text.contains("\"value\": \"a-1\""))
            }
        }
    }
}
