/// A report as Markdown, for the summary of a job in continuous integration.
public struct MarkdownReport: ReportRenderer {
    /// Whether every run of a matrix, and every line of long lists, is shown.
    public var isFull: Bool

    /// A report in Markdown.
    public init(isFull: Bool = false) {
        self.isFull = isFull
    }

    /// The whole report of `result`, ending with a line feed.
    public func render(_ result: ResultDocument) -> String {
        let sections = ReportSections(of: result, isFull: isFull)
        let sign =
            switch result.verdict {
            case .held: "✅"
            case .undecided: "❔"
            case .failed: "❌"
            }
        var blocks = [
            "## \(Self.escaped(result.heading))",
            "\(sign) **\(Self.escaped(sections.verdict))**",
            Self.escaped(sections.identity),
        ]
        for section in sections.all { blocks += Self.blocks(section) }
        blocks.append("```sh\n\(result.command)\n```")
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// A section as blocks between empty lines.
    static func blocks(_ section: ReportSection) -> [String] {
        var blocks = ["### \(escaped(section.title))"]
        if let table = section.table { blocks.append(text(of: table)) }
        if !section.checks.isEmpty {
            blocks.append(section.checks.map(line).joined(separator: "\n"))
        }
        if !section.notes.isEmpty {
            blocks.append(section.notes.map { "- \(escaped($0))" }.joined(separator: "\n"))
        }
        return blocks
    }

    private static func text(of table: ReportTable) -> String {
        let row = { (cells: [String]) in "| \(cells.joined(separator: " | ")) |" }
        let heads = table.columns.map { escaped($0.header) }
        let rules = table.columns.map { $0.isNumeric ? "--:" : ":--" }
        let rows = table.rows.map { row($0.map(escaped)) }
        return ([row(heads), row(rules)] + rows).joined(separator: "\n")
    }

    private static func line(_ check: CheckLine) -> String {
        let sign = check.isHeld ? "✅" : "❌"
        let source = check.source.map { "- \(escaped($0))\n" } ?? ""
        let actual = check.actual.isEmpty ? "" : " (\(escaped(check.actual)))"
        let indent = check.isClaim ? "  " : ""
        return "\(source)\(indent)- \(sign) \(code(check.text))\(actual)"
    }

    /// A text in which nothing is markup.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if "\\|`*_<>[]#".contains(character) { escaped.append("\\") }
            escaped.append(character.isNewline ? " " : character)
        }
        return escaped
    }

    /// A text as code, between more backticks than stand in it anywhere.
    static func code(_ text: String) -> String {
        var longest = 0
        var run = 0
        for character in text {
            run = character == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return longest == 0 ? "\(fence)\(text)\(fence)" : "\(fence) \(text) \(fence)"
    }
}
