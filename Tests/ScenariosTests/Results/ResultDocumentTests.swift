import OrderedCollections
import Simulator
import Testing

@testable import Scenarios

struct ResultDocumentTests {
    private static func document() throws -> ResultDocument {
        var record = ResultFixture.record()
        record.observations = ResultFixture.observations
        record.notes = ["12", "null", "<script>"]
        let lines = """
            title: "007"
            expect: [requests == 10_000, requests == 3, invariant: every-request-answered-once]
            claims: [{source: "1", says: "true", check: latency.p99 < 200ms}]
            report: [{distribution: requests by server}, {table: [latency.p99]}]
            """
        let head = ResultFixture.head.replacing("title: Three servers\n", with: "")
        return ResultDocument(
            of: ScenarioResult(
                of: try ResultFixture.load(lines, head: head),
                records: [record],
                command: "bench run three.yaml --seed 42"
            )
        )
    }

    @Test
    func `a result that was saved is read back as it was`() throws {
        let document = try Self.document()
        let json = JSONReport().render(document)
        let read = try ResultDocument(json: Array(json.utf8), name: "result.json")
        #expect(read == document)
        #expect(read.cells[0].observations == ResultFixture.observations)
        #expect(JSONReport().render(read) == json)
    }

    @Test(arguments: ["a-1", "a-3", "m-1-word-count"])
    func `every report of a saved result is that of the run`(name: String) throws {
        let loaded = try ScenarioLoader.load(name)
        let records = try loaded.cells.map { try ScenarioRunner().run($0) }
        let result = ScenarioResult(of: loaded, records: records, command: "bench run \(name)")
        let saved = Array(JSONReport().render(result).utf8)
        let set = ReportSet(of: try ResultDocument(json: saved, name: name))
        #expect(set.files == ReportSet(of: result).files)
    }

    @Test
    func `numbers have the digits of a file before they are shown`() throws {
        let document = try Self.document()
        let share = try #require(document.cells[0].distribution[0].expectedShare)
        #expect(share == 0.84375)
        let third = MetricReference(
            metric: "share",
            statistic: nil,
            labels: [.init(name: "server", value: "Server 3")],
            unit: .ratio
        )
        #expect(document.cells[0].figures.value(of: third) == .ratio(0.1077))
    }

    @Test(arguments: [
        ("", "bad JSON at byte 0"),
        ("{}", "it is no result"),
        (#"{"format": "cluster-simulator/result", "version": 1}"#, "its format has version 1"),
        (
            #"{"format": "cluster-simulator/result", "version": 2, "sead": 1}"#,
            "unknown key 'sead'; did you mean 'seed'?"
        ),
    ])
    func `what is no result is refused`(text: String, problem: String) {
        #expect {
            try ResultDocument(json: Array(text.utf8), name: "x.json")
        } throws: { error in
            "\(error)".contains("x.json: error: \(problem)")
        }
    }

    @Test(arguments: [
        (#""value": 8439"#, #""value": 8439.5"#, "cells.0.figures"),
        (#""held": true"#, #""held": 1"#, "cells.0.expectations"),
        (#""ending": "quiescent""#, #""ending": "early""#, "cells.0.ending"),
        (#""fractions": [0.25, 1]"#, #""fractions": [0.25]"#, "cells.0.observations.curves.0"),
        (#""owners": [1, 0]"#, #""owners": [1, 2]"#, "cells.0.observations.ring"),
        ("[0, 4]", "[4]", "cells.0.observations.flows"),
        (#""title": "007""#, #""title": 7"#, "title"),
        (#""title": "007""#, #""title": "\u001B]0;x""#, ""),
        (#""scenario": "three""#, #""scenario": "../../three""#, ""),
        (#""index": 0"#, #""index": 1"#, ""),
        (#""count": 8439"#, #""count": -8439"#, "cells.0.distribution.0.count"),
        (#""count": 8439"#, #""count": 9223372036854775807"#, "cells.0.distribution.0.count"),
        (#""window": 10"#, #""window": 0"#, "cells.0.observations.series.0"),
        (#""window": 10"#, #""window": 9223372036854775807"#, "cells.0.observations.series.0"),
        (#""begin": 3, "end": 4"#, #""begin": 4, "end": 3"#, "cells.0.observations.activities.0"),
        (#""begin": 3, "end": 4"#, #""begin": -3, "end": 4"#, "cells.0.observations.activities.0"),
    ])
    func `a file that was damaged is refused with the place`(
        part: String,
        damaged: String,
        place: String
    ) throws {
        let json = JSONReport().render(try Self.document())
        try #require(json.contains(part), "\(part)")
        let text = json.replacing(part, with: damaged, maxReplacements: 1)
        #expect {
            try ResultDocument(json: Array(text.utf8), name: "x.json")
        } throws: { error in
            "\(error)".contains("x.json: error: \(place)")
        }
    }
}
