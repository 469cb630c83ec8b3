import Foundation
import Simulator
import Testing

@testable import Scenarios

struct HTMLReportTests {
    private static func page(_ document: ResultDocument) throws -> PageElements {
        let page = PageElements(HTMLReport().render(document))
        try #require(page.problem == nil, "\(page.problem ?? "")")
        return page
    }

    @Test
    func `a page says what was run, how it went, and how to repeat it`() throws {
        let text = HTMLReport().render(try HTMLFixture.document())
        #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\""))
        #expect(text.hasSuffix("</html>\n"))
        let page = try Self.page(try HTMLFixture.document())
        #expect(page.named("h1").map(\.text) == ["three"])
        #expect(page.named("code").first?.text == "bench run three.yaml --seed 42")
        let values = page.named("data").filter { $0.path.contains("header") }
        #expect(values.map { $0.attributes["data-pointer"] ?? "" }.prefix(1) == ["/seed"])
        #expect(values.first?.attributes["value"] == "42")
        let lines = page.named("li").filter { $0.path.contains("section") }.map(\.text)
        #expect(lines.contains { $0.contains("requests == 3") && $0.contains("10,000") })
        #expect(lines.contains { $0.contains("no-<request>-lost: a & b") })
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\"\u{301} onload=\"alert(1)",
        "'><img src=x onerror=alert(1)>",
        "{{command}} {{{style}}} {{>page}}", "]]> <!-- & &amp; \u{0}\u{1F}", "</title><b>",
    ])
    func `what a scenario is called stays text`(name: String) throws {
        var document = try HTMLFixture.document(title: name)
        document.scenario = name
        document.command = name
        document.cells[0].notes = [name]
        document.cells[0].distribution[0].name = name
        document.cells[0].observations.series[0].metric = name
        document.cells[0].observations.activities[0].subject = name
        document.cells[0].observations.ring?.servers[0] = name
        document.cells[0].observations.flows?.servers[0] = name
        document.cells[0].observations.messages[0].name = name
        let plain = try Self.page(try HTMLFixture.document())
        let page = try Self.page(document)
        // Control characters cannot be said in XML.
        let shown = String(
            String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 0x20 ? "\u{FFFD}" : $0 })
        )
        #expect(page.named("h1").map(\.text) == [shown])
        #expect(page.named("p").contains { $0.text == shown })
        #expect(page.named("script").count == 1)
        let known = Set(plain.all.map(\.name))
        #expect(Set(page.all.map(\.name)).subtracting(known) == [])
        let attributes = Set(plain.all.flatMap { $0.attributes.keys })
        #expect(Set(page.all.flatMap { $0.attributes.keys }).subtracting(attributes) == [])
    }

    @Test
    func `every drawing has a name, a description and the table of its data`() throws {
        let page = try Self.page(try HTMLFixture.document())
        let figures = page.named("figure")
        let titles = page.named("h3").filter { $0.path.last == "figcaption" }.map(\.text)
        #expect(
            titles == [
                "Messages before the violation", "Requests by server", "The ring",
                "Keys that moved", "Nodes over time", "Jobs and tasks", "latency: distribution",
                "latency over time", "redis_memory_used_bytes over time",
            ]
        )
        let drawings = page.named("svg").filter { $0.attributes["class"] == "chart" }
        #expect(drawings.count == figures.count)
        for drawing in drawings {
            #expect(drawing.attributes["role"] == "img")
            let names = (drawing.attributes["aria-labelledby"] ?? "").split(separator: " ")
            #expect(names.count == 2)
            for name in names {
                let found = page.all.filter { $0.attributes["id"] == String(name) }
                #expect(found.map { $0.text.count > 4 } == [true], "\(name)")
            }
        }
        let text = HTMLReport().render(try HTMLFixture.document())
        for figure in text.components(separatedBy: "<figure").dropFirst() {
            let table = figure.prefix { $0 != "\u{0}" }.components(separatedBy: "</figure>")[0]
            #expect(table.contains("<td class=\"n\" data-value="), "\(table.prefix(200))")
        }
    }

    @Test
    func `identifiers of a page are unique`() throws {
        for document in [try HTMLFixture.document(), try HTMLFixture.matrix()] {
            let names = try Self.page(document).all.compactMap { $0.attributes["id"] }
            #expect(names.count > 10)
            #expect(Set(names).count == names.count)
        }
    }

    @Test
    func `every number of a table is that of the file`() throws {
        for document in [try HTMLFixture.document(), try HTMLFixture.matrix()] {
            let json = JSONReport().render(document)
            let file = try JSONSerialization.jsonObject(with: Data(json.utf8))
            let numbers = PageNumbers(HTMLReport().render(document))
            #expect(numbers.problem == nil)
            #expect(numbers.all.count > 40)
            for (pointer, text) in numbers.all {
                let found = Self.value(at: pointer, in: file)
                #expect(found != nil && found == Double(text), "\(pointer): \(text)")
            }
        }
    }

    private static func value(at pointer: String, in file: Any) -> Double? {
        var value: Any? = file
        for step in pointer.split(separator: "/") {
            if let list = value as? [Any], let index = Int(step), list.indices.contains(index) {
                value = list[index]
            } else {
                value = (value as? [String: Any])?[String(step)]
            }
        }
        return (value as? NSNumber)?.doubleValue
    }

    @Test
    func `a matrix has a card for what differs in one axis only, and each run`() throws {
        let page = try Self.page(try HTMLFixture.matrix())
        let cards = page.named("article")
        #expect(cards.count == 2)
        let drawings = page.named("svg").filter { $0.attributes["class"] == "small-chart" }
        #expect(drawings.count == 2)
        let folded = page.named("details").filter { $0.attributes["class"] == "fold" }
        #expect(folded.map { $0.attributes["id"] ?? "" } == (0..<6).map { "run-\($0)" })
        let titles = page.named("h3").filter { $0.path.last == "figcaption" }.map(\.text)
        #expect(titles.first == "CV by servers")
    }

    @Test
    func `nothing is fetched, and no style or script stands in the markup`() throws {
        let text = HTMLReport().render(try HTMLFixture.document())
        let page = try Self.page(try HTMLFixture.document())
        for element in page.all {
            #expect(element.attributes["style"] == nil && element.attributes["src"] == nil)
            #expect(!element.attributes.keys.contains { $0.hasPrefix("on") }, "\(element.name)")
            let link = element.attributes["href"] ?? "#"
            #expect(link.hasPrefix("#"))
        }
        #expect(!text.contains("@import") && !text.contains("url("))
        let policy = page.named("meta").compactMap { $0.attributes["content"] }.first {
            $0.hasPrefix("default-src 'none'")
        }
        #expect(policy?.contains("unsafe") == false)
    }
}

/// The numbers of a page with the places that it gives for them.
private final class PageNumbers: NSObject {
    let all: [(pointer: String, text: String)]
    let problem: String?

    init(_ text: String) {
        let page = PageElements(text)
        problem = page.problem
        var numbers: [(String, String)] = []
        var columns: [String?] = []
        var (row, column) = ("", 0)
        for element in page.all {
            let attributes = element.attributes
            switch element.name {
            case "thead": columns = []
            case "th": columns.append(attributes["data-pointer"])
            case "tr": (row, column) = (attributes["data-row"] ?? "", 0)
            case "td":
                if let value = attributes["data-value"] {
                    let pointer = attributes["data-pointer"] ?? columns[column] ?? ""
                    numbers.append((pointer.replacingOccurrences(of: "*", with: row), value))
                }
                column += 1
            case "data":
                numbers.append((attributes["data-pointer"] ?? "", attributes["value"] ?? ""))
            default: break
            }
        }
        all = numbers
    }
}
