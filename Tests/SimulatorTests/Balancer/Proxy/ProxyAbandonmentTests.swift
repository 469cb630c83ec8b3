import Testing

@testable import Simulator

/// What a proxy does for clients that have gone, and with connections to processes that have.
struct ProxyAbandonmentTests {
    private let slow = WebServerSettings(service: .constant(.seconds(1)), concurrency: 10)

    @Test
    func `a client that gives up frees what its request had, and is logged with 499`() {
        let bed = ProxyBed(server: slow) {
            $0.connectionLimits = [.init(ConnectionLimit(maximum: 1), by: .all)]
            $0.upstreams[0].circuit = CircuitThresholds(requestsMaximum: 1)
            $0.accessLogMaximum = 10
        }
        let impatient = bed.ask(timeout: .milliseconds(100))
        let next = bed.ask(at: .milliseconds(102))
        bed.run()
        #expect(impatient.value?.result == .failure(.timedOut))
        #expect(next.value?.status == 200)
        #expect(bed.journal.answers == [499: 1, 200: 1])
        #expect(bed.journal.accessLog.first?.attempts.map(\.status) == [499])
        #expect(bed.journal.servers.reduce(0) { $0 + $1.active + $1.failures } == 0)
        #expect(bed.journal.health.isEmpty)
    }

    @Test
    func `nothing is tried any more for a client that gave up`() {
        let bed = ProxyBed(server: slow) {
            $0.upstreams[0].readTimeout = .milliseconds(300)
            $0.upstreams[0].hedging = .init(after: .milliseconds(200))
        }
        _ = bed.ask(timeout: .milliseconds(100))
        bed.run()
        #expect(bed.journal.servers.reduce(0) { $0 + $1.attempts } == 1)
        let patient = ProxyBed(server: slow) {
            $0.upstreams[0].readTimeout = .milliseconds(300)
        }
        _ = patient.ask()
        patient.run()
        #expect(patient.journal.servers.reduce(0) { $0 + $1.attempts } == 3)
    }

    @Test
    func `a client that gives up between two attempts ends its request`() {
        let failing = WebServerSettings(
            service: .constant(.milliseconds(10)),
            failures: [.init(status: 500, probability: 1)]
        )
        let bed = ProxyBed(server: failing) {
            $0.upstreams[0].group.retry = RetryRule(conditions: [.http500])
            $0.upstreams[0].backoff = Backoff(first: .seconds(1))
            $0.upstreams[0].circuit = CircuitThresholds(requestsMaximum: 1)
        }
        _ = bed.ask(timeout: .milliseconds(500))
        let next = bed.ask(at: .milliseconds(600), timeout: .milliseconds(100))
        bed.run(until: .instant(.zero.advanced(by: .seconds(5))))
        #expect(bed.journal.servers.reduce(0) { $0 + $1.attempts } == 2)
        // The second one got past the circuit, which has room for one.
        #expect(next.value?.result == .failure(.timedOut))
        #expect(bed.journal.answers == [499: 2])
    }

    @Test
    func `the end of a client's process is noticed, the crash of its machine is not`() {
        let killed = ProxyBed(server: slow)
        _ = killed.ask()
        let driver = killed.simulation.addNode("driver")
        driver.spawn("kill") {
            try await driver.nap(100)
            killed.network.kill(killed.client)
        }
        killed.run(until: .instant(.zero.advanced(by: .seconds(5))))
        #expect(killed.journal.answers == [499: 1])
        let crashed = ProxyBed(server: slow)
        _ = crashed.ask()
        crashed.at(.milliseconds(100)) { crashed.client.crash() }
        crashed.run(until: .instant(.zero.advanced(by: .seconds(5))))
        #expect(crashed.journal.answers == [200: 1])
    }

    @Test
    func `a call that was answered in time abandons nothing`() {
        let bed = ProxyBed()
        let answers = bed.askInTurn(20)
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(bed.journal.answers == [200: 20])
        #expect(bed.journal.underWay == 0)
    }

    @Test
    func `a proxy with requests under way keeps nothing alive after the simulation`() {
        weak var network: Network?
        do {
            let bed = ProxyBed(server: slow) {
                $0.upstreams[0].hedging = .init(after: .milliseconds(50))
            }
            for _ in 0..<3 { _ = bed.ask() }
            network = bed.network
            bed.network.assign("address", to: bed.proxy)
            bed.run(until: .instant(.zero.advanced(by: .milliseconds(500))))
            bed.simulation.shutDown()
        }
        #expect(network == nil)
    }

    // MARK: Connections

    @Test
    func `connections to a process that was killed are closed and cost nothing`() {
        let bed = ProxyBed(servers: 2)
        bed.at(.milliseconds(100)) { bed.network.kill(bed.servers[0]) }
        bed.at(.milliseconds(110)) { bed.servers[0].current.restart() }
        let answers = [0, 30, 200, 230].map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        #expect(answers.allSatisfy { $0.value?.status == 200 })
        #expect(bed.journal.health.isEmpty && bed.journal.retries == 0)
        // The first of each two goes to the server anew, over a connection of its own.
        #expect(answers[2].value?.instant == .zero.advanced(by: .milliseconds(208)))
        #expect(answers[3].value?.instant == .zero.advanced(by: .milliseconds(236)))
    }

    @Test
    func `a connection to a machine that started anew breaks, which costs a failure but no try`() {
        let bed = ProxyBed(servers: 2) { $0.upstreams[0].group.retry.triesMaximum = 1 }
        bed.at(.milliseconds(100)) { bed.servers[0].restart() }
        let answers = [0, 30, 200, 230].map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        #expect(answers.map { $0.value?.server ?? "" }.dropFirst(2) == ["Server 2", "Server 2"])
        #expect(bed.journal.health.map(\.change) == [.failed])
        #expect(bed.journal.retries == 1)
    }

    @Test
    func `a POST that came to a full queue may have been performed and is not sent again`() {
        let full = WebServerSettings(
            service: .constant(.seconds(1)),
            queue: 0,
            endpoints: [.init("/pay")]
        )
        let bed = ProxyBed(servers: 2, server: full)
        let posts = (0..<3).map { _ in bed.ask(HTTPRequest(.post, "/pay")) }
        bed.run()
        #expect(posts.map { $0.value?.status ?? 0 } == [200, 200, 502])
        #expect(bed.journal.retries == 0)
    }
}
