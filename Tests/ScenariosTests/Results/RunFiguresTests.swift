import OrderedCollections
import Simulator
import Testing

@testable import Scenarios

struct RunFiguresTests {
    private func value(of figure: String, in record: RunRecord) throws -> FigureValue? {
        let scenario = try ResultFixture.load("").cells[0].scenario
        let reference = try CheckParser.reference(figure)
        return RunFigures(of: record, in: scenario).value(of: reference)
    }

    /// Computed from the counts in Python.
    @Test(
        arguments: [
            ("load.mean", 3_333.333_333_333_333_5), ("load.min", 484), ("load.max", 8_439),
            ("load.variance", 13_092_524.222_222_222), ("load.stddev", 3_618.359_327_405_478),
            ("load.cv", 1.085_507_798_221_643_2), ("load.max-to-mean", 2.531_7),
            ("load.max-to-min", 8_439.0 / 484), ("load.jain", 0.459_067_861_421_992_63),
            ("load.gini", 0.530_333_333_333_333_3), ("load.chi-square", 11_783.271_8),
            ("load.expected-chi-square", 0.752_914_285_714_285_6),
            ("load.expected-p-value", 0.686_288_529_422_059_8),
        ] as [(String, Double)]
    )
    func `figures of balance are those of the counts`(figure: String, wanted: Double) throws {
        let value = try #require(try value(of: figure, in: ResultFixture.record()))
        #expect(value.unit == .number)
        #expect(abs(value.asNumber / wanted - 1) < 1e-12)
    }

    @Test
    func `a server without requests counts as one`() throws {
        let record = ResultFixture.record(["Server 1": 30, "Server 3": 60])
        #expect(try value(of: "load.mean", in: record) == .number(30))
        #expect(try value(of: "load.min", in: record) == .number(0))
        #expect(try value(of: "load.max-to-min", in: record) == nil)
        #expect(try value(of: #"share{server="Server 2"}"#, in: record) == .ratio(0))
        #expect(try value(of: #"share{server="Server 3"}"#, in: record) == .ratio(60.0 / 90))
    }

    @Test
    func `a server that came during the run counts too, and exact shares no longer apply`() throws {
        let record = ResultFixture.record(["Server 1": 30, "Server 2": 0, "x7": 60, "Server 3": 6])
        #expect(try value(of: "load.mean", in: record) == .number(24))
        #expect(try value(of: "load.expected-p-value", in: record) == nil)
        #expect(try value(of: #"share{server="x7"}"#, in: record) == .ratio(60.0 / 96))
    }

    @Test
    func `a total is the sum of every series, and a label narrows it`() throws {
        var record = ResultFixture.record()
        record.metrics.count(
            MetricKey("requests.completed", .init("server", "Server 1"), .init("status", "400")),
            7
        )
        #expect(try value(of: "requests.completed", in: record) == .count(10_007))
        #expect(try value(of: #"requests{server="Server 1"}"#, in: record) == .count(8_446))
        #expect(try value(of: #"requests{status="400"}"#, in: record) == .count(7))
        #expect(
            try value(of: #"requests{server="Server 2", status="400"}"#, in: record) == .count(0)
        )
        #expect(try value(of: "requests.failed", in: record) == .count(0))
    }

    @Test
    func `latency of all servers is that of their durations together`() throws {
        var record = ResultFixture.record()
        for (server, durations) in [("Server 1", [10, 20, 30]), ("Server 2", [1_000])] {
            for milliseconds in durations {
                let key = MetricKey("latency", .init("server", server))
                record.metrics.record(key, .milliseconds(milliseconds))
            }
        }
        #expect(try value(of: "latency.mean", in: record) == .duration(.milliseconds(265)))
        #expect(try value(of: "latency.min", in: record) == .duration(.milliseconds(10)))
        #expect(try value(of: "latency.max", in: record) == .duration(.milliseconds(1_000)))
        let mean = #"latency.mean{server="Server 1"}"#
        #expect(try value(of: mean, in: record) == .duration(.milliseconds(20)))
        // The second smallest of four, to three significant digits.
        let median = try #require(try value(of: "latency.p50", in: record))
        #expect(abs(median.asNumber / 20e6 - 1) < 0.001)
    }

    @Test
    func `what was not measured has no value, and no count of it is zero`() throws {
        let record = ResultFixture.record([:])
        #expect(try value(of: "latency.p99", in: record) == nil)
        #expect(try value(of: "respawn.count", in: record) == .count(0))
        #expect(try value(of: "respawn.max", in: record) == nil)
        #expect(try value(of: "load.cv", in: record) == nil)
        #expect(try value(of: "load.p-value", in: record) == nil)
        #expect(try value(of: "keys.moved-fraction", in: record) == nil)
        #expect(try value(of: "servers.crashed", in: record) == .count(0))
    }

    @Test
    func `the run itself has figures`() throws {
        let record = ResultFixture.record()
        #expect(try value(of: "run.events", in: record) == .count(40_123))
        #expect(try value(of: "run.duration", in: record) == .duration(.milliseconds(84_391)))
        let share = #"expected-share{server="Server 1"}"#
        #expect(try value(of: share, in: record) == .ratio(0.843_75))
    }

    @Test
    func `moved keys are a part of those that were compared`() throws {
        var record = ResultFixture.record()
        record.metrics.count(MetricKey("keys.moved"), 56)
        record.metrics.count(MetricKey("keys.compared"), 512)
        #expect(try value(of: "keys.moved-fraction", in: record) == .ratio(0.109_375))
    }

    @Test
    func `every metric of the catalogue that the run has is listed, in the catalogue's order`()
        throws
    {
        let scenario = try ResultFixture.load("").cells[0].scenario
        let figures = RunFigures(of: ResultFixture.record(), in: scenario).all(in: scenario)
        var metrics: [String] = []
        for figure in figures where metrics.last != figure.reference.metric {
            metrics.append(figure.reference.metric)
        }
        let produced: [MetricDefinition.Source] = [.always, .requests, .balancer]
        let wanted = MetricCatalog.metrics.filter { produced.contains($0.source) }.map(\.name)
        #expect(metrics == wanted)
        let names = figures.map(\.reference.description)
        #expect(Set(names).count == names.count)
    }
}
