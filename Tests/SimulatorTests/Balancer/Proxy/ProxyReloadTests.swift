import Testing

@testable import Simulator

/// New configurations while the proxy runs, by what nginx says of `nginx -s reload`: old workers go
/// on with what they have, new ones have the new configuration.
struct ProxyReloadTests {
    /// A reload at half a second after which only Server 3 is there.
    private func bed(
        service: Duration = .milliseconds(2),
        _ change: (inout ProxySettings) -> Void = { _ in }
    ) -> ProxyBed {
        let server = WebServerSettings(service: .constant(service), concurrency: 10)
        return ProxyBed(server: server) { settings in
            change(&settings)
            var upstream = settings.upstreams[0]
            upstream.servers = [UpstreamServer("Server 3")]
            settings.reloads.append(.init(at: .milliseconds(500), upstreams: [upstream]))
        }
    }

    @Test
    func `what is under way is answered by the old servers, and the rest by the new ones`() {
        let bed = bed(service: .seconds(1))
        let before = [0, 100, 499].map { bed.ask(at: .milliseconds($0) - .milliseconds(1)) }
        let after = [500, 600].map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        #expect(before.compactMap { $0.value?.server } == ["Server 1", "Server 2", "Server 3"])
        #expect(after.compactMap { $0.value?.server } == ["Server 3", "Server 3"])
        #expect((before + after).allSatisfy { $0.value?.status == 200 })
        #expect(bed.journal.reloads.count == 1)
        #expect(bed.journal.problems.isEmpty)
    }

    @Test
    func `a request that came before is tried again at the old servers`() {
        let bed = bed { $0.upstreams[0].readTimeout = .seconds(1) }
        // Takes requests and answers none.
        bed.network.serve(.http, on: bed.servers[0]) { _ in }
        let answer = bed.ask()
        bed.run()
        #expect(answer.value?.server == "Server 2")
        // The way there with a connection, a second, and the way to the next one and back.
        #expect(answer.value?.instant == .zero.advanced(by: .milliseconds(3 + 1_000 + 7)))
    }

    @Test
    func `the new configuration knows nothing of failures, and begins at the first server`() {
        let bed = ProxyBed { settings in
            settings.upstreams[0].servers[0].failTimeout = .seconds(1_000)
            settings.reloads = [.init(at: .seconds(10), upstreams: settings.upstreams)]
        }
        let failing = Box(true)
        let (node, served) = (bed.servers[0], Box(0))
        bed.network.serve(.http, on: node) { incoming in
            served.value += 1
            if failing.value { return incoming.refuse() }
            incoming.reply(HTTPResponse(status: 200, servedBy: node.name))
        }
        bed.at(.seconds(5)) { failing.value = false }
        let answers = [1, 6, 7, 8, 11].map { bed.ask(at: .seconds($0)) }
        bed.run()
        let servers = answers.compactMap { $0.value?.server }
        #expect(servers == ["Server 2", "Server 3", "Server 2", "Server 3", "Server 1"])
        #expect(served.value == 2)
    }

    @Test
    func `checks of servers that are no longer there end`() {
        let bed = bed {
            $0.upstreams[0].check = ProxyCheck(.counter(.init(interval: .milliseconds(100))))
        }
        let checks = Box<[Int]>([])
        bed.network.serve(.http, on: bed.servers[0]) { [node = bed.servers[0]] incoming in
            checks.value.append(Int(node.now.nanoseconds / 1_000_000))
            incoming.reply(HTTPResponse(status: 200))
        }
        bed.run(until: .instant(.zero.advanced(by: .seconds(2))))
        #expect(checks.value.count == 5)
        #expect(checks.value.allSatisfy { $0 <= 501 })
    }

    @Test
    func `routes of the new configuration lead to its groups`() {
        let bed = ProxyBed { settings in
            var (web, rest) = (settings.upstreams[0], settings.upstreams[0])
            (web.name, web.servers) = ("web", [UpstreamServer("Server 1")])
            (rest.name, rest.servers) = ("rest", [UpstreamServer("Server 2")])
            settings.reloads = [
                .init(
                    at: .seconds(1),
                    upstreams: [rest, web],
                    routes: [.init("/", to: "rest"), .init("/home", to: "web")]
                )
            ]
        }
        let home = bed.ask(at: .seconds(2))
        let other = bed.ask(at: .seconds(2), HTTPRequest(.get, "/heartbeat"))
        bed.run()
        #expect(home.value?.server == "Server 1")
        #expect(other.value?.server == "Server 2")
    }

    @Test
    func `a proxy that starts anew has the configuration of that time`() {
        let bed = bed()
        bed.at(.seconds(1)) { [proxy = bed.proxy] in
            proxy.crash()
            proxy.restart()
        }
        let answers = [100, 2_000, 2_010].map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        #expect(answers.compactMap { $0.value?.server } == ["Server 1", "Server 3", "Server 3"])
    }

    @Test
    func `operators change the servers of the present configuration`() {
        let bed = bed()
        let body = ProxyMessages.body(of: .init(server_id: "Server 1"))
        let path = "/api/v1/loadbalancer/server/remove"
        let gone = bed.ask(at: .seconds(1), HTTPRequest(.post, path, body: body))
        let page = bed.ask(at: .seconds(1), HTTPRequest(.get, "/api/v1/loadbalancer/stats"))
        bed.run()
        #expect(gone.value?.status == 404)
        let statistics = (try? page.value?.result.get().body).flatMap(ProxyMessages.statistics)
        #expect(statistics?.servers.map(\.id) == ["Server 3"])
    }

    @Test
    func `servers that come, go, or are put back by it are noted`() {
        let bed = ProxyBed { settings in
            var upstream = settings.upstreams[0]
            upstream.servers = ["Server 1", "Server 2"].map { UpstreamServer($0) }
            settings.upstreams[0].servers.removeFirst()
            settings.reloads = [.init(at: .seconds(1), upstreams: [upstream])]
        }
        let body = ProxyMessages.body(of: .init(server_id: "Server 2", drain: true))
        let path = "/api/v1/loadbalancer/server/update"
        _ = bed.ask(at: .milliseconds(500), HTTPRequest(.post, path, body: body))
        bed.run(until: .instant(.zero.advanced(by: .seconds(2))))
        let changes = bed.journal.health.map { "\($0.server): \($0.change)" }
        #expect(
            changes == [
                "Server 2: drained", "Server 2: reinstated", "Server 3: leftOut", "Server 1: added",
            ]
        )
    }

    @Test
    func `nothing is kept of a configuration that no request needs any more`() {
        let bed = ProxyBed { settings in
            settings.reloads = (1...50).map {
                .init(at: .seconds($0), upstreams: settings.upstreams)
            }
        }
        let answers = (0..<520).map { bed.ask(at: .milliseconds($0 * 100 + 50)) }
        bed.run()
        #expect(answers.allSatisfy { $0.value?.status == 200 })
        let kept = bed.keptServers()
        #expect(kept.count == 51 && kept.last == 3)
        #expect(kept.dropLast().allSatisfy { $0 == 0 })
    }
}
