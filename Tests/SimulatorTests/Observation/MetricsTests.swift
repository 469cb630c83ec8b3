import OrderedCollections
import Simulator
import Testing

struct MetricsTests {
    private func key(_ server: String, _ status: String) -> MetricKey {
        MetricKey("requests", .init("server", server), .init("status", status))
    }

    @Test
    func `counters add up by key and keep the order of their first appearance`() {
        var metrics = Metrics()
        metrics.count(key("b", "200"))
        metrics.count(key("a", "200"), 5)
        metrics.count(key("b", "400"), 0)
        metrics.count(key("b", "200"), 2)
        #expect(metrics.counters.map(\.value) == [3, 5, 0])
        #expect(
            metrics.counters.keys.map(\.description) == [
                #"requests{server="b",status="200"}"#, #"requests{server="a",status="200"}"#,
                #"requests{server="b",status="400"}"#,
            ]
        )
    }

    @Test
    func `a total takes all series that have the labels`() {
        var metrics = Metrics()
        metrics.count(key("a", "200"), 1)
        metrics.count(key("a", "500"), 10)
        metrics.count(key("b", "200"), 100)
        metrics.count(MetricKey("other", .init("server", "a")), 1_000)
        #expect(metrics.total("requests") == 111)
        #expect(metrics.total("requests", .init("server", "a")) == 11)
        #expect(metrics.total("requests", .init("status", "200")) == 101)
        #expect(metrics.total("requests", .init("status", "200"), .init("server", "b")) == 100)
        #expect(metrics.total("requests", .init("zone", "a")) == 0)
        #expect(metrics.total("request") == 0)
        #expect(MetricKey("plain").description == "plain")
    }

    @Test
    func `durations go to the histogram of their key`() {
        var metrics = Metrics()
        metrics.record(key("a", "200"), .seconds(1))
        metrics.record(key("b", "200"), .seconds(3))
        metrics.record(key("a", "200"), .seconds(2))
        #expect(metrics.histograms[key("a", "200")]?.count == 2)
        #expect(metrics.histograms[key("b", "200")]?.mean == .seconds(3))
    }
}
