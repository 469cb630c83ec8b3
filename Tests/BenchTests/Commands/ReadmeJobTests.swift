import Foundation
import Testing

@testable import bench

/// The job that the README shows.
struct ReadmeJobTests {
    private let blocks: [String]
    private let functions = ["--map", "word-count", "--reduce", "sum"]

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let readme = try String(contentsOfFile: "/\(root)/README.md", encoding: .utf8)
        let section = try #require(
            readme.components(separatedBy: "## MapReduce on real files\n").dropFirst().first
        ).components(separatedBy: "\n## ")[0]
        blocks = section.components(separatedBy: "```text\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        try #require(blocks.count == 3, "the file, the table, and the lines of the stream")
    }

    @Test
    func `the table is that of the job`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(blocks[0], to: "hamlet.txt")
        let program = TestProgram()
        let arguments = ["job"] + functions + ["--top", "4", path]
        let status = CommandLineProgram(
            runner: program.runner,
            output: program.output,
            errors: program.errors
        ).run(arguments: arguments)
        #expect(status == .success)
        #expect(program.output.text.hasPrefix(blocks[1] + "\n"), "\(program.output.text)")
    }

    @Test
    func `the lines are those of the three steps`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var text = blocks[0]
        for step in ["map", "combine", "reduce"] {
            let path = try folder.write(text, to: "input")
            let handle = try #require(FileHandle(forReadingAtPath: path))
            let output = MemoryOutput()
            let program = CommandLineProgram(
                runner: FakeRunner(),
                output: output,
                errors: MemoryOutput(),
                input: handle.fileDescriptor
            )
            #expect(program.run(arguments: ["stream", step] + functions) == .success)
            let lines = output.text.split(separator: "\n").sorted {
                $0.utf8.lexicographicallyPrecedes($1.utf8)
            }
            text = lines.map { $0 + "\n" }.joined()
        }
        let shown = text.split(separator: "\n").filter { $0.hasPrefix("t") }
        let blanks = shown.map { $0.replacingOccurrences(of: "\t", with: " ") + "\n" }
        #expect(blanks.joined() == blocks[2])
    }
}
