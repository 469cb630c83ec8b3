import Foundation
import FoundationXML
import Simulator
import Testing

@testable import Scenarios

/// What an XML reader that is not ours finds.
private final class FoundElements: NSObject, XMLParserDelegate {
    private(set) var all: [(name: String, attributes: [String: String])] = []

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        all.append((name, attributes))
    }

    static func of(_ text: String) throws -> FoundElements {
        let parser = XMLParser(data: Data(text.utf8))
        let found = FoundElements()
        parser.delegate = found
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return found
    }

    func named(_ name: String) -> [[String: String]] {
        all.filter { $0.name == name }.map(\.attributes)
    }
}

struct JUnitTests {
    @Test
    func `there is a case for each expectation, and what failed says what was found`() throws {
        let result = try ResultFixture.result(
            "expect: [requests == 10_000, requests == 3, invariant: every-request-answered-once]"
        )
        let found = try FoundElements.of(JUnitReport().render(result))
        #expect(found.named("testcase").count == 3)
        #expect(found.named("testsuites")[0]["failures"] == "1")
        #expect(found.named("testsuite")[0]["tests"] == "3")
        #expect(found.named("failure").map { $0["message"] } == ["found 10,000"])
        let seeds = found.named("property").filter { $0["name"] == "seed" }
        #expect(seeds.map { $0["value"] } == ["42"])
    }

    @Test
    func `a violation is an error`() throws {
        let violation = Violation(
            property: .stuck,
            message: "a < b && \"c\"\u{1}",
            seed: 42,
            instant: .zero,
            event: 7
        )
        let outcome = RunOutcome(
            ending: .violation,
            instant: .zero,
            events: 7,
            digest: TraceDigest(),
            violations: [violation]
        )
        let result = try ResultFixture.result("", ResultFixture.record(outcome: outcome))
        let found = try FoundElements.of(JUnitReport().render(result))
        #expect(found.named("testsuites")[0]["errors"] == "1")
        let message = try #require(found.named("error").first?["message"])
        #expect(message.contains("a < b && \"c\"\u{FFFD}"))
    }

    @Test
    func `a scenario that expects nothing has one case`() throws {
        let result = try ResultFixture.result("")
        let found = try FoundElements.of(JUnitReport().render(result))
        #expect(found.named("testcase").count >= 1)
        #expect(found.named("failure").isEmpty)
    }

    @Test
    func `a name that looks like markup stays text`() throws {
        var document = ResultDocument(of: try ResultFixture.result(""))
        document.scenario = "<script>alert(1)</script>"
        document.command = "bench run 'a & b' --set x=\"1\"\n"
        let found = try FoundElements.of(JUnitReport().render(document))
        #expect(found.named("script").isEmpty)
        #expect(found.named("testsuites")[0]["name"] == "<script>alert(1)</script>")
        let commands = found.named("property").filter { $0["name"] == "command" }
        #expect(commands[0]["value"] == document.command)
    }
}
