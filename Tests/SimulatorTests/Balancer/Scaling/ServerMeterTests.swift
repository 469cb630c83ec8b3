import Testing

@testable import Simulator

/// How busy servers say that they are.
struct ServerMeterTests {
    private func instant(_ milliseconds: Int) -> VirtualInstant {
        .zero.advanced(by: .milliseconds(milliseconds))
    }

    @Test
    func `processors count while they are up, and requests no more than there are processors`() {
        let meter = ServerMeter()
        meter.begin(processors: 2, now: instant(1_000))
        meter.set(requests: 1, now: instant(1_100))
        meter.set(requests: 5, now: instant(1_300))
        meter.set(requests: 0, now: instant(1_600))
        meter.end(now: instant(2_000))
        let times = meter.times(until: instant(9_000))
        #expect(times.busy == .milliseconds(200 + 2 * 300))
        #expect(times.capacity == .milliseconds(2 * 1_000))
    }

    @Test(arguments: [
        Duration.zero, .nanoseconds(1), .milliseconds(1_500), .seconds(123_456),
    ])
    func `what the page tells is read back to the nanosecond`(busy: Duration) {
        let capacity = busy + .microseconds(7)
        let read = ServerMetrics.times(from: ServerMetrics.page((busy, capacity)))
        #expect(read?.busy == busy && read?.capacity == capacity)
    }

    @Test
    func `the page is that of Prometheus`() {
        let page = ServerMetrics.page((.milliseconds(1_500), .seconds(2)))
        let expected = """
            # TYPE server_busy_seconds_total counter
            server_busy_seconds_total 1.500000000
            # TYPE server_capacity_seconds_total counter
            server_capacity_seconds_total 2.000000000

            """
        #expect(String(decoding: page, as: UTF8.self) == expected)
        #expect(ServerMetrics.times(from: Array("server_busy_seconds_total 1".utf8)) == nil)
    }

    @Test(arguments: WebServerSettings.Discipline.allCases)
    func `a server is busy for as long as its requests take`(
        discipline: WebServerSettings.Discipline
    ) throws {
        let server = WebServerSettings(
            service: .constant(.milliseconds(30)),
            discipline: discipline
        )
        let bed = ProxyBed(servers: 1, server: server)
        let page = bed.ask(at: .seconds(1), HTTPRequest(.get, "/metrics"))
        _ = bed.askInTurn(10, every: .milliseconds(10))
        let body = try #require(try page.value?.result.get().body)
        let times = try #require(ServerMetrics.times(from: body))
        // Instants are whole nanoseconds, so that a share of a processor rounds up.
        let busy = Duration.milliseconds(300)...(.milliseconds(300) + .microseconds(1))
        #expect(busy.contains(times.busy))
        // There, and on to the server, over a connection that is kept.
        #expect(times.capacity == .milliseconds(1_002))
    }

    @Test
    func `a server that is down is neither busy nor up`() throws {
        let bed = ProxyBed(
            servers: 1,
            server: WebServerSettings(service: .constant(.milliseconds(300)))
        )
        let lost = bed.ask()
        bed.at(.milliseconds(104)) { bed.network.kill(bed.servers[0]) }
        bed.at(.milliseconds(504)) { bed.servers[0].restart() }
        let page = bed.ask(at: .milliseconds(998), HTTPRequest(.get, "/metrics"))
        bed.run()
        #expect(lost.value?.status == 502)
        // A new process with a meter of its own: what it was before is not its own.
        let body = try #require(try page.value?.result.get().body)
        let times = try #require(ServerMetrics.times(from: body))
        #expect(times.busy == .zero)
        #expect((.milliseconds(496)...(.milliseconds(500))).contains(times.capacity))
    }
}
