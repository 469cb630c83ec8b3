import Foundation
import Scenarios
import Testing

@testable import bench

/// What `bench run --database` writes.
struct RunDatabaseTests {
    private static func inFolder(_ body: (TemporaryFolder) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try body(folder)
    }

    /// Runs scenarios for real.
    private static func run(_ arguments: [String]) -> (status: ProgramStatus, errors: String) {
        let errors = MemoryOutput()
        let program = CommandLineProgram(
            runner: ScenarioRunner(),
            output: MemoryOutput(),
            errors: errors
        )
        return (program.run(arguments: ["run", "--quiet"] + arguments), errors.text)
    }

    /// The counts of the published oracle of A-1.
    @Test
    func `every request is a row, and the rows of a server are as many as the oracle says`() throws
    {
        try Self.inFolder { folder in
            let path = "\(folder.path)/a-1.db"
            #expect(Self.run(["a-1", "--database", path]).status == .success)
            let counts = try SQLiteReader.rows(
                of: """
                    SELECT server, count(*) FROM requests WHERE status = 200
                    GROUP BY server ORDER BY server
                    """,
                in: path
            )
            #expect(counts == ["Server 1|8439", "Server 2|484", "Server 3|1077"])
            let figures = try SQLiteReader.rows(
                of: "SELECT value FROM figures WHERE metric = 'requests.sent' AND labels = ''",
                in: path
            )
            #expect(figures == ["10000"])
            let late = try SQLiteReader.rows(
                of: "SELECT count(*) FROM requests WHERE latency_ns IS NOT ended_ns - due_ns",
                in: path
            )
            #expect(late == ["0"])
            let checks = "SELECT count(*), min(held) FROM checks WHERE kind = 'expectation'"
            let held = try SQLiteReader.rows(of: checks, in: path)[0]
            #expect(held.hasSuffix("|1") && !held.hasPrefix("0|"))
        }
    }

    @Test
    func `two outputs are not written to one file, nor over what is followed`() throws {
        try Self.inFolder { folder in
            let path = "\(folder.path)/file"
            let both = Self.run(["a-1", "--record", path, "--trace", path])
            #expect(both.status == .usage)
            #expect(both.errors.contains("Two files would be written to \(path)"))
            #expect(folder.files == [])
            let small = ["--set", "workload.0.requests.count=10", "--set", "expect=[]"]
            #expect(Self.run(["a-1", "--record", path] + small).status == .success)
            let other = "\(folder.path)/./file"
            let over = Self.run(["--replay", path, "--trace", other])
            #expect(over.status == .usage)
            #expect(over.errors.contains("What --replay follows would be overwritten"))
        }
    }

    @Test
    func `each run of a matrix and each scenario is a run`() throws {
        try Self.inFolder { folder in
            let path = "\(folder.path)/runs.db"
            #expect(Self.run(["a-2", "a-1", "--database", path]).status == .success)
            let runs = "SELECT run_id, scenario, cell FROM runs ORDER BY run_id"
            let found = try SQLiteReader.rows(of: runs, in: path)
            #expect(found.first == "1|a-2|0")
            #expect(found.last == "\(found.count)|a-1|0")
            let sent = try SQLiteReader.rows(
                of: """
                    SELECT count(*) FROM runs WHERE
                    (SELECT count(*) FROM requests WHERE requests.run_id = runs.run_id)
                    = (SELECT value FROM figures WHERE figures.run_id = runs.run_id
                        AND metric = 'requests.sent' AND labels = '')
                    """,
                in: path
            )
            #expect(sent == ["\(found.count)"])
        }
    }

    @Test
    func `messages from logs of producers are requests, too`() throws {
        try Self.inFolder { folder in
            let path = "\(folder.path)/runs.db"
            #expect(Self.run(["q-1-2p2c", "--database", path]).status == .success)
            let rows = try SQLiteReader.rows(
                of: """
                    SELECT
                        (SELECT count(*) FROM requests AS r
                            WHERE r.run_id = runs.run_id AND kind = 'message')
                        = (SELECT value FROM figures AS f
                            WHERE f.run_id = runs.run_id AND labels = ''
                            AND metric = 'logs.sent'),
                        (SELECT count(*) FROM requests AS r
                            WHERE r.run_id = runs.run_id AND kind = 'message'
                            AND error IS NULL AND request_key != '')
                        = (SELECT value FROM figures AS f
                            WHERE f.run_id = runs.run_id AND labels = ''
                            AND metric = 'logs.acknowledged')
                    FROM runs
                    """,
                in: path
            )
            #expect(!rows.isEmpty && rows.allSatisfy { $0 == "1|1" })
        }
    }

    /// The queries that the original's guide to trouble has, but for `EXTRACT`.
    @Test
    func `the queries of the original answer`() throws {
        try Self.inFolder { folder in
            let path = "\(folder.path)/jobs.db"
            #expect(Self.run(["m-1-word-count", "--database", path]).status == .success)
            let tasks = """
                SELECT task_type, status, COUNT(*) FROM tasks WHERE job_id = 'words-1'
                GROUP BY task_type, status
                """
            let counts = try SQLiteReader.rows(of: tasks, in: path)
            #expect(counts.count == 2 && counts.allSatisfy { $0.contains("|COMPLETED|") })
            let slowest = """
                SELECT task_id, duration_sec FROM task_durations
                WHERE job_id = 'words-1' AND status = 'COMPLETED'
                ORDER BY duration_sec DESC LIMIT 5
                """
            #expect(try SQLiteReader.rows(of: slowest, in: path).count == 5)
            let failed = """
                SELECT task_id, error_message, retry_count FROM tasks WHERE status = 'FAILED'
                ORDER BY created_at DESC LIMIT 10
                """
            #expect(try SQLiteReader.rows(of: failed, in: path).isEmpty)
        }
    }

    @Test
    func `the greatest seed is kept to the last digit`() throws {
        try Self.inFolder { folder in
            let path = "\(folder.path)/runs.db"
            let seed = String(UInt64.max)
            _ = Self.run(["a-1", "--seed", seed, "--database", path])
            let rows = try SQLiteReader.rows(of: "SELECT seed FROM runs", in: path)
            #expect(rows == [seed])
        }
    }

    @Test
    func `a trace has every request, and goes with a single scenario`() throws {
        try Self.inFolder { folder in
            let path = "\(folder.path)/trace.json"
            #expect(Self.run(["a-1", "--trace", path]).status == .success)
            let text = try #require(folder.contents(of: "trace.json"))
            #expect(text.components(separatedBy: "\"ph\": \"b\"").count - 1 == 10_000)
            #expect(Self.run(["a-1", "a-2", "--trace", path]).status == .usage)
            #expect(Self.run(["a-1", "--trace", "\(folder.path)/x/y"]).status == .cannotWrite)
        }
    }

    @Test
    func `a file that cannot be one is refused before anything runs`() throws {
        let (status, errors) = Self.run(["a-1", "--database", "/dev/null"])
        #expect(status == .cannotWrite)
        #expect(errors.contains("it is no regular file"))
    }

    @Test
    func `a run that could not be made leaves the file as it was`() throws {
        try Self.inFolder { folder in
            let path = try folder.write("mine", to: "runs.db")
            #expect(Self.run(["a-0", "--database", path]).status != .success)
            #expect(folder.contents(of: "runs.db") == "mine")
            #expect(folder.files == ["runs.db"])
        }
    }
}
