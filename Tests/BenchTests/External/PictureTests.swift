import Foundation
import Testing

/// The pictures of the README, drawn again from what the program prints.
///
/// Runs only when asked to: it needs Python.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct PictureTests {
    @Test
    func `the committed pictures are of what the program prints now`() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "\(root)/docs/pictures/draw.py", BenchProgram.path, folder.path,
        ]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let names = folder.files
        #expect(names == ["a-1.svg", "broken.svg", "mistyped.svg"])
        for name in names {
            let path = "\(root)/docs/pictures/\(name)"
            let committed = try String(contentsOfFile: path, encoding: .utf8)
            #expect(folder.contents(of: name) == committed, "make pictures draws \(name) again")
        }
    }
}
