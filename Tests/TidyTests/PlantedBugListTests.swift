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

    /// The rows of the README, by the models in the names of bugs.
    private static let rows: KeyValuePairs<String, [String]> = [
        "balancer, proxy and their clients": ["balancer", "upstream", "proxy-clients"],
        "database and cache behind servers": ["backing"],
        "scaling and deployments": ["scaling", "deployment"],
        "queue": ["queue"],
        "MapReduce and its database": ["map-reduce", "database"],
        "object store and its clients": ["object-store", "object-store-client"],
        "backups and sync": ["backup", "sync"],
    ]

    @Test
    func `the table of the README counts what the results list`() throws {
        let results = try Repository.current.file("results/planted-bugs/planted-bugs.txt")
        let lines = results.lines.filter { $0.contains(" bug=") && !$0.contains(" bug=none ") }
        let seeds = lines.map { line in
            let words = line.split { $0 == " " || $0 == "=" || $0 == "." }.map(String.init)
            return (model: words[5], seeds: Int(words[3]) ?? 0)
        }
        let readme = try Repository.current.file("README.md").text
        var count = 0
        for (row, models) in Self.rows {
            let found = seeds.filter { models.contains($0.model) }.map(\.seeds)
            count += found.count
            let numbers = [found.count, found.count { $0 == 1 }, found.max() ?? 0]
            let line = "| \(row) | \(numbers.map(String.init).joined(separator: " | ")) |"
            #expect(readme.contains(line), "\(line)")
        }
        #expect(count == seeds.count)
        #expect(readme.contains("never fires proves nothing. \(count) bugs"))
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
