import Testing

@testable import Scenarios

/// Which keys and kinds of the format occur in scenarios, each by the section or the union that has
/// it: `coordinator.tick`.
private struct FormatCoverage {
    /// What the format has.
    private(set) var known: Set<String> = []
    /// What was found.
    private(set) var found: Set<String> = []

    init(of shape: Shape) {
        collect(shape)
    }

    private mutating func collect(_ shape: Shape) {
        switch shape {
        case .scalar, .choice, .anything: break
        case .list(_, let item, _): collect(item)
        case .nullable(let value): collect(value)
        case .section(let section): collect(section.fields, of: section.name)
        case .union(let union):
            for unionCase in union.cases {
                known.insert("\(union.name).\(unionCase.tag)")
                collect(unionCase.payload)
            }
            if let shorthand = union.shorthand { collect(shorthand) }
        case .either(_, let shapes): shapes.forEach { collect($0) }
        case .table(let name, let fields, let values):
            collect(fields, of: name)
            collect(values)
        }
    }

    private mutating func collect(_ fields: [FieldShape], of owner: String) {
        for field in fields {
            known.insert("\(owner).\(field.key)")
            collect(field.shape)
        }
    }

    /// Notes what a tree says.
    mutating func visit(_ node: YAMLNode, _ shape: Shape) {
        switch shape {
        case .scalar, .choice, .anything: break
        case .list(_, let item, _): (node.items ?? []).forEach { visit($0, item) }
        case .nullable(let value): visit(node, value)
        case .section(let section): visit(node, section.fields, of: section.name)
        case .union(let union):
            for unionCase in union.cases {
                let payload = node.entry(unionCase.tag)?.value
                if payload != nil || node.text == unionCase.tag {
                    found.insert("\(union.name).\(unionCase.tag)")
                }
                if let payload { visit(payload, unionCase.payload) }
            }
            if let shorthand = union.shorthand { visit(node, shorthand) }
        case .either(_, let shapes): shapes.forEach { visit(node, $0) }
        case .table(let name, let fields, let values):
            visit(node, fields, of: name)
            for entry in node.entries ?? [] where !fields.contains(where: { $0.key == entry.key }) {
                visit(entry.value, values)
            }
        }
    }

    private mutating func visit(_ node: YAMLNode, _ fields: [FieldShape], of owner: String) {
        for field in fields {
            guard let entry = node.entry(field.key) else { continue }
            found.insert("\(owner).\(field.key)")
            visit(entry.value, field.shape)
        }
    }

    /// Notes what a file says.
    mutating func visit(_ text: String) throws {
        let (root, problems) = YAMLReader.read(SourceText(name: "x", text: text), text: text)
        #expect(problems.isEmpty)
        visit(try #require(root), ScenarioLoader.format.shape)
    }
}

struct FormatCoverageTests {
    private func missing(from texts: [String]) throws -> [String] {
        var coverage = FormatCoverage(of: ScenarioLoader.format.shape)
        for text in texts { try coverage.visit(text) }
        return coverage.known.subtracting(coverage.found).sorted()
    }

    @Test
    func `the scenarios that say everything say every key and kind of the format`() throws {
        let placements = everyPlacement.map { "cluster: {balancer: {placement: \($0.text)}}\n" }
        let files = scenariosOfEverything.map(\.0)
        let missing = try missing(from: files + placements)
        #expect(missing == [])
    }

    @Test
    func `a key and a kind that nobody says are missed`() throws {
        let files = [everything.replacing("sigma: 0.5", with: ""), everythingOfJobs]
        #expect(try missing(from: files).contains("lognormal.sigma"))
        let others = [
            everything,
            everythingOfJobs.replacing("{session: {gap:", with: "{tumbling: {size:"),
        ]
        let missing = try missing(from: others)
        #expect(missing.contains("window.session") && missing.contains("session.gap"))
    }
}
