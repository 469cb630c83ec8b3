import Foundation
import OrderedCollections
import Simulator

@testable import Scenarios

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Results by hand for pages.
enum HTMLFixture {
    /// A result of three servers, with observations of every kind and a broken property.
    static func document(title: String = "Three servers") throws -> ResultDocument {
        var document = ResultDocument(
            of: try ResultFixture.result(
                """
                expect: [requests == 10_000, requests == 3]
                claims: [{source: "a & b", says: "<even>", check: load.max-to-mean < 1.1}]
                report: [{distribution: requests by server}, {table: [requests.completed]}]
                """
            )
        )
        document.title = title
        document.cells[0].duration = 100_000_000_000
        document.cells[0].observations = observations
        var violation = ResultDocument.Violation()
        violation.property = "no-<request>-lost"
        violation.message = "a & b"
        violation.instant = 2_500_000_000
        document.cells[0].violations = [violation]
        return document
    }

    private static var observations: RunObservations {
        var observations = ResultFixture.observations
        observations.series = ["p50", "p99"].enumerated().map { index, statistic in
            TimeSeries(
                "latency",
                statistic: statistic,
                unit: .duration,
                window: 25_000_000_000,
                values: [1e6, nil, 4e6, 2e6].map { $0.map { $0 * Double(index + 1) } }
            )
        }
        // Levels are kept to the last digit.
        observations.series.append(
            TimeSeries(
                "redis_memory_used_bytes",
                unit: .count,
                window: 25_000_000_000,
                values: [31_369_765, 39_542_784, 39_542_784, 0]
            )
        )
        observations.activities += [
            Activity(.down, of: "b", "down", begin: 10_000_000_000, end: 20_000_000_000),
            Activity(.job, of: "client", "j", begin: 0, end: 90_000_000_000, outcome: "COMPLETED"),
        ]
        observations.messages = [
            ObservedMessage(from: "a", to: "b", "get", sent: 2_000_000_000, received: nil),
            ObservedMessage(
                from: "b",
                to: "a",
                "\"get\"",
                sent: 3_000_000_000,
                received: 3_000_000_001
            ),
        ]
        return observations
    }

    /// A matrix of two hashes on two to four servers.
    static func matrix() throws -> ResultDocument {
        let head = ResultFixture.head.replacing("seed: 42\n", with: "")
        let loaded = try ResultFixture.load(
            """
            seed: 42
            matrix:
              cluster.servers.count: [2, 3, 4]
              cluster.balancer.placement.ring.request-hash: [md5, murmur3]
            report: [{series: {x: cluster.servers.count, y: [load.cv]}}]
            """,
            head: head.replacing("balancer: {}", with: "balancer: {placement: {ring: {}}}")
        )
        let records = loaded.cells.map { cell in
            let names = cell.scenario.cluster.serverNames
            let counts = names.enumerated().map { ($0.element, 100 * ($0.offset + 1)) }
            return ResultFixture.record(OrderedDictionary(uniqueKeysWithValues: counts))
        }
        let result = ScenarioResult(of: loaded, records: records, command: "bench run m --seed 42")
        return ResultDocument(of: result)
    }
}

/// A page as a reader of XML finds it that is not ours.
final class PageElements: NSObject, XMLParserDelegate {
    /// An element with its attributes and the text in it.
    struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""
        /// The names of the elements around it, the outermost first.
        var path: [String]
    }

    private(set) var all: [Element] = []
    private(set) var problem: String?
    private var open: [Int] = []

    /// Reads a page.
    init(_ page: String) {
        super.init()
        let parser = XMLParser(data: Data(page.utf8))
        parser.delegate = self
        if !parser.parse() {
            problem = "line \(parser.lineNumber): \(String(describing: parser.parserError))"
        }
    }

    /// The elements of a name.
    func named(_ name: String) -> [Element] { all.filter { $0.name == name } }

    func parser(
        _: XMLParser,
        didStartElement name: String,
        namespaceURI _: String?,
        qualifiedName _: String?,
        attributes: [String: String]
    ) {
        let path = open.map { all[$0].name }
        open.append(all.count)
        all.append(Element(name: name, attributes: attributes, path: path))
    }

    func parser(
        _: XMLParser,
        didEndElement _: String,
        namespaceURI _: String?,
        qualifiedName _: String?
    ) {
        open.removeLast()
    }

    func parser(_: XMLParser, foundCharacters text: String) {
        for index in open { all[index].text += text }
    }
}
