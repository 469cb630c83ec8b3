import Testing

@testable import Simulator

/// Clients that read slowly, with and without a proxy that reads for them.
struct SlowReaderTests {
    /// One place, 2 ms of service, 10,000 bytes.
    private func server(concurrency: Int = 1) -> WebServerSettings {
        let random = Simulation(seed: 1).random("body")
        return WebServerSettings(
            service: .constant(.milliseconds(2)),
            concurrency: concurrency,
            endpoints: [.init("/page", body: ResponseBody(.text, size: 10_000, random: random))]
        )
    }

    private func bed(
        buffers: Bool,
        servers: Int = 1,
        _ change: (inout ProxySettings) -> Void = { _ in }
    ) -> ProxyBed {
        ProxyBed(servers: servers, server: server()) {
            $0.routes[0].buffersResponses = buffers
            $0.accessLogMaximum = 10
            change(&$0)
        }
    }

    /// A page, of which the client reads 1,000 bytes a second: 10 s.
    private func page(reading rate: Int? = 1_000) -> HTTPRequest {
        var details = RequestDetails()
        details.reading = rate
        return HTTPRequest(.get, "/page", details: rate == nil ? nil : details)
    }

    @Test(arguments: [true, false])
    func `a client has its answer when it has read it`(buffers: Bool) throws {
        let bed = bed(buffers: buffers)
        let answer = bed.ask(page())
        bed.run()
        #expect(answer.value?.instant.milliseconds == 10_000 + 8)
        #expect(try answer.value?.result.get().body.count == 10_000)
        #expect(bed.journal.accessLog.map(\.bytes) == [10_000])
        #expect(bed.journal.clients.open == 0)
    }

    @Test
    func
        `buffering frees the server at once, and nothing else before the client has read`()
    {
        let times = [true, false].map { buffers in
            let bed = bed(buffers: buffers)
            _ = bed.ask(page())
            let next = bed.ask(at: .seconds(1), page(reading: nil))
            bed.run()
            return next.value?.instant.milliseconds ?? 0
        }
        // The connection to the server is kept, or taken; then the only place is free at second 10.
        #expect(times == [1_000 + 6, 10_000 + 6 + 2 + 2])
    }

    /// Little's law: places taken are the rate times (service + size / reading rate).
    @Test
    func `the places that are taken are the rate times the time of service and reading`() {
        for (buffers, busy) in [(true, 200), (false, 50_200)] {
            let bed = ProxyBed(servers: 1, server: server(concurrency: 10)) {
                $0.routes[0].buffersResponses = buffers
            }
            for number in 0..<100 {
                _ = bed.ask(at: .milliseconds(100 * number), page(reading: 20_000))
            }
            let metrics = bed.ask(at: .seconds(20), HTTPRequest(.get, "/metrics"))
            bed.run()
            let body = (try? metrics.value?.result.get().body) ?? []
            // A hundred times 2 ms, and without buffering 500 ms more.
            #expect(ServerMetrics.times(from: body)?.busy == .milliseconds(busy))
        }
    }

    /// nginx, "proxy_read_timeout": between two successive reads, not for the whole response.
    @Test
    func `the time to read does not count as the server's silence`() {
        let bed = bed(buffers: false) { $0.upstreams[0].readTimeout = .seconds(1) }
        let answer = bed.ask(page())
        bed.run()
        #expect(answer.value?.status == 200)
        #expect(bed.journal.retries == 0)
    }

    @Test
    func `a response that breaks off is tried nowhere else, and no failure of its server`() {
        let bed = bed(buffers: false, servers: 3)
        let answer = bed.ask(page())
        bed.at(.seconds(5)) { bed.servers.forEach { bed.network.kill($0) } }
        bed.run()
        #expect(answer.value?.result == .failure(.reset))
        #expect((5_001...5_003).contains(answer.value?.instant.milliseconds ?? 0))
        #expect(bed.journal.retries == 0)
        #expect(bed.journal.servers.allSatisfy { $0.failures == 0 && $0.active == 0 })
        #expect(bed.journal.clients.open == 0)
    }

    @Test
    func `an error is tried elsewhere, as nobody has read any of it`() {
        var failing = server()
        failing.failures = [.init(status: 503, probability: 1)]
        let bed = ProxyBed(servers: 2, server: server(), own: ["Server 1": failing]) {
            $0.routes[0].buffersResponses = false
            $0.upstreams[0].group.retry = RetryRule(conditions: [.http503])
        }
        let answer = bed.ask(page())
        bed.run()
        #expect(answer.value?.status == 200 && answer.value?.server == "Server 2")
        #expect(bed.journal.retries == 1)
    }

    @Test
    func `a server that falls silent in the middle is given up after its time`() {
        let bed = bed(buffers: false) { $0.upstreams[0].readTimeout = .seconds(2) }
        let answer = bed.ask(page())
        bed.at(.seconds(5)) { bed.servers[0].crash() }
        bed.run()
        #expect(answer.value?.result == .failure(.reset))
        #expect((12_000...12_020).contains(answer.value?.instant.milliseconds ?? 0))
    }

    @Test
    func `a client that goes away in the middle frees the server, and has the status that it got`()
    {
        for buffers in [true, false] {
            let bed = bed(buffers: buffers)
            let answer = bed.ask(page(), timeout: .seconds(4))
            let next = bed.ask(at: .seconds(5), page(reading: nil))
            bed.run()
            #expect(answer.value?.result == .failure(.timedOut))
            #expect((next.value?.instant.milliseconds ?? .max) < 5_020)
            #expect(bed.journal.answers == [200: 2])
        }
    }

    @Test
    func `a part of a response is as long as the client had time for`() {
        let bed = bed(buffers: true)
        _ = bed.ask(page(), timeout: .seconds(4))
        bed.run(until: .instant(.zero.advanced(by: .seconds(20))))
        // From 7 ms on, when the proxy has the page, until 4,001 ms, when the news arrives.
        #expect(bed.journal.accessLog.first?.bytes == 3_994)
    }

    @Test
    func `a server does not send to a client that went away while it waited`() {
        let bed = bed(buffers: false)
        _ = bed.ask(page())
        _ = bed.ask(at: .milliseconds(10), page(), timeout: .seconds(4))
        let next = bed.ask(at: .seconds(9), page(reading: nil))
        bed.run()
        #expect((next.value?.instant.milliseconds ?? .max) < 10_020)
    }

    @Test
    func `of two attempts the one whose response begins first is read`() {
        let bed = ProxyBed(servers: 2, server: server(), own: ["Server 1": slowServer]) {
            $0.routes[0].buffersResponses = false
            $0.upstreams[0].hedging = .init(after: .milliseconds(100))
        }
        let answer = bed.ask(page())
        bed.run()
        #expect(answer.value?.server == "Server 2")
        #expect((10_100...10_120).contains(answer.value?.instant.milliseconds ?? 0))
        #expect(bed.journal.servers.allSatisfy { $0.active == 0 })
    }

    private var slowServer: WebServerSettings {
        var settings = server()
        settings.service = .constant(.seconds(1))
        return settings
    }

    @Test
    func `servers that share their processors have them free while clients read`() {
        var sharing = server()
        sharing.discipline = .processorSharing
        let bed = ProxyBed(servers: 1, server: sharing) { $0.routes[0].buffersResponses = false }
        _ = bed.ask(page())
        let next = bed.ask(at: .seconds(1), page(reading: nil))
        let metrics = bed.ask(at: .seconds(20), HTTPRequest(.get, "/metrics"))
        bed.run()
        #expect(next.value?.instant.milliseconds == 1_000 + 8)
        let body = (try? metrics.value?.result.get().body) ?? []
        #expect(ServerMetrics.times(from: body)?.busy == .milliseconds(4))
    }

    @Test
    func `nothing is left of a run with slow clients`() {
        weak var network: Network?
        do {
            let bed = bed(buffers: false, servers: 3) {
                $0.clients.gzip = .init(rate: 1_000_000)
                $0.clients.connectionsMaximum = 10
                $0.clients.tls = .init(handshake: .zero)
            }
            network = bed.network
            let answers = (0..<5).map { bed.ask(at: .seconds($0), page()) }
            bed.at(.seconds(3)) { bed.network.kill(bed.servers[0]) }
            bed.run(until: .instant(.zero.advanced(by: .seconds(8))))
            #expect(answers.count == 5)
            bed.simulation.shutDown()
        }
        #expect(network == nil)
    }

    @Test
    func `a proxy that crashed gives the place back with the next thing that it asks`() {
        let bed = bed(buffers: false)
        _ = bed.ask(page(), timeout: .seconds(1))
        bed.at(.milliseconds(500)) { [proxy = bed.proxy] in proxy.crash() }
        bed.at(.seconds(2)) { [proxy = bed.proxy] in proxy.restart() }
        let next = bed.ask(at: .seconds(3), page(reading: nil))
        bed.run()
        // Not at second 10, when the response would have been read.
        #expect(next.value?.instant.milliseconds == 3_000 + 8)
    }

    @Test
    func `a breaker counts a response that broke off, and none of a client that left`() {
        func states(patience: Duration, killed: Bool) -> [CircuitBreaker.State] {
            let bed = bed(buffers: false) {
                $0.upstreams[0].breaker = .init(window: 1, minimumCalls: 1, wait: .seconds(1_000))
            }
            _ = bed.ask(page(), timeout: patience)
            if killed {
                bed.at(.seconds(2)) { [network = bed.network, server = bed.servers[0]] in
                    network.kill(server)
                }
            }
            bed.run()
            return bed.journal.breakers.map(\.state)
        }
        #expect(states(patience: .seconds(300), killed: true) == [.open])
        #expect(states(patience: .seconds(300), killed: false).isEmpty)
        #expect(states(patience: .seconds(3), killed: false).isEmpty)
    }
}
