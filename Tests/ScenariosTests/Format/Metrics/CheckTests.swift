import Testing

@testable import Scenarios

struct CheckTests {
    @Test(arguments: [
        ("requests.lost == 0", 0.0, true), ("requests.lost == 0", 1, false),
        ("requests.lost != 0", 1, true), ("requests.lost<1", 0, true),
        ("requests.completed >= 10_000", 10_000, true),
        ("requests.completed > 10_000", 10_000, false),
        ("latency.p99 < 120s", 119_999_999_999, true),
        ("latency.p99 < 120s", 120_000_000_000, false),
        ("latency.p99.9 <= 1.5ms", 1_500_000, true), ("respawn.count == 3", 3, true),
        ("load.cv == 1.085 +- 0.001", 1.0855, true), ("load.cv == 1.085 +- 0.001", 1.0871, false),
        ("load.cv != 1.085 +- 0.001", 1.0871, true), ("keys.moved-fraction <= 10%", 0.1, true),
        ("share{server=\"Server 1\"} == 84% +- 1%", 0.8439, true), ("  run.events  >  5 ", 6, true),
    ])
    func `a comparison holds exactly where arithmetic says`(
        text: String,
        value: Double,
        holds: Bool
    ) throws {
        #expect(try CheckParser.check(text).holds(for: value) == holds)
        #expect(try !CheckParser.check(text).holds(for: .nan))
    }

    @Test(arguments: [
        "latency.p99.9", "requests.completed{server=\"Server 1\", status=\"200\"}", "run.duration",
        "expected-share{server=\"S\"}",
    ])
    func `a figure is written as it is read`(text: String) throws {
        #expect(try CheckParser.reference(text).description == text)
    }

    @Test
    func `the short name of a metric is the metric`() throws {
        let short = try CheckParser.reference("requests{server=\"Server 1\"}")
        #expect(short == (try CheckParser.reference("requests.completed{server=\"Server 1\"}")))
    }

    @Test
    func `figures have names of their own and the units of what they measure`() throws {
        let names = MetricCatalog.metrics.flatMap(\.figures)
        for (index, name) in names.enumerated() {
            #expect(!names[..<index].contains(name), "\(name)")
        }
        #expect(try CheckParser.reference("respawn.count").unit == .count)
        #expect(try CheckParser.reference("respawn.max").unit == .duration)
        #expect(try CheckParser.reference("load.p-value").unit == .number)
    }

    @Test
    func `a problem behind an escape is shown at the beginning of its text`() {
        let text =
            "version: 1\nname: x\nseed: 1\n"
            + "expect: [\"requests.lost{server=\\\"S\\\", sever=\\\"b\\\"} == 0\"]\n"
        let found = problems(of: Array(text.utf8))
        #expect(found.count == 1)
        #expect(found.first?.location.column == 10)
        #expect(found.first?.message.contains("unknown label 'sever'") == true)
    }
}
