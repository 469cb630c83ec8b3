import Foundation
import Scenarios
import Testing

@testable import bench

struct CompareCommandTests {
    /// A folder with the results of two scenarios below `base` and `new`, which are the same.
    private func prepare() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for side in ["base", "new"] {
            let program = TestProgram()
            _ = program.run("run", "a-1", "a-2", "--quiet", "--output", "\(folder.path)/\(side)")
        }
        return folder
    }

    /// As the committed results do, which have those of fidelity beside them.
    @Test
    func `results of another format in a folder are left aside, and broken ones are not`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        let (base, new) = ("\(folder.path)/base", "\(folder.path)/new")
        try FileManager.default.createDirectory(
            atPath: "\(base)/fidelity",
            withIntermediateDirectories: false
        )
        _ = try folder.write(
            #"{"format": "cluster-simulator/fidelity", "version": 1}"#,
            to: "base/fidelity/result.json"
        )
        #expect(TestProgram().run("compare", base, new) == .success)
        _ = try folder.write(#"{"format": "clu"#, to: "base/fidelity/result.json")
        #expect(TestProgram().run("compare", base, new) == .badData)
        _ = try folder.write("{}", to: "base/fidelity/result.json")
        #expect(TestProgram().run("compare", base, new) == .badData)
    }

    /// Changes one figure of a saved result.
    private func plant(_ folder: TemporaryFolder, in file: String) throws {
        let old = #""labels": {"server": "Server 2"}, "unit": "count", "value": 2}"#
        let text = try #require(folder.contents(of: file))
        try #require(text.contains(old))
        let new = old.replacing("value\": 2", with: "value\": 3")
        _ = try folder.write(text.replacing(old, with: new, maxReplacements: 1), to: file)
    }

    private func files(_ folder: TemporaryFolder) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: folder.files.compactMap { name in
                folder.contents(of: name).map { (name, $0) }
            }
        )
    }

    @Test
    func `results that are the same are 0`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        for path in ["", "/a-1", "/a-1/", "/a-1/result.json"] {
            let program = TestProgram()
            let status = program.run(
                "compare",
                "\(folder.path)/base\(path)",
                "\(folder.path)/new\(path)"
            )
            #expect(status == .success)
            #expect(program.output.text.contains("the same to the last digit"))
            #expect(program.errors.text.isEmpty)
        }
    }

    @Test(arguments: ["text", "markdown", "json"])
    func `a planted change of one figure is 2, and the table names it`(format: String) throws {
        let folder = try prepare()
        defer { folder.remove() }
        try plant(folder, in: "new/a-1/result.json")
        let program = TestProgram()
        let (base, new) = ("\(folder.path)/base", "\(folder.path)/new")
        let status = program.run("compare", base, new, "--format", format)
        #expect(status == .changed && status.rawValue == 2)
        let text = program.output.text.replacing("\\", with: "")
        #expect(text.contains("requests.completed{server="), "\(text)")
        #expect(text.contains("Server 2"))
        #expect(format == "json" || text.contains("+1 (+50.00%)"), "\(text)")
        #expect(format == "json" || text.contains("1 of 2 scenarios changed"), "\(text)")
        #expect(!text.contains(folder.path))
    }

    @Test
    func `what was accepted is the base from then on, every file of it`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        try plant(folder, in: "new/a-1/result.json")
        _ = try folder.write("another report", to: "new/a-1/report.txt")
        _ = try folder.write("a log", to: "base/a-1/access.log")
        let (base, new) = ("\(folder.path)/base", "\(folder.path)/new")
        let program = TestProgram()
        #expect(program.run("compare", base, new, "--accept") == .success)
        #expect(program.output.text.contains("requests.completed{server="))
        #expect(program.errors.text.contains("accepted: 2 files written"))
        #expect(program.errors.text.contains("access.log: kept"))
        #expect(TestProgram().run("compare", base, new) == .success)
        for name in folder.files where name.hasPrefix("new/") {
            let other = "base/\(name.dropFirst("new/".count))"
            #expect(folder.contents(of: other) == folder.contents(of: name))
        }
        #expect(folder.contents(of: "base/a-1/access.log") == "a log")
        #expect(!folder.files.contains { $0.hasSuffix(".partial") })
    }

    @Test
    func `nothing is half written where a file cannot be`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        try plant(folder, in: "new/a-1/result.json")
        let new = try #require(folder.contents(of: "new/a-2/result.json"))
        _ = try folder.write(
            new.replacing(#""seed": 42"#, with: #""seed": 43"#),
            to: "new/a-2/result.json"
        )
        _ = try folder.write("another report", to: "new/a-2/report.txt")
        try FileManager.default.removeItem(atPath: "\(folder.path)/base/a-2/report.txt")
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/base/a-2/report.txt/in-the-way",
            withIntermediateDirectories: true
        )
        let before = files(folder)
        let program = TestProgram()
        let status = program.run(
            "compare",
            "\(folder.path)/base",
            "\(folder.path)/new",
            "--accept"
        )
        #expect(status == .cannotWrite)
        #expect(program.errors.text.contains("report.txt: error: cannot write: it is a directory"))
        #expect(files(folder) == before)
        #expect(!folder.files.contains { $0.hasSuffix(".partial") })
    }

    /// The superuser may write everywhere.
    @Test(.enabled(if: geteuid() != 0))
    func `nothing is written into a folder that is read-only`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        try plant(folder, in: "new/a-1/result.json")
        let base = "\(folder.path)/base/a-1"
        chmod(base, 0o555)
        defer { chmod(base, 0o755) }
        let before = files(folder)
        let program = TestProgram()
        #expect(program.run("compare", base, "\(folder.path)/new/a-1", "--accept") == .cannotWrite)
        #expect(files(folder) == before)
    }

    @Test
    func `scenarios that one side lacks are told, and are changes`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        try FileManager.default.removeItem(atPath: "\(folder.path)/new/a-2")
        let (base, new) = ("\(folder.path)/base", "\(folder.path)/new")
        let less = TestProgram()
        #expect(less.run("compare", base, new) == .changed)
        let summary = less.output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(summary.contains("not in the new results: a-2"))
        let kept = TestProgram()
        #expect(kept.run("compare", base, new, "--accept") == .changed)
        #expect(kept.errors.text.contains("base/a-2: kept"))
        let more = TestProgram()
        #expect(more.run("compare", new, base) == .changed)
        #expect(more.output.text.contains("not in the base: a-2"))
        #expect(TestProgram().run("compare", new, base, "--accept") == .success)
        #expect(
            folder.contents(of: "new/a-2/report.md") == folder.contents(of: "base/a-2/report.md")
        )
        #expect(TestProgram().run("compare", new, base) == .success)
    }

    @Test
    func `a single result is compared with that of its scenario`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        let (base, new) = ("\(folder.path)/base", "\(folder.path)/new")
        #expect(TestProgram().run("compare", base, "\(new)/a-2") == .success)
        #expect(TestProgram().run("compare", "\(base)/a-2/result.json", new) == .success)
    }

    @Test
    func `a file alone is accepted as that file`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        try plant(folder, in: "new/a-1/result.json")
        _ = try folder.write("another report", to: "new/a-1/report.txt")
        let status = TestProgram().run(
            "compare",
            "\(folder.path)/base/a-1",
            "\(folder.path)/new/a-1/result.json",
            "--accept"
        )
        #expect(status == .success)
        #expect(
            folder.contents(of: "base/a-1/result.json")
                == folder.contents(of: "new/a-1/result.json")
        )
        #expect(folder.contents(of: "base/a-1/report.txt") != "another report")
    }

    @Test
    func `many changes are cut off, and shown when asked for`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        let text = try #require(folder.contents(of: "new/a-2/result.json"))
        let other = text.replacing(/"count", "value": (?=[0-9])/, with: #""count", "value": 1"#)
        _ = try folder.write(other, to: "new/a-2/result.json")
        let (base, new) = ("\(folder.path)/base", "\(folder.path)/new")
        let (short, full) = (TestProgram(), TestProgram())
        #expect(short.run("compare", base, new) == .changed)
        #expect(full.run("compare", base, new, "--full") == .changed)
        #expect(short.output.text.contains("more; --full shows them"))
        #expect(!full.output.text.contains("more; --full"))
        #expect(full.output.text.count > short.output.text.count)
    }
}
