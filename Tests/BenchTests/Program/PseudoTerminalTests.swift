import Foundation
import Testing

/// The program itself, on a terminal.
struct PseudoTerminalTests {
    @Test
    func `a report is coloured on a terminal`() throws {
        let (terminal, _) = try PseudoTerminal.run(["run", "a-1"], columns: 80)
        #expect(terminal.status == 0)
        #expect(terminal.text.contains("\u{1B}[32m✓\u{1B}[0m"))
        #expect(terminal.text.contains("\u{1B}[36m██"))
        #expect(terminal.plain.contains("requests.completed by server"))
    }

    @Test
    func `what goes through a pipe has no escape codes, and is what is saved`() throws {
        let (terminal, pipe) = try PseudoTerminal.run(["run", "a-1"], columns: 40, isPiped: true)
        #expect(terminal.status == 0)
        #expect(!pipe.contains("\u{1B}"))
        #expect(!pipe.contains("\r"))
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let saved = try String(contentsOfFile: "/\(root)/results/a-1/report.txt", encoding: .utf8)
        #expect(pipe == saved)
    }

    @Test(arguments: [40, 60, 120] as [UInt16])
    func `no line of a report is wider than the terminal`(columns: UInt16) throws {
        for scenario in ["a-1", "a-2"] {
            let (terminal, _) = try PseudoTerminal.run(["run", scenario], columns: columns)
            let lines = terminal.plain.split(separator: "\n")
            #expect(lines.count > 10)
            for line in lines where !line.hasPrefix("  bench run ") {
                #expect(line.count <= Int(columns), "\(line)")
            }
        }
        let (list, _) = try PseudoTerminal.run(["list"], columns: columns)
        #expect(list.plain.split(separator: "\n").allSatisfy { $0.count <= Int(columns) })
    }

    @Test
    func `another locale gets ASCII, whatever the terminal`() throws {
        let (terminal, _) = try PseudoTerminal.run(
            ["run", "a-1"],
            columns: 80,
            environment: ["LC_ALL": "C", "NO_COLOR": "1"]
        )
        #expect(terminal.plain.contains("ok   held: 7 expectations"))
        #expect(terminal.plain.utf8.allSatisfy { $0 < 0x80 })
        #expect(!terminal.plain.contains("\u{1B}"))
    }

    @Test
    func `a wrong file is shown with a caret in colour`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("version: 1\nnmae: x\nseed: 1\n", to: "x.yaml")
        let (terminal, _) = try PseudoTerminal.run(["run", file], columns: 80)
        #expect(terminal.status == 65)
        #expect(terminal.text.contains("x.yaml:2:1:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m "))
        #expect(terminal.plain.contains("did you mean 'name'?\n    nmae: x\n    ^\n"))
    }
}
