import Foundation
import Testing

@testable import bench

/// The shell script that the README shows for continuous integration, run as it stands there.
struct ReadmeComparisonTests {
    private let script: String

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
        let readme = try String(contentsOfFile: "/\(root)/README.md", encoding: .utf8)
        let section = try #require(
            readme.components(separatedBy: "## In continuous integration\n").dropFirst().first
        ).components(separatedBy: "\n## ")[0]
        let blocks = section.components(separatedBy: "```sh\n").dropFirst()
        script = try #require(blocks.first).components(separatedBy: "```")[0]
    }

    /// Runs the script where `results` is, on one scenario that takes little time.
    private func run(in folder: TemporaryFolder) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let programs = (BenchProgram.path as NSString).deletingLastPathComponent
        process.environment = [
            "PATH": "\(programs):/usr/bin:/bin", "SCENARIOS": "a-1", "TMPDIR": folder.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test
    func `the script of the README finds what moved, and nothing where nothing did`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let empty = try run(in: folder)
        #expect(empty.status == 66)
        let made = folder.files.first { $0.hasSuffix("/a-1") }
        let new = try #require(made)
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/results",
            withIntermediateDirectories: false
        )
        try FileManager.default.copyItem(
            atPath: "\(folder.path)/\(new)",
            toPath: "\(folder.path)/results/a-1"
        )
        let same = try run(in: folder)
        #expect(same.status == 0)
        #expect(same.output.contains("the same to the last digit"))
        let text = try #require(folder.contents(of: "results/a-1/result.json"))
        let old = #""unit": "count", "value": 8439}"#
        try #require(text.contains(old))
        let planted = text.replacing(old, with: old.replacing("8439", with: "8440"))
        _ = try folder.write(planted, to: "results/a-1/result.json")
        let changed = try run(in: folder)
        #expect(changed.status == 2)
        #expect(changed.output.contains("Server 1"))
        #expect(folder.files.contains { $0.hasSuffix("/a-1/junit.xml") })
    }
}
