import Foundation
import Testing

@testable import Scenarios

/// Every key, tag and word of a shape with the shapes below it.
private func words(_ shape: Shape) -> [String] {
    switch shape {
    case .scalar, .anything: []
    case .choice(_, let words): words
    case .list(_, let item, _): words(item)
    case .nullable(let value): words(value)
    case .section(let section): section.fields.flatMap { [$0.key] + words($0.shape) }
    case .union(let union): union.cases.flatMap { [$0.tag] + words($0.payload) }
    case .either(_, let shapes): shapes.flatMap(words)
    case .table(_, let fields, let values):
        fields.flatMap { [$0.key] + words($0.shape) } + words(values)
    }
}

struct DocumentationTests {
    private let documentation = article("ScenarioFormat")

    private static func article(_ name: String) -> String? {
        let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
        return try? String(
            contentsOfFile: "/\(root)/Sources/Scenarios/Scenarios.docc/\(name).md",
            encoding: .utf8
        )
    }

    @Test
    func `every key, kind and word of the format stands in its documentation`() throws {
        let text = try #require(documentation)
        let parts = Set(
            text.split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }.map(String.init)
        )
        let missing = Set(words(ScenarioLoader.format.shape)).subtracting(parts).sorted()
        #expect(missing.isEmpty)
    }

    @Test
    func `every key and word of saved results stands in their documentation`() throws {
        let text = try #require(Self.article("ResultFormat"))
        var missing = Set(words(ResultDocument.format.shape))
        missing.subtract(words(ValueFormat<ReportItem>.reportItem.shape))
        missing = missing.filter { !text.contains("`\($0)`") }
        #expect(missing.sorted() == [])
    }

    @Test
    func `every metric and invariant stands in the documentation`() throws {
        let text = try #require(documentation)
        for metric in MetricCatalog.metrics {
            for figure in metric.figures {
                let group = figure.split(separator: ".")[0]
                let rest = "`.\(figure.dropFirst(group.count + 1))`"
                #expect(text.contains("`\(figure)`") || text.contains(rest), "\(figure)")
            }
        }
        for name in MetricCatalog.invariants.map(\.name) {
            #expect(text.contains("| `\(name)` |"), "\(name)")
        }
    }

    @Test
    func `the example of the documentation is a right scenario`() throws {
        let text = try #require(documentation)
        let blocks = text.components(separatedBy: "```yaml\n").dropFirst()
        let first = try #require(blocks.first?.components(separatedBy: "```").first)
        let loaded = try ScenarioLoader.load(bytes: Array(first.utf8), name: "example")
        #expect(loaded.cells.count == 5)
    }

    @Test
    func `the names of the definitions of the schema are unique`() {
        var seen: [String: [String]] = [:]
        func visit(_ shape: Shape) {
            switch shape {
            case .section(let section):
                let keys = section.fields.map(\.key)
                #expect(seen[section.name, default: keys] == keys, "\(section.name)")
                seen[section.name] = keys
                section.fields.forEach { visit($0.shape) }
            case .union(let union):
                let tags = union.cases.map(\.tag)
                #expect(seen[union.name, default: tags] == tags, "\(union.name)")
                seen[union.name] = tags
                union.cases.forEach { visit($0.payload) }
            case .list(_, let item, _): visit(item)
            case .nullable(let value): visit(value)
            case .either(_, let shapes): shapes.forEach(visit)
            case .table(_, let fields, let values):
                fields.forEach { visit($0.shape) }
                visit(values)
            case .scalar, .choice, .anything: break
            }
        }
        visit(ScenarioLoader.format.shape)
        #expect(seen.count > 20)
    }
}
