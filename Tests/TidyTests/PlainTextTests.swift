import Testing

struct PlainTextTests {
    private static let endings = [
        ".swift", ".md", ".yaml", ".json", ".c", ".h", ".txt", ".csv", ".modulemap", ".css", ".js",
        ".mustache", "Makefile",
        "LICENSE", "run", ".swift-format", ".editorconfig", ".gitignore",
    ]

    @Test
    func `no text has loose ends or paths of one machine`() throws {
        let paths = try Repository.current.paths(endings: Self.endings)
        #expect(paths.contains("Package.swift") && paths.count > 150, "the tree was not found")
        let findings = unexempted(
            try paths.flatMap { PlainText.findings(in: try Repository.current.file($0)) }
        )
        #expect(findings.isEmpty, "\(lines(findings))")
    }

    @Test(arguments: [
        ("trailing space", "text "), ("trailing space", "text\r"), ("tab", "a\tb"),
        ("machine path", "see /" + "work/main"), ("machine path", "\"/" + "tmp/x\""),
        ("machine path", "(/" + "home/somebody)"), ("machine path", "/" + "root/.cache"),
        ("unfinished", "// TO" + "DO: later"), ("unfinished", "FIX" + "ME"),
    ])
    func `a planted loose end is found`(rule: String, line: String) {
        let file = SourceFile(path: "a.md", text: "first\n" + line + "\n")
        let findings = PlainText.findings(in: file)
        #expect(findings.map(\.rule) == [rule])
        #expect(findings.map(\.line) == [2])
    }

    @Test(arguments: ["GET /home", "Sources/work/x", "{folder}/tmp/x", "/home, /rep", "", "Todos"])
    func `lawful text is not found`(_ line: String) {
        #expect(PlainText.findings(in: SourceFile(path: "a.md", text: line + "\nend\n")) == [])
    }

    @Test(arguments: ["no line feed", "two line feeds\n\n"])
    func `a planted wrong ending is found`(_ text: String) {
        let findings = PlainText.findings(in: SourceFile(path: "a.md", text: text))
        #expect(findings.map(\.rule) == ["final newline"])
    }
}
