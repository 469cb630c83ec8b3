import Foundation
import Testing

@testable import Scenarios

/// Prints what a JSON reader that is not ours finds in a result.
private let reader = """
    import json, sys
    def unique(pairs):
        assert len(dict(pairs)) == len(pairs), "a key stands twice"
        return dict(pairs)
    result = json.load(sys.stdin, object_pairs_hook=unique)
    cell = result["cells"][0]
    figures = {(f["metric"], f["statistic"], f["labels"].get("server")): f for f in cell["figures"]}
    print(result["format"], result["version"], result["seed"], result["title"])
    print(figures["requests.completed", None, "Server 1"]["value"], cell["expectations"][0]["held"])
    """

/// Runs only when asked to: it needs Python.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct ResultJSONTests {
    @Test
    func `another reader finds the result as it is`() throws {
        let head = ResultFixture.head.replacing("Three servers", with: #""a \"b\" \\ ☃\u0085""#)
        let loaded = try ResultFixture.load("expect: [requests == 10_000]", head: head)
        let result = ScenarioResult(
            of: loaded,
            records: [ResultFixture.record()],
            command: "bench run three.yaml --seed 42"
        )
        let text = try ExternalProgram.output(
            of: ["python3", "-c", reader],
            reading: JSONReport().render(result)
        )
        #expect(
            text == "cluster-simulator/result 2 42 a \"b\" \\ ☃\u{85}\n8439 True\n"
        )
    }
}
