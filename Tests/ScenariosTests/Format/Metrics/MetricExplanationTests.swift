import Testing

@testable import Scenarios

struct MetricExplanationTests {
    @Test
    func `every metric is in the table once, with its unit`() {
        let lines = MetricExplanation.table(style: .init(width: 200)).split(separator: "\n")
        for metric in MetricCatalog.metrics {
            let rows = lines.filter { $0.hasPrefix("  \(metric.name) ") }
            #expect(rows.count == 1, "\(metric.name)")
            #expect(rows.allSatisfy { $0.contains(" \(metric.unit.rawValue)") })
            for label in metric.labels {
                #expect(rows.allSatisfy { $0.contains(label) })
            }
        }
        #expect(MetricCatalog.parts.allSatisfy { part in lines.contains { $0 == part.title } })
        #expect(Set(MetricCatalog.metrics.map(\.name)).count == MetricCatalog.metrics.count)
    }

    @Test(arguments: [40, 60, 80])
    func `a narrow terminal gets every name whole, and no line that is too long`(width: Int) {
        let lines = MetricExplanation.table(style: .init(width: width)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width })
        for name in MetricExplanation.names {
            #expect(lines.contains { $0.split(separator: " ").first.map(String.init) == name })
        }
    }

    @Test(arguments: MetricExplanation.names)
    func `each is explained, with an example that a scenario may say`(name: String) throws {
        let text = try MetricExplanation.text(for: name)
        #expect(text.hasPrefix("\(name)\n  "))
        let mark = "\n  example "
        let start = try #require(text.firstRange(of: mark)).upperBound
        let example = text[start...].prefix { $0 != "\n" }.drop { $0 == " " }
        let check = try CheckParser.check(String(example))
        switch check {
        case .invariant(let invariant): #expect(invariant == name)
        case .comparison(let reference, _, _, _):
            #expect(reference.metric == name)
            let metric = try #require(MetricCatalog.metric(named: name))
            #expect(Set(metric.requiredLabels).isSubset(of: reference.labels.map(\.name)))
        }
    }

    @Test
    func `what a metric says is its documentation, unit, statistics and needs`() throws {
        let text = try MetricExplanation.text(for: "latency.p50")
        #expect(
            text == """
                latency
                  Time from the intended start of a request to its answer.

                  unit        duration (virtual time, such as 100ms)
                  statistics  mean, min, p50, p90, p95, p99, p99.9, max
                  labels      server
                  needs       a workload of requests
                  example     latency.p99 < 100ms

                """
        )
        let requests = try MetricExplanation.text(for: "requests")
        #expect(requests.hasPrefix("requests.completed\n"))
        #expect(requests.contains("also called  requests\n"))
    }

    @Test(arguments: [
        ("latncy", "latency"), ("requests.complete", "requests.completed"),
        ("no-request-los", "no-request-lost"),
    ])
    func `a mistyped name is answered with the nearest`(name: String, nearest: String) {
        let error = #expect(throws: UnknownMetric.self) { try MetricExplanation.text(for: name) }
        #expect(error?.description == "There is no metric '\(name)'. Did you mean '\(nearest)'?")
    }
}
