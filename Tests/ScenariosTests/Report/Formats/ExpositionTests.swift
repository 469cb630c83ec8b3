import Simulator
import Testing

@testable import Scenarios

struct ExpositionTests {
    /// A run of ten seconds with a figure of each kind and series over time.
    private static var document: ResultDocument {
        var document = ResultDocument()
        document.scenario = "x \"y\"\n\\"
        document.start = "2024-01-01T00:00:00Z"
        var cell = ResultDocument.Cell()
        cell.duration = 10_000_000_000
        let server = MetricReference.Label(name: "server", value: "Server 1")
        cell.figures = FigureTable([
            Figure(
                reference: .init(
                    metric: "requests.sent",
                    statistic: nil,
                    labels: [],
                    unit: .count
                ),
                value: .count(3)
            ),
            Figure(
                reference: .init(
                    metric: "latency",
                    statistic: "p99.9",
                    labels: [server],
                    unit: .duration
                ),
                value: .duration(.nanoseconds(1_500_000))
            ),
            Figure(
                reference: .init(
                    metric: "latency",
                    statistic: "count",
                    labels: [server],
                    unit: .count
                ),
                value: .count(3)
            ),
            Figure(
                reference: .init(
                    metric: "load",
                    statistic: "max-to-mean",
                    labels: [],
                    unit: .number
                ),
                value: .number(1.25)
            ),
        ])
        cell.observations.series = [
            TimeSeries(
                "mapreduce_jobs_completed_total",
                statistic: "total",
                unit: .count,
                window: 4_000_000_000,
                values: [0, nil, 2]
            ),
            TimeSeries(
                "latency",
                statistic: "p99",
                unit: .duration,
                window: 500_000,
                values: [2.5e9]
            ),
        ]
        document.cells = [cell]
        return document
    }

    /// The lines that the specification wants: seconds, counters named without `_total`, an end.
    @Test
    func `a run is written as OpenMetrics`() {
        let text = OpenMetricsReport().render(Self.document)
        let label = #"scenario="x \"y\"\n\\""#
        let lines = [
            "# TYPE cluster_requests_sent gauge", "cluster_requests_sent{\(label)} 3 1704067210",
            "# TYPE cluster_latency_by_server_seconds summary",
            "# UNIT cluster_latency_by_server_seconds seconds",
            "cluster_latency_by_server_seconds"
                + "{\(label),server=\"Server 1\",quantile=\"0.999\"} 0.0015 1704067210",
            "cluster_latency_by_server_seconds_count{\(label),server=\"Server 1\"} 3 1704067210",
            "cluster_load_max_to_mean{\(label)} 1.25 1704067210",
            "# TYPE mapreduce_jobs_completed counter",
            "mapreduce_jobs_completed_total{\(label)} 0 1704067204",
            "mapreduce_jobs_completed_total{\(label)} 2 1704067210",
            "cluster_latency_p99_window_seconds{\(label)} 2.5 1704067200.0005",
        ]
        let found = text.split(separator: "\n").map(String.init)
        for line in lines { #expect(found.contains(line), "\(line)") }
        #expect(found.last == "# EOF")
        #expect(text.hasSuffix("\n"))
    }

    /// The lines that version 0.0.4 wants: milliseconds, counters named in full.
    @Test
    func `a run is written in the text format of Prometheus`() {
        let text = OpenMetricsReport(form: .prometheus).render(Self.document)
        let label = #"scenario="x \"y\"\n\\""#
        let found = text.split(separator: "\n").map(String.init)
        #expect(found.contains("# TYPE mapreduce_jobs_completed_total counter"))
        #expect(found.contains("mapreduce_jobs_completed_total{\(label)} 2 1704067210000"))
        #expect(!text.contains("# EOF"))
        #expect(!text.contains("# UNIT"))
    }

    /// A reader of the format takes one sample of a series at a time stamp.
    @Test
    func `of several values in a millisecond the text format has the last`() {
        var document = Self.document
        document.cells[0].observations.series = [
            TimeSeries(
                "latency",
                statistic: "max",
                unit: .duration,
                window: 400_000,
                values: [1, 2, 3]
            )
        ]
        func samples(_ form: OpenMetricsReport.Form) -> [String] {
            OpenMetricsReport(form: form).render(document).split(separator: "\n")
                .filter { $0.hasPrefix("cluster_latency_max_window_seconds{") }
                .map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
        }
        #expect(samples(.prometheus) == ["2e-9 1704067200000", "3e-9 1704067200001"])
        #expect(samples(.openMetrics).count == 3)
    }

    @Test
    func `each family stands once, with all of its samples together`() throws {
        var record = ResultFixture.record()
        record.observations = ResultFixture.observations
        let result = try ResultFixture.result("", record)
        let text = OpenMetricsReport().render(ResultDocument(of: result))
        let types = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
        #expect(Set(types).count == types.count)
        #expect(types.count > 10)
    }

    @Test(
        arguments: [
            (0, "0"), (1, "0.000000001"), (1_000_000_000, "1"), (1_500_000_000, "1.5"),
            (-1, "-0.000000001"), (-2_000_000_000, "-2"),
            (1_704_067_200_000_000_500, "1704067200.0000005"),
        ] as [(Int128, String)]
    )
    func `nanoseconds are seconds, exactly`(nanoseconds: Int128, seconds: String) {
        #expect(ExpositionText.seconds(nanoseconds) == seconds)
    }

    /// The grammar of both formats: `[a-zA-Z_:][a-zA-Z0-9_:]*`.
    @Test(arguments: [
        ("max-to-mean", "max_to_mean"), ("99", "_99"), ("größe", "gr__e"), ("a.b", "a_b"),
    ])
    func `names have letters, digits and underscores`(text: String, name: String) {
        #expect(ExpositionText.name(text) == name)
    }
}
