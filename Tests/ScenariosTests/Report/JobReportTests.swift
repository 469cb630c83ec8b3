import Foundation
import Simulator
import Testing

@testable import Scenarios

/// Lines that a report must not take for anything else than text.
private let lines: [[UInt8]] = [
    Array("a\tb\tc".utf8), Array("a\tb\tc".utf8), Array("<script>alert(1)</script>".utf8),
    [0x66, 0xFF, 0xFE], Array(repeating: 0x78, count: 300), Array("a|b `c` *d*".utf8),
    Array("\u{1B}[31mred\u{7F}".utf8), Array("\"quoted\\\"".utf8),
]

/// Two jobs whose keys are those lines, and one that counts their words.
private func report(
    _ name: String,
    rest: String = "report: [results: 100]"
) throws -> ScenarioResult {
    let folder = try InputFolder("report-\(name)", Array(lines.joined(separator: [0x0A])))
    defer { folder.remove() }
    let text = jobScenario(
        jobs: """
            {count: 2, topic: t, map: {grep: {expression: "[a-z]"}}, reduce: count}
              - jobs: {count: 1, names: words, topic: t}
            """,
        rest: rest
    )
    let loaded = try ScenarioLoader.load(
        bytes: Array(text.utf8),
        name: "jobs.yaml",
        folder: folder.path
    )
    let records = try loaded.cells.map { try ScenarioRunner().run($0) }
    return ScenarioResult(of: loaded, records: records, command: "bench")
}

struct JobReportTests {
    @Test
    func `jobs with the same results stand together, with what was in the file`() throws {
        let text = TextReport(style: .init(width: 120)).render(try report("alike"))
        #expect(text.contains("\nResults of job-1 and 1 more alike\n"))
        #expect(text.contains("\nResults of words\n"))
        #expect(text.contains("\n  7 of 7 rows\n"))
        let rows = text.split(separator: "\n").map(String.init)
        #expect(rows.contains { $0.hasPrefix("  a b c ") && $0.hasSuffix(" 2") })
        #expect(rows.contains { $0.hasPrefix("  <script>alert(1)</script> ") })
        #expect(rows.contains { $0.hasPrefix("  f\u{FFFD}\u{FFFD} ") })
    }

    @Test
    func `fewer rows are those with the largest values`() throws {
        let text = TextReport().render(try report("few", rest: "report: [results: 1]"))
        let rows = text.split(separator: "\n").map(String.init)
        #expect(rows.contains { $0.hasPrefix("  a b c") && $0.hasSuffix("2") })
        #expect(!text.contains("script"))
        #expect(text.contains("\n  1 of 7 rows\n"))
    }

    @Test(arguments: [40, 60, 80, 200])
    func `no key is wider than the terminal, and none commands it`(width: Int) throws {
        let text = TextReport(style: .init(width: width)).render(try report("wide-\(width)"))
        for line in text.split(separator: "\n") {
            #expect(TextWidth.of(String(line)) <= width, "\(line)")
        }
        #expect(text.contains("xxxxxxxxxxxx…"))
        let controls = text.unicodeScalars.filter {
            $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
        }
        #expect(controls.isEmpty)
    }

    @Test
    func `nothing in a key is markup`() throws {
        let text = MarkdownReport().render(try report("markdown"))
        #expect(text.contains(#"| \<script\>alert(1)\</script\> | 1 |"#))
        #expect(text.contains(#"| a\|b \`c\` \*d\* | 1 |"#))
    }

    /// Read by the reader of Foundation.
    @Test
    func `the result as JSON has the jobs with their keys as they are`() throws {
        let text = JSONReport().render(try report("json"))
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let cells = try #require(value?["cells"] as? [[String: Any]])
        let jobs = try #require(cells.first?["jobs"] as? [[String: Any]])
        #expect(jobs.map { $0["identifier"] as? String } == ["job-1", "job-2", "words"])
        #expect(jobs.allSatisfy { $0["status"] as? String == "COMPLETED" })
        #expect(jobs.allSatisfy { $0["error"] is NSNull })
        #expect(jobs.allSatisfy { ($0["duration"] as? Int ?? 0) > 0 })
        #expect(jobs.first?["rows"] as? Int == 7)
        let results = try #require(jobs.first?["results"] as? [[String: String]])
        #expect(results.count == 7)
        #expect(results.first == ["key": "a\tb\tc", "value": "2"])
        let keys = Set(results.compactMap { $0["key"] })
        let wanted = Set(lines.map { String(decoding: $0, as: UTF8.self) })
        #expect(keys == wanted)
    }

    @Test
    func `without jobs a result says nothing of them`() throws {
        let text = JSONReport().render(try ResultFixture.result(""))
        #expect(text.contains("\"jobs\": []"))
    }

    @Test
    func `files for programs hold every statistic of a gauge, and every label`() throws {
        let result = try report("gauges")
        let csv = CSVReport().render(result).split(separator: "\r\n").map(String.init)
        let header = "scenario,cell,metric,statistic,server,status,job,type,cmd,topic,value,unit"
        #expect(csv.first == header)
        for statistic in ["mean", "min", "max"] {
            let start = "jobs,0,topic.lag,\(statistic),,,,,,t,"
            #expect(csv.contains { $0.hasPrefix(start) }, "\(statistic)")
        }
        #expect(csv.contains("jobs,0,topic.lag,max,,,,,,t,24,number"))
        #expect(csv.contains("jobs,0,topic.lag,min,,,,,,t,0,number"))
        #expect(csv.contains("jobs,0,tasks.completed,,,,,map,,,12,count"))
        #expect(csv.contains("jobs,0,tasks.completed,,,,,reduce,,,6,count"))
        let json = JSONReport().render(result)
        #expect(json.contains(#""labels": {"topic": "t"}, "unit": "number", "value": 24"#))
    }
}
