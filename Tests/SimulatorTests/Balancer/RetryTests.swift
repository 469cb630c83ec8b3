import Simulator
import Testing

/// Which requests the balancer sends again.
struct RetryTests {
    /// A server that notes each request it gets, and answers none in time.
    private func attempts(
        at method: HTTPMethod,
        retriesNonIdempotent: Bool = false
    ) throws -> (received: Int, status: Int?) {
        var settings = BalancerBed.Settings()
        settings.servers = 1
        settings.balancer = BalancerSettings(
            tries: 3,
            tryTimeout: .milliseconds(100),
            retriesNonIdempotent: retriesNonIdempotent
        )
        let bed = try BalancerBed(settings)
        let received = Collected<HTTPMethod>()
        let server = try #require(bed.simulation.node(named: "Server 1"))
        bed.network.serve(.http, on: server) { incoming in
            guard incoming.request.path != "/heartbeat" else {
                return incoming.reply(HTTPResponse(status: 200))
            }
            received.values.append(incoming.request.method)
        }
        let status = bed.ask(method, "/home")?.status
        return (received.values.count, status)
    }

    /// Idempotent methods: RFC 9110, section 9.2.2; the default: nginx, `proxy_next_upstream`.
    @Test(
        arguments: [
            (HTTPMethod.get, 3), (.head, 3), (.put, 3), (.delete, 3), (.options, 3), (.post, 1),
            (.patch, 1),
        ])
    func `what may have been performed is sent again only where that does no harm`(
        method: HTTPMethod,
        count: Int
    ) throws {
        let attempts = try attempts(at: method)
        #expect(attempts.received == count)
        #expect(attempts.status == 502)
    }

    @Test
    func `a setting allows to send it again`() throws {
        #expect(try attempts(at: .post, retriesNonIdempotent: true).received == 3)
    }

    /// A refused request was never begun.
    @Test
    func `what was refused is sent again, whatever it is`() throws {
        var settings = BalancerBed.Settings()
        settings.servers = 1
        settings.balancer = BalancerSettings(tries: 3, tryTimeout: .seconds(1))
        let bed = try BalancerBed(settings)
        let received = Collected<HTTPMethod>()
        let server = try #require(bed.simulation.node(named: "Server 1"))
        bed.network.serve(.http, on: server) { incoming in
            guard incoming.request.path != "/heartbeat" else {
                return incoming.reply(HTTPResponse(status: 200))
            }
            received.values.append(incoming.request.method)
            incoming.refuse()
        }
        #expect(bed.ask(.post, "/home")?.status == 502)
        #expect(received.values == [.post, .post, .post])
        #expect(bed.journal.keylessRetries == 2 && bed.journal.retries == 0)
        #expect(bed.journal.keylessRejections == 3 && bed.journal.rejections.isEmpty)
    }

    @Test(arguments: ["/home", "/heartbeat"])
    func `a server answers GET only`(path: String) throws {
        for method in HTTPMethod.allCases {
            let status = try BalancerBed().ask(method, path)?.status
            #expect(status == (method == .get ? 200 : 405), "\(method)")
        }
    }
}
