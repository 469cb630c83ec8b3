import Testing

struct ShapeTests {
    private static let files = Result {
        try Repository.current.swiftFiles(below: "Sources", "Tests")
    }

    @Test
    func `files, lines, functions and folders are of a size that can be read`() throws {
        let files = try Self.files.get()
        let findings = unexempted(
            files.flatMap { Shape.sizes(of: $0) + Shape.functionLengths(in: $0) }
                + Shape.crowdedFolders(among: files)
        )
        #expect(findings.isEmpty, "\(lines(findings))")
    }

    private func function(ofLines count: Int, header: String) -> String {
        header + " {\n" + String(repeating: "    x += 1\n", count: count - 2) + "}\n"
    }

    @Test(arguments: [
        "func f()", "func f(_ g: (Int) -> Void = { _ in }) async throws(E) -> [Int]",
        "init(a: Int)",
        "deinit", "subscript(index: Int) -> Int", "func f<T>() where T: P",
    ])
    func `a planted long function is found`(_ header: String) {
        let long = function(ofLines: 71, header: header)
        let findings = Shape.functionLengths(in: SourceFile(path: "a.swift", text: long))
        #expect(findings.map(\.line) == [1])
        let short = function(ofLines: 70, header: header)
        #expect(Shape.functionLengths(in: SourceFile(path: "a.swift", text: short)) == [])
    }

    @Test
    func `a requirement without a body is not the type that follows`() {
        let text =
            "protocol P {\n    func f()\n    init()\n}\n"
            + function(ofLines: 90, header: "struct S")
        #expect(Shape.functionLengths(in: SourceFile(path: "a.swift", text: text)) == [])
    }

    @Test
    func `a planted long file and a planted long line are found`() {
        let long = String(repeating: "let x = 1\n", count: 401)
        #expect(Shape.sizes(of: SourceFile(path: "a.swift", text: long)).map(\.line) == [401])
        let right = String(repeating: "let x = 1\n", count: 400)
        #expect(Shape.sizes(of: SourceFile(path: "a.swift", text: right)) == [])
        let wide = "//" + String(repeating: "Φ", count: 98) + "\n"
        #expect(Shape.sizes(of: SourceFile(path: "a.swift", text: wide)) == [])
        #expect(Shape.sizes(of: SourceFile(path: "a.swift", text: "/" + wide)).map(\.line) == [1])
        let literal = "let x = \"\"\"\n/" + wide + "\"\"\"\n/" + wide
        #expect(Shape.sizes(of: SourceFile(path: "a.swift", text: literal)).map(\.line) == [4])
    }

    @Test
    func `a planted crowded folder is found`() {
        let files = (1...15).map { SourceFile(path: "Sources/A/B/\($0).swift", text: "") }
        #expect(Shape.crowdedFolders(among: files).map(\.path) == ["Sources/A/B"])
        #expect(Shape.crowdedFolders(among: Array(files.dropLast())) == [])
    }
}
