import Testing

struct HandbookTests {
    private let readme: Handbook

    init() throws {
        readme = Handbook(text: try Repository.current.file("README.md").text)
    }

    /// What follows `mark` up to the next quote, wherever `mark` stands in `text`.
    private func quoted(after mark: String, in text: String) -> [String] {
        text.ranges(of: mark).map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }

    @Test
    func `what the README shows of a file is what the file says`() throws {
        let paths = readme.embeddings.map(\.path)
        #expect(
            paths == [
                "Tests/SimulatorTests/README/ReadmeExampleTests.swift",
                "results/fidelity/report.txt",
                "results/l-16-replications/report.txt",
            ]
        )
        for embedding in readme.embeddings where Repository.current.contains(embedding.path) {
            let file = try Repository.current.file(embedding.path)
            #expect(embedding.matches(file.text), "copy \(embedding.path) into the README again")
        }
        #expect(Repository.current.contains(paths[0]))
    }

    /// The texts of a picture, without the command above them.
    private func texts(of picture: String) -> [String] {
        picture.split(separator: "\n").filter { $0.hasPrefix("<text ") }.dropFirst().map { line in
            let text = String(line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
            return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                .replacing("&amp;", with: "&")
        }
    }

    @Test
    func `the picture of the report of a-1 says what the report says`() throws {
        let texts = texts(of: try Repository.current.file("docs/pictures/a-1.svg").text)
        let report = try Repository.current.file("results/a-1/report.txt").text
        #expect(texts.count > 20)
        for text in texts { #expect(report.contains(text), "make pictures draws it again") }
    }

    @Test
    func `the README shows every picture that is drawn`() throws {
        let readme = try Repository.current.file("README.md").text
        let drawn = try Repository.current.paths(below: "docs/pictures")
            .filter { $0.hasSuffix(".svg") }
        #expect(drawn.count == 3)
        for path in drawn { #expect(readme.contains("](\(path))"), "\(path)") }
    }

    @Test
    func `what the documentation shows of a file is what the file says`() throws {
        let articles = try ["Simulator", "Scenarios"].flatMap { module in
            try Repository.current.paths(below: "Sources/\(module)/\(module).docc")
        }
        var shown: [String] = []
        for path in articles where path.hasSuffix(".md") {
            let embeddings = Handbook(text: try Repository.current.file(path).text).embeddings
            for embedding in embeddings {
                let file = try Repository.current.file(embedding.path)
                #expect(embedding.matches(file.text), "copy \(embedding.path) into \(path) again")
            }
            shown += embeddings.map(\.path)
        }
        let folder = "Tests/SimulatorTests/Documentation"
        let examples = try Repository.current.paths(below: folder)
        let example = "Tests/SimulatorTests/MapReduce/Job/OwnFunctionExampleTests.swift"
        #expect(examples.count == 4)
        #expect(shown.sorted() == (examples + [example]).sorted())
    }

    @Test
    func `the README gives a reason for every dependency, and for no other`() throws {
        let package = try Repository.current.file("Package.swift").text
        let urls = quoted(after: ".package(url: \"", in: package)
        let names = urls.compactMap { $0.split(separator: "/").last.map(String.init) }
        let libraries =
            quoted(after: "pkgConfig: \"", in: package)
            + quoted(after: ".linkedLibrary(\"", in: package)
        #expect(names.count >= 3, "the dependencies were not found")
        #expect(Set(readme.names(below: "Dependencies")) == Set(names + libraries))
        for row in readme.rows(below: "Dependencies") {
            #expect(row.count == 2 && row[1].count > 2, "\(row)")
        }
        for library in quoted(after: ".apt([\"", in: package) {
            #expect(readme.rows(below: "Dependencies").contains { $0[0].contains(library) })
        }
    }

    @Test
    func `the README says what every shipped scenario shows`() throws {
        let paths = try Repository.current.paths(below: "Sources/Scenarios/Catalog")
        let names = paths.map { String($0.split(separator: "/")[3].dropLast(".yaml".count)) }
        #expect(!names.isEmpty)
        #expect(readme.names(below: "The scenarios").sorted() == names.sorted())
    }

    @Test
    func `the README names every command and every exit code`() throws {
        let files = try Repository.current.swiftFiles(below: "Sources/bench")
        let commands = files.flatMap { quoted(after: "commandName: \"", in: $0.text) }
        #expect(commands.count > 1, "the commands were not found")
        let described = readme.names(below: "The command line").map { $0.split(separator: " ") }
        #expect(
            described.map { String($0[1]) }.sorted() == commands.filter { $0 != "bench" }.sorted()
        )
        let status = try #require(files.first { $0.path.hasSuffix("/ProgramStatus.swift") })
        let codes = status.lines.compactMap { line -> Int? in
            let words = line.split(separator: " ")
            return words.count == 4 && words[0] == "case" ? Int(words[3]) : nil
        }
        #expect(readme.rows(below: "The command line").compactMap { Int($0[0]) } == codes)
    }

    private let planted = Handbook(
        text: """
            <!-- first lines of a.txt -->
            ```text
            one
            two
            ```
            <!-- b.swift -->
            ```swift
            let x = 1
            ```
            <!-- a comment -->

            ## Table
            | name | why |
            |---|---|
            | `a` [x] | one \\| two |
            | [b](link) (`c`) | three |
            ## Other
            | `z` | no |
            """
    )

    @Test
    func `a planted block that differs from its file is found`() {
        let blocks = planted.embeddings
        #expect(blocks.map(\.path) == ["a.txt", "b.swift"])
        #expect(blocks[0].matches("one\ntwo\nthree\n"))
        #expect(!blocks[0].matches("one\n2\nthree\n"))
        #expect(blocks[1].matches("let x = 1\n"))
        #expect(!blocks[1].matches("let x = 1\nlet y = 2\n"))
    }

    @Test
    func `planted tables are read by their rows`() {
        #expect(planted.names(below: "Table") == ["a", "b"])
        #expect(planted.rows(below: "Table").last == ["[b](link) (`c`)", "three"])
        #expect(planted.rows(below: "Table")[1] == ["`a` [x]", "one / two"])
        #expect(planted.names(below: "Nothing") == [])
    }
}
