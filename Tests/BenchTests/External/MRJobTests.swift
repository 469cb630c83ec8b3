import Foundation
import Testing

/// A job of mrjob's whose steps are commands.
private let script = """
    import os
    from mrjob.job import MRJob

    STEP = os.environ['BENCH'] + ' stream %s ' + os.environ['FUNCTIONS']

    class Job(MRJob):
        def mapper_cmd(self):
            return STEP % 'map'

        def combiner_cmd(self):
            return os.environ.get('COMBINER') or STEP % 'combine'

        def reducer_cmd(self):
            return os.environ.get('REDUCER') or STEP % 'reduce'

    if __name__ == '__main__':
        Job.run()
    """

/// The steps of `bench stream` under PyPI's mrjob, which keeps the contract of Hadoop Streaming.
///
/// Runs only when asked to: it needs Python with its `mrjob`. One job runs at a time, with a folder
/// of its own for what mrjob keeps: mrjob names its folder by the time and removes one that has the
/// name already.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct MRJobTests {
    private struct Outcome {
        let status: Int32
        let lines: [String]
        let errors: String
    }

    /// Runs a program with no signal blocked: `Process` passes on the mask of its thread, and the
    /// pool of mrjob could not end its workers after a step that failed.
    private static let unblocking = """
        import os, signal, sys
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        os.execvp(sys.argv[1], sys.argv[1:])
        """

    private func run(
        _ program: String,
        _ arguments: [String],
        _ variables: [String: String] = [:]
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.unblocking, program] + arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["LC_ALL": "C"]) { $1 }
            .merging(variables) { $1 }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let errors = "\(folder.path)/errors"
        _ = FileManager.default.createFile(atPath: errors, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: errors)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            lines: String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
                .sorted(),
            errors: folder.contents(of: "errors") ?? ""
        )
    }

    private func runJob(
        _ files: [String],
        in folder: TemporaryFolder,
        functions: String,
        _ variables: [String: String] = [:]
    ) throws -> Outcome {
        let job = try folder.write(script, to: "job.py")
        let settings = [
            "BENCH": BenchProgram.path, "FUNCTIONS": functions, "TMPDIR": folder.path,
        ]
        return try run(
            "python3",
            [job, "-r", "local", "--no-conf"] + files,
            settings.merging(variables) { $1 }
        )
    }

    private func inputs(in folder: TemporaryFolder) throws -> [String] {
        try (1...3).map { number in
            let words = (0..<5_000).map { "word\($0 * number % 701) \($0 % 13)\n" }
            return try folder.write(words.joined(), to: "input\(number)")
        }
    }

    /// The frequencies by coreutils, as mrjob prints them.
    private func frequencies(of files: [String]) throws -> [String] {
        let count = """
            cat "$@" | tr -s '[:space:]' '\\n' | grep -av '^$' | sort | uniq -c |
              sed 's/^ *\\([0-9]*\\) \\(.*\\)$/\\2\\t\\1/'
            """
        return try run("sh", ["-c", count, "sh"] + files).lines
    }

    @Test
    func `mrjob counts words with the three steps as coreutils do`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let files = try inputs(in: folder)
        let functions = "--map word-count --reduce sum"
        let outcome = try runJob(files, in: folder, functions: functions)
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines == (try frequencies(of: files)))
        #expect(outcome.errors.contains("map-input-records=15000"))
        #expect(outcome.errors.contains("map-output-records=30000"))
    }

    @Test
    func `another program reads what map and combine write`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let files = try inputs(in: folder)
        let sum = #"awk -F'\t' '{n[$1]+=$2} END {for (k in n) print k"\t"n[k]}'"#
        let functions = "--map word-count --reduce sum"
        let outcome = try runJob(files, in: folder, functions: functions, ["REDUCER": sum])
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines == (try frequencies(of: files)))
    }

    @Test
    func `accumulators cross from combiner to reducer`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let files = try inputs(in: folder)
        for reduce in ["mean", "count", "max"] {
            let functions = "--map word-count --reduce \(reduce)"
            let combined = try runJob(files, in: folder, functions: functions)
            let plain = try runJob(files, in: folder, functions: functions, ["COMBINER": "cat"])
            // Where one fails, what it says of itself comes before its lines.
            try #require(plain.status == 0, "\(reduce) without combiner: \(plain.errors)")
            try #require(combined.status == 0, "\(reduce): \(combined.errors)")
            #expect(combined.lines.count == 701 + 13)
            #expect(combined.lines == plain.lines)
        }
    }

    @Test
    func `a step that fails fails the job`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let files = try inputs(in: folder)
        let functions = "--map word-count --reduce sum --bad-records fail"
        let outcome = try runJob(
            files,
            in: folder,
            functions: functions,
            ["COMBINER": "sed s/1$/x/"]
        )
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("is no value of the reduce function"))
    }
}
