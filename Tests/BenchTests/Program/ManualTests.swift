import Foundation
import Scenarios
import Testing

@testable import bench

struct ManualTests {
    private func page() throws -> String {
        let program = TestProgram()
        #expect(program.run("manual") == .success)
        return program.output.text
    }

    @Test
    func `the page has each command, each option and each exit code`() throws {
        let page = try page()
        #expect(CommandLineProgram.commandNames.contains("run"))
        for name in CommandLineProgram.commandNames {
            #expect(page.contains("\n.Ss bench \\&\(name)\n"))
            #expect(page.contains("\n.It Cm \\&\(name)\n"))
        }
        for option in ["seed", "set", "format", "quiet", "full", "ascii", "color", "metric"] {
            #expect(page.contains("Fl \\&\\-\(option)"), "\(option)")
        }
        for status in ProgramStatus.allCases {
            #expect(page.contains("\n.It \(status.rawValue)\n"))
        }
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LC_ALL", "TERM", "TMPDIR"] {
            #expect(page.contains("\n.It Ev \\&\(name)\n"))
        }
        #expect(page.contains("\n.Dl \\&bench \\&run \\&a\\-1\n"))
    }

    @Test
    func `exit codes mean in the README what they mean in the page`() throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let readme = try String(contentsOfFile: "/\(root)/README.md", encoding: .utf8)
        for status in ProgramStatus.allCases {
            #expect(readme.contains("\n| \(status.rawValue) | \(status.meaning) |\n"))
        }
    }

    @Test
    func `a word of the help is never read as markup`() {
        var text = MdocText()
        text.paragraph(".Sh no heading. 'tis a \\fB line")
        text.literal("bench .x \"a b\" -q")
        #expect(
            text.text
                == "\\&.Sh no heading.\n\\&'tis a \\efB line\n"
                + ".Dl \\&bench \\&.x \\&\\(dqa \\&b\\(dq \\&\\-q\n"
        )
    }

    @Test
    func `scenarios are completed by name and by path`() throws {
        let names = ScenarioCompletion.words(beginning: "a-3")
        #expect(names == ["a-3", "a-3-respawn"])
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for name in ["my.yaml", "mine.yml", "my.txt", ".my.yaml"] {
            _ = try folder.write("", to: name)
        }
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/my-folder",
            withIntermediateDirectories: false
        )
        let wanted = ["mine.yml", "my-folder", "my.yaml"].map { "\(folder.path)/\($0)" }
        #expect(ScenarioCompletion.words(beginning: "\(folder.path)/m") == wanted)
        #expect(
            ScenarioCompletion.words(beginning: "\(folder.path)/.m") == ["\(folder.path)/.my.yaml"]
        )
        #expect(ScenarioCompletion.words(beginning: "no-such-folder/").isEmpty)
    }

    @Test
    func `metrics are listed and explained, and mistyped ones are wrong usage`() {
        let program = TestProgram()
        #expect(program.run("explain", "--metrics") == .success)
        #expect(program.output.text.contains("\n  latency  "))
        #expect(program.run("explain", "--metric", "latency", "--color", "always") == .success)
        #expect(program.output.text.contains("\u{1B}[1mlatency\u{1B}[0m\n"))
        #expect(program.run("explain", "--metric", "latncy") == .usage)
        #expect(program.errors.text.contains("Did you mean 'latency'?"))
        #expect(program.run("explain", "a-1", "--metrics") == .usage)
        #expect(program.run("explain") == .usage)
    }
}
