import Testing

/// Places that models ought to reach sometimes: each is named where it is reached.
struct PlacesTests {
    /// A place that no code names.
    private func unused(in files: [SourceFile]) -> [String] {
        let code = files.map { String($0.text.filter { !$0.isWhitespace }) }
        return files.flatMap { file -> [String] in
            guard let name = enumeration(in: file) else { return [] }
            return cases(in: file).filter { place in
                !code.contains { text in
                    ["\(name).", "."].contains { prefix in
                        [",", ")"].contains { text.contains("sometimes(\(prefix)\(place)\($0)") }
                    }
                }
            }.map { "\(name).\($0)" }
        }
    }

    /// The enumeration of places that a file declares, if it does.
    private func enumeration(in file: SourceFile) -> String? {
        let lines = file.text.split(separator: "\n")
        let declaration = lines.first { $0.hasSuffix(": String, Place {") }
        return declaration?.split(separator: " ").first { $0.hasSuffix(":") }
            .map { String($0.dropLast()) }
    }

    private func cases(in file: SourceFile) -> [String] {
        file.text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 4 && words[0] == "case" ? String(words[1]) : nil
        }
    }

    @Test
    func `the README says how many there are`() throws {
        let files = try Repository.current.swiftFiles(below: "Sources/Simulator")
        let count = files.reduce(0) { $0 + (enumeration(in: $1) == nil ? 0 : cases(in: $1).count) }
        let readme = try Repository.current.file("README.md").text
        #expect(readme.contains("which of \(count) places in the models"))
    }

    @Test
    func `every place is one that some code reaches`() throws {
        let files = try Repository.current.swiftFiles(below: "Sources/Simulator")
        #expect(files.count { enumeration(in: $0) != nil } > 5)
        #expect(unused(in: files) == [])
    }

    @Test
    func `a planted place that nothing reaches is found`() {
        let places = """
            public enum APlace: String, Place {
                case one = "a-one"
                case other = "a-other"
                case third = "a-third"
            }

            """
        let use = """
            node.sometimes(APlace.one)
            sometimes(
                .third,
                isSo
            )
            node.sometimes(APlace.others)

            """
        let files = [
            SourceFile(path: "Sources/Simulator/APlace.swift", text: places),
            SourceFile(path: "Sources/Simulator/A.swift", text: use),
        ]
        #expect(unused(in: files) == ["APlace.other"])
    }
}
