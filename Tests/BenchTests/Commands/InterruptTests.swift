import Foundation
import Testing

/// The program itself, stopped in the middle of a job.
struct InterruptTests {
    @Test(arguments: [(SIGINT, 130, false), (SIGTERM, SIGTERM, true)] as [(Int32, Int32, Bool)])
    func `an interrupted job leaves the old output and nothing half written`(
        signal: Int32,
        status: Int32,
        isSignal: Bool
    ) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let target = try folder.write("old\n", to: "target")
        let pipe = "\(folder.path)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BenchProgram.path)
        process.arguments = [
            "job", "--map", "word-count", "--reduce", "sum", "--output", target, pipe,
        ]
        try process.run()
        // This waits until the program reads, with its output begun.
        let writer = try #require(FileHandle(forWritingAtPath: pipe))
        let name = "target.\(process.processIdentifier).partial"
        #expect(folder.files == ["pipe", "target", name])
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        try writer.close()
        #expect(process.terminationStatus == status)
        #expect((process.terminationReason == .uncaughtSignal) == isSignal)
        #expect(folder.files == ["pipe", "target"])
        #expect(folder.contents(of: "target") == "old\n")
    }

    @Test
    func `standard input is an input like others`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("b a\nb\n", to: "input")
        for command in ["\"$1\" job $2 - < \"$3\"", "cat \"$3\" | \"$1\" job $2 -"] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            let options = "--map word-count --reduce sum --format tsv"
            process.arguments = ["-c", command, "sh", BenchProgram.path, options, path]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(String(decoding: data, as: UTF8.self) == "a\t1\nb\t2\n")
        }
    }
}
