import Foundation
import Testing

/// What shells and the reader of manuals make of what the program prints for them.
///
/// Runs only when asked to: it needs bash, zsh, fish and mandoc.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct ShellTests {
    private struct Outcome {
        let status: Int32
        let text: String
    }

    private func run(_ program: String, _ arguments: [String], input: String = "") throws -> Outcome
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(input, to: "input")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let path = URL(fileURLWithPath: BenchProgram.path).deletingLastPathComponent().path
        let inherited = ProcessInfo.processInfo.environment
        process.environment = inherited.merging([
            "PATH": "\(path):\(inherited["PATH"] ?? "")", "HOME": folder.path,
        ]) { $1 }
        process.standardInput = FileHandle(forReadingAtPath: file)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            text: String(decoding: data, as: UTF8.self)
        )
    }

    private func script(for shell: String) throws -> String {
        let outcome = try run("bench", ["completions", shell])
        #expect(outcome.status == 0)
        return outcome.text
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the shell reads its script without complaint`(shell: String) throws {
        let outcome = try run(shell, ["-n"], input: try script(for: shell))
        #expect(outcome.status == 0)
        #expect(outcome.text.isEmpty)
        let broken = try run(shell, ["-n"], input: "if (\n")
        #expect(broken.status != 0)
    }

    /// What bash offers for the last of some words.
    private func completions(_ words: [String]) throws -> [String] {
        let line = words.joined(separator: " ")
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let previous = words[words.count - 2]
        let outcome = try run(
            "bash",
            ["--norc"],
            input: try script(for: "bash") + """

                COMP_WORDS=(\(list))
                COMP_CWORD=\(words.count - 1)
                COMP_LINE='\(line)'
                COMP_POINT=\(line.count)
                _bench bench '\(words[words.count - 1])' '\(previous)'
                printf '%s\\n' "${COMPREPLY[@]}"

                """
        )
        #expect(outcome.status == 0)
        return outcome.text.split(separator: "\n").map(String.init)
    }

    @Test
    func `bash completes commands, scenarios, options and metrics`() throws {
        #expect(try completions(["bench", "expl"]) == ["explain"])
        #expect(
            try completions(["bench", "run", "a-"])
                == ["a-1", "a-2", "a-3", "a-3-respawn", "a-4", "a-5-skewed-keys"]
        )
        #expect(try completions(["bench", "run", "a-1", "a-3-"]) == ["a-3-respawn"])
        #expect(try completions(["bench", "run", "--for"]) == ["--format"])
        #expect(try completions(["bench", "run", "--color", "a"]) == ["auto", "always"])
        #expect(
            try completions(["bench", "explain", "--metric", "requests.re"])
                == ["requests.retried", "requests.rejected"]
        )
    }

    @Test
    func `mandoc finds nothing wrong with the manual page`() throws {
        let page = try run("bench", ["manual"]).text
        let lint = try run("mandoc", ["-T", "lint", "-W", "warning"], input: page)
        #expect(lint.status == 0)
        #expect(lint.text.isEmpty, "\(lint.text)")
        let broken = try run("mandoc", ["-T", "lint", "-W", "warning"], input: page + ".Zz\n")
        #expect(broken.status != 0)
        let shown = try run("mandoc", ["-T", "utf8"], input: page).text
            .replacingOccurrences(of: ".\u{8}", with: "", options: .regularExpression)
        #expect(shown.contains("bench run [scenarios ...] [--seed seed]"))
        #expect(shown.contains("EXIT STATUS"))
    }
}
