import FoundationEssentials
import Testing

@testable import Simulator

/// What operators see and change while requests come.
struct ProxyOperationTests {
    private func order(_ path: String, _ body: String) -> HTTPRequest {
        HTTPRequest(.post, "/api/v1/loadbalancer/server/\(path)", body: Array(body.utf8))
    }

    @Test
    func `servers are added and removed while requests come, and none fails`() {
        let bed = ProxyBed(servers: 4) { $0.upstreams[0].servers.removeLast() }
        let added = bed.ask(
            at: .milliseconds(500),
            order("add", #"{"id":"Server 4","address":"10.0.0.4","port":8080,"weight":1}"#)
        )
        let removed = bed.ask(
            at: .milliseconds(1_500),
            order("remove", #"{"server_id":"Server 1"}"#)
        )
        let answers = bed.askInTurn(100)
        #expect(added.value?.status == 200)
        #expect(removed.value?.status == 200)
        #expect(answers.allSatisfy { $0.status == 200 })
        let places = answers.map { Int(String($0.server.suffix(1))) ?? 0 }
        #expect(!places[..<25].contains(4) && places[26...].contains(4))
        #expect(!places[76...].contains(1))
        #expect(bed.journal.problems == [])
    }

    @Test
    func `a server that drains finishes what it has and gets nothing new`() {
        let bed = ProxyBed(server: WebServerSettings(service: .constant(.seconds(2))))
        let first = bed.ask()
        let drained = bed.ask(
            at: .seconds(1),
            order("update", #"{"server_id":"Server 1","drain":true}"#)
        )
        let later = (0..<6).map { bed.ask(at: .milliseconds(1_100 + $0)) }
        bed.run()
        #expect(first.value?.server == "Server 1" && first.value?.status == 200)
        #expect(drained.value?.status == 200)
        #expect(later.allSatisfy { $0.value?.server != "Server 1" })
    }

    @Test(arguments: [
        ("add", "{", 400), ("add", "{}", 400), ("add", #"{"id":"Nobody"}"#, 404),
        ("add", #"{"id":"Server 1"}"#, 409), ("remove", #"{"server_id":"Server 9"}"#, 404),
        ("update", #"{"server_id":"Server 1","weight":0}"#, 409),
        ("update", #"{"server_id":"Server 1","upstream":"none"}"#, 404),
    ])
    func `an order that cannot be carried out says why`(path: String, body: String, status: Int) {
        let bed = ProxyBed()
        let answer = bed.ask(order(path, body))
        bed.run()
        #expect(answer.value?.status == status)
        let text = (try? answer.value?.result.get().body).map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(text?.contains("failure") == true)
    }

    @Test
    func `the statistics count what was sent`() throws {
        let bed = ProxyBed()
        let asked = bed.ask(at: .seconds(5), HTTPRequest(.get, "/api/v1/loadbalancer/stats"))
        let status = bed.ask(at: .seconds(6), HTTPRequest(.get, "/nginx-status"))
        _ = bed.askInTurn(30)
        let body = try #require(try asked.value?.result.get().body)
        let tree = try JSONSerialization.tree(of: body)
        #expect(tree["requests"] == 31)
        #expect(tree["availability"] == 1)
        let text = try #require(try status.value?.result.get().body)
        #expect(String(decoding: text, as: UTF8.self).hasPrefix("Active connections: 1 \nserver"))
    }

    @Test
    func `a server that is added is like the standard of its group`() throws {
        let bed = ProxyBed(servers: 4) {
            $0.upstreams[0].servers.removeLast()
            $0.upstreams[0].servers[0].weight = 7
            $0.upstreams[0].standard.weight = 2
        }
        _ = bed.ask(order("add", #"{"id":"Server 4"}"#))
        let answers = bed.askInTurn(48, every: .milliseconds(10))
        // Weights 7, 1, 1 and 2; the first request comes at the instant of the order.
        #expect((8...9).contains(answers.count { $0.server == "Server 4" }))
    }

    @Test(arguments: [
        (#"{"server_id":"Server 1","drain":false}"#, true),
        (#"{"server_id":"Server 1","down":false}"#, false),
    ])
    func `a server that is down from the start is in the books, until it is no longer down`(
        body: String,
        isNoticed: Bool
    ) {
        let bed = ProxyBed {
            $0.upstreams[0].servers[0].isDown = true
            $0.upstreams[0].group.plantedBug = .downStillChosen
        }
        _ = bed.ask(order("update", body))
        _ = bed.askInTurn(10, every: .milliseconds(10))
        #expect(bed.journal.problems.isEmpty != isNoticed)
    }

    @Test
    func `a server that drains in one group serves another`() {
        let bed = ProxyBed {
            $0.upstreams.append(
                ProxyUpstreamSettings("other", servers: [UpstreamServer("Server 1")])
            )
            $0.routes = [.init("/heartbeat", to: "other"), .init("/", to: "all")]
        }
        _ = bed.ask(order("update", #"{"server_id":"Server 1","upstream":"all","drain":true}"#))
        let other = bed.ask(at: .milliseconds(50), HTTPRequest(.get, "/heartbeat"))
        _ = bed.askInTurn(10)
        #expect(other.value?.server == "Server 1")
        #expect(bed.journal.problems == [])
    }

    @Test
    func
        `what a proxy had when it crashed is under way no longer, and operators count for nothing`()
        throws
    {
        let bed = ProxyBed(server: WebServerSettings(service: .constant(.seconds(1))))
        _ = bed.ask(timeout: .seconds(2))
        bed.at(.milliseconds(500)) { bed.proxy.restart() }
        let status = bed.ask(at: .seconds(6), HTTPRequest(.get, "/nginx-status"))
        bed.run()
        let text = try #require(try status.value?.result.get().body)
        #expect(String(decoding: text, as: UTF8.self).hasPrefix("Active connections: 1 \nserver"))
        let failing = ProxyBed(
            server: WebServerSettings(
                service: .constant(.zero),
                failures: [.init(status: 500, probability: 1)]
            )
        )
        let asked = (0..<10).map {
            failing.ask(at: .seconds(5 + $0), HTTPRequest(.get, "/api/v1/loadbalancer/stats"))
        }
        _ = failing.askInTurn(4)
        let body = try #require(try asked[9].value?.result.get().body)
        #expect(try JSONSerialization.tree(of: body)["availability"] == 0)
    }

    @Test
    func `the access log counts by server with awk's last word`() {
        let bed = ProxyBed { $0.accessLogMaximum = 100 }
        _ = bed.askInTurn(9)
        let lines = bed.journal.accessLog.map { $0.line(time: "01/Jan/2024:00:00:00 +0000") }
        let last = lines.compactMap { $0.split(separator: " ").last }
        #expect(last.count { $0 == "Server-2" } == 3)
        #expect(
            lines[0] == #"- - - [01/Jan/2024:00:00:00 +0000] "GET /home HTTP/1.1" 200 56 "#
                + #"rt=0.006 ut="0.006" us="200" upstream: Server-1"#
        )
    }
}

private enum JSONSerialization {
    private struct Figures: Decodable {
        var requests: Double
        var availability: Double
    }

    static func tree(of body: [UInt8]) throws -> [String: Double] {
        let figures = try JSONDecoder().decode(Figures.self, from: Data(body))
        return ["requests": figures.requests, "availability": figures.availability]
    }
}
