import Testing

@testable import Simulator

/// Clients that take long for their requests, and more clients than there are connections.
struct SlowHeadTests {
    private func request(sending time: Duration) -> HTTPRequest {
        var details = RequestDetails()
        details.sending = time
        return HTTPRequest(.get, "/home", details: details)
    }

    @Test
    func `a request goes on when its head is complete`() {
        let bed = ProxyBed { $0.clients.headerTimeout = .seconds(10) }
        let answer = bed.ask(request(sending: .milliseconds(9_999)))
        bed.run()
        #expect(answer.value?.status == 200)
        #expect(answer.value?.instant.milliseconds == 9_999 + 8)
        #expect(bed.journal.clients.headerTimeouts == 0)
    }

    /// nginx closes the connection without an answer; 408 is what its log says.
    @Test
    func `one that is not complete in time is closed, and 408 in the log`() {
        let bed = ProxyBed {
            $0.clients.headerTimeout = .seconds(10)
            $0.accessLogMaximum = 10
        }
        let answer = bed.ask(request(sending: .seconds(10)))
        bed.run()
        #expect(answer.value?.result == .failure(.reset))
        #expect(answer.value?.instant.milliseconds == 10_000 + 2)
        #expect(bed.journal.answers == [408: 1])
        #expect(bed.journal.accessLog.map(\.status) == [408])
        #expect(bed.journal.clients.headerTimeouts == 1)
        #expect(bed.journal.clients.open == 0)
        #expect(bed.journal.servers.allSatisfy { $0.attempts == 0 })
    }

    @Test
    func `the head of a client that crashed is never complete`() {
        let bed = ProxyBed { $0.clients.headerTimeout = .seconds(10) }
        _ = bed.ask(request(sending: .seconds(2)))
        bed.at(.seconds(1)) { [client = bed.client] in client.crash() }
        bed.run(until: .instant(.zero.advanced(by: .seconds(60))))
        #expect(bed.journal.answers == [408: 1])
    }

    @Test
    func `a client that gives up meanwhile has its connection closed, once`() {
        let bed = ProxyBed()
        let answer = bed.ask(request(sending: .seconds(5)), timeout: .seconds(2))
        bed.run(until: .instant(.zero.advanced(by: .seconds(60))))
        #expect(answer.value?.result == .failure(.timedOut))
        #expect(bed.journal.answers == [499: 1])
        #expect(bed.journal.clients.open == 0)
    }

    @Test
    func `a head that is awaited no longer is not among those that are read`() throws {
        let bed = ProxyBed()
        _ = bed.ask(request(sending: .seconds(5)), timeout: .seconds(2))
        let pages = [1, 3].map { bed.ask(at: .seconds($0), HTTPRequest(.get, "/nginx-status")) }
        bed.run()
        let texts = try pages.map {
            String(decoding: try #require(try $0.value?.result.get().body), as: UTF8.self)
        }
        #expect(texts[0].contains("Reading: 1 Writing: 1 "))
        #expect(texts[1].contains("Reading: 0 Writing: 1 "))
    }

    @Test
    func `a client for which there is no connection is sent away`() {
        let slow = WebServerSettings(service: .constant(.seconds(1)), concurrency: 10)
        let bed = ProxyBed(server: slow) {
            $0.clients.connectionsMaximum = 4
            $0.upstreams[0].keepalive.capacity = 0
        }
        // Two clients and two servers take all four; after them there is room again.
        let answers = [0, 10, 20, 2_000].map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        #expect(answers.map { $0.value?.status ?? 0 } == [200, 200, 0, 200])
        #expect(answers[2].value?.result == .failure(.reset))
        let figures = bed.journal.clients
        #expect(figures.refused == 1 && figures.mostOpen == 2 && figures.accepted == 3)
        #expect(figures.problems == [])
        // The third is no request: nginx's accepts are more than what it handled.
        #expect(bed.journal.arrivals == 3)
    }

    @Test
    func `a request without a connection to a server gets status 500`() {
        let slow = WebServerSettings(service: .constant(.seconds(1)), concurrency: 10)
        let bed = ProxyBed(server: slow) {
            $0.clients.connectionsMaximum = 3
            $0.upstreams[0].keepalive.capacity = 0
        }
        let answers = [0, 10, 2_000].map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        #expect(answers.map { $0.value?.status ?? 0 } == [200, 500, 200])
        #expect(bed.journal.clients.withoutConnection == 1)
        #expect(bed.journal.servers.allSatisfy { $0.active == 0 && $0.failures == 0 })
    }

    @Test
    func `connections that are kept count, and are used again`() {
        let bed = ProxyBed(servers: 1) { $0.clients.connectionsMaximum = 2 }
        let answers = bed.askInTurn(3)
        #expect(answers.map(\.status) == [200, 200, 200])
        // One is kept, one is the client's: a second client at the same time is one too many.
        let crowded = ProxyBed(servers: 1) { $0.clients.connectionsMaximum = 2 }
        let first = crowded.ask()
        let both = (0..<2).map { _ in crowded.ask(at: .milliseconds(100)) }
        crowded.run()
        #expect(first.value?.status == 200)
        #expect(both.map { $0.value?.status ?? 0 } == [200, 0])
    }

    @Test
    func `every worker has connections of its own`() {
        let slow = WebServerSettings(service: .constant(.seconds(1)), concurrency: 10)
        let bed = ProxyBed(server: slow) {
            $0.workers = 2
            $0.clients.connectionsMaximum = 2
        }
        let answers = (0..<4).map { _ in bed.ask() }
        bed.run()
        #expect(answers.map { $0.value?.status ?? 0 } == [200, 200, 0, 0])
        #expect(bed.journal.clients.mostOpen == 2)
    }

    /// nginx, "stub_status": accepts, handled and requests; reading, writing and waiting.
    @Test
    func `the status page tells what connections are for`() throws {
        let slow = WebServerSettings(service: .constant(.seconds(5)), concurrency: 10)
        let bed = ProxyBed(server: slow) { $0.clients.connectionsMaximum = 6 }
        _ = bed.ask(request(sending: .seconds(3)))
        let others = [0, 1].map { bed.ask(at: .milliseconds(10 + $0)) }
        let refused = bed.ask(at: .milliseconds(600))
        let page = bed.ask(at: .milliseconds(500), HTTPRequest(.get, "/nginx-status"))
        bed.run()
        let text = String(decoding: try #require(try page.value?.result.get().body), as: UTF8.self)
        #expect(
            text == "Active connections: 4 \nserver accepts handled requests\n 4 4 4 \n"
                + "Reading: 1 Writing: 3 Waiting: 0 \n"
        )
        #expect(others.allSatisfy { $0.value?.status == 200 })
        #expect(refused.value?.status == 500)
    }

    @Test
    func `a head that takes too long is status 408 also where nothing serves the path`() {
        let bed = ProxyBed {
            $0.routes[0].path = "/home"
            $0.clients.headerTimeout = .seconds(2)
            $0.accessLogMaximum = 10
        }
        var details = RequestDetails()
        details.sending = .seconds(3_600)
        _ = bed.ask(HTTPRequest(.get, "/nowhere", details: details))
        bed.run()
        #expect(bed.journal.accessLog.map(\.status) == [408])
        #expect(bed.journal.clients.open == 0)
    }
}
