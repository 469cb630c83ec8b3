import Testing

/// Suites that need programs from outside the package, which `make test-external` runs by their
/// names.
struct ExternalTestsTests {
    private static let gate = "environment[\"EXTERNAL_TESTS\"] == \"1\""

    private func problems(of file: SourceFile) -> [String] {
        let name = file.path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
        let declares = zip(file.tokens, file.tokens.dropFirst()).contains {
            $0.text == "struct" && $1.text == name
        }
        var problems: [String] = []
        if !declares { problems.append("\(file.path) must declare the suite '\(name)'") }
        if !file.text.contains(Self.gate) {
            problems.append("\(file.path) must run only where \(Self.gate)")
        }
        return problems
    }

    @Test
    func `an external suite is called like its file and runs only when asked to`() throws {
        let files = try Repository.current.swiftFiles(below: "Tests").filter {
            $0.folder.hasSuffix("/External") && $0.path.hasSuffix("Tests.swift")
        }
        #expect(!files.isEmpty)
        #expect(files.flatMap(problems) == [])
    }

    @Test
    func `a planted suite without a gate and of another name is found`() {
        let path = "Tests/A/External/BrowserTests.swift"
        let file = SourceFile(path: path, text: "import Testing\n\nstruct Browser {}\n")
        #expect(problems(of: file).count == 2)
    }
}
