import Testing

@testable import Simulator

/// What happens to requests on their way through a proxy.
struct ProxyRequestTests {
    @Test
    func `smooth weighted round robin of 5, 1 and 1 goes A A B A C A A, as nginx's`() {
        let bed = ProxyBed { $0.upstreams[0].servers[0].weight = 5 }
        let names = bed.askInTurn(7).map(\.server)
        #expect(names == [1, 1, 2, 1, 3, 1, 1].map { "Server \($0)" })
    }

    @Test
    func `a connection costs a message there and one back, and none when it is kept`() {
        let kept = ProxyBed(servers: 1).askInTurn(2).map(\.instant.milliseconds)
        // There and back twice, 2 ms of service; the first also connects.
        #expect(kept == [8, 26])
        let closed = ProxyBed(servers: 1) { $0.upstreams[0].keepalive.capacity = 0 }
        #expect(closed.askInTurn(2).map(\.instant.milliseconds) == [8, 28])
    }

    @Test
    func `requests go to the group of the longest path that fits, and others find nothing`() {
        let service = WebServerSettings(
            service: .constant(.milliseconds(2)),
            endpoints: [.init("/voice"), .init("/voice/long"), .init("/other")]
        )
        let bed = ProxyBed(server: service) { settings in
            settings.upstreams = (1...3).map {
                ProxyUpstreamSettings("\($0)", servers: [UpstreamServer("Server \($0)")])
            }
            settings.routes = [
                .init("/home", to: "1"), .init("/voice", to: "2"), .init("/voice/long", to: "3"),
            ]
        }
        let paths = ["/voice", "/home", "/voice/long", "/other"]
        let answers = paths.map { bed.ask(HTTPRequest(.get, $0)) }
        bed.run()
        #expect(
            answers.map { $0.value?.server ?? "" } == ["Server 2", "Server 1", "Server 3", ""]
        )
        #expect(answers[3].value?.status == 404)
    }

    @Test
    func `a request moves on from a server whose process was killed, and none fails`() {
        let bed = ProxyBed()
        bed.at(.milliseconds(50)) { bed.network.kill(bed.servers[1]) }
        let answers = bed.askInTurn(60)
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(bed.journal.retries == 1)
        // One failure suffices, and ten seconds have not passed.
        let late = answers.dropFirst(4).count { $0.server == "Server 2" }
        #expect(late == 0)
        #expect(bed.journal.health.map(\.change) == [.failed])
    }

    @Test
    func `a machine that falls silent costs requests a timeout, and all are answered`() {
        let bed = ProxyBed {
            $0.upstreams[0].readTimeout = .milliseconds(500)
            $0.upstreams[0].connectTimeout = .milliseconds(500)
        }
        bed.at(.milliseconds(115)) { bed.servers[0].crash() }
        let answers = bed.askInTurn(30)
        #expect(answers.allSatisfy { $0.status == 200 })
        let slowest = zip(answers, 0...).map { $0.0.instant.milliseconds - 20 * $0.1 }.max() ?? 0
        #expect((500..<520).contains(slowest))
    }

    @Test
    func `a POST that a server may have performed is not sent again`() {
        let bed = ProxyBed(
            server: WebServerSettings(
                service: .constant(.milliseconds(30)),
                endpoints: [.init("/pay")]
            )
        )
        bed.at(.milliseconds(10)) { bed.network.kill(bed.servers[0]) }
        let posted = bed.ask(HTTPRequest(.post, "/pay"))
        bed.run()
        #expect(posted.value?.status == 502)
        #expect(bed.journal.retries == 0)
    }

    @Test
    func `a POST that no server has seen moves on`() {
        let bed = ProxyBed(
            server: WebServerSettings(
                service: .constant(.milliseconds(30)),
                endpoints: [.init("/pay")]
            )
        )
        bed.network.kill(bed.servers[0])
        let posted = bed.ask(HTTPRequest(.post, "/pay"))
        bed.run()
        #expect(posted.value?.server == "Server 2")
    }

    @Test
    func `a slow request is sent to a second server, whose answer counts`() {
        let slow = WebServerSettings(service: .constant(.seconds(3)))
        let bed = ProxyBed(own: ["Server 1": slow]) {
            $0.upstreams[0].hedging = .init(after: .milliseconds(50))
        }
        let answers = bed.askInTurn(3)
        #expect(answers.map(\.server) == ["Server 2", "Server 2", "Server 3"])
        // Over a connection that the second request has left.
        #expect(answers[0].instant.milliseconds == 1 + 50 + 4 + 1)
        #expect(bed.journal.hedges == 1)
    }

    @Test
    func `workers without a shared zone each begin with the first server`() {
        let shared = ProxyBed { $0.workers = 2 }
        #expect(shared.askInTurn(4).map(\.server).map { $0.last } == ["1", "2", "3", "1"])
        let own = ProxyBed {
            $0.workers = 2
            $0.sharesState = false
        }
        #expect(own.askInTurn(4).map(\.server).map { $0.last } == ["1", "1", "2", "2"])
    }

    @Test
    func `a worker does one thing at a time`() {
        let bed = ProxyBed(
            server: WebServerSettings(service: .constant(.zero), concurrency: 100)
        ) { $0.work = .milliseconds(10) }
        let answers = (0..<3).map { _ in bed.ask() }
        bed.run()
        let times = answers.compactMap { $0.value?.instant.milliseconds }
        #expect(times == [16, 26, 36])
    }
}
