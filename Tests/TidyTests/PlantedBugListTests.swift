import Testing

/// Bugs that can be planted in models: the suite of planted bugs has them all.
struct PlantedBugListTests {
    private static let entries = "Sources/bench/Measure/PlantedBugs/Entries"

    /// The enumerations of bugs that no entry goes through.
    private func unsought(_ sources: [SourceFile], in entries: [SourceFile]) -> [String] {
        let enumerations = sources.flatMap { file in
            zip(file.tokens, file.tokens.dropFirst()).filter { word, name in
                word.text == "enum" && name.text.hasSuffix("PlantedBug")
            }.map { String($0.1.text) }
        }
        return enumerations.filter { name in
            !entries.contains { $0.text.contains("\(name).allCases") }
        }
    }

    @Test
    func `every enumeration of planted bugs is sought`() throws {
        let sources = try Repository.current.swiftFiles(below: "Sources/Simulator")
        let entries = try Repository.current.swiftFiles(below: Self.entries)
        #expect(unsought(sources, in: []).count > 10)
        #expect(unsought(sources, in: entries) == [])
    }

    @Test
    func `a planted enumeration that nobody seeks is found`() {
        let text = "package enum AnyPlantedBug: CaseIterable {}\n"
        let source = SourceFile(path: "Sources/Simulator/AnyPlantedBug.swift", text: text)
        #expect(unsought([source], in: []) == ["AnyPlantedBug"])
        let entry = SourceFile(path: "Entry.swift", text: "AnyPlantedBug.allCases.map {}\n")
        #expect(unsought([source], in: [entry]) == [])
    }
}
