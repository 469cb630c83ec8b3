import Testing

@testable import Simulator

/// Second attempts beside slow ones.
struct ProxyHedgingTests {
    private let slow = WebServerSettings(service: .constant(.seconds(3)))

    @Test
    func `the slower attempt is given up, and leaves nothing behind`() {
        let bed = ProxyBed(own: ["Server 1": slow]) {
            $0.upstreams[0].hedging = .init(after: .milliseconds(50))
            $0.upstreams[0].circuit = CircuitThresholds(requestsMaximum: 1)
            $0.accessLogMaximum = 10
        }
        let answers = [0, 100].map { bed.ask(at: .milliseconds($0)) }
        bed.run()
        #expect(answers.allSatisfy { $0.value?.server == "Server 2" || $0.value?.status == 200 })
        #expect(bed.journal.accessLog[0].attempts.map(\.status) == [200, 499])
        #expect(bed.journal.servers.allSatisfy { $0.active == 0 && $0.failures == 0 })
        #expect(bed.journal.overflows == 0 && bed.journal.retries == 0)
    }

    @Test
    func `an attempt that fails moves on although another one is under way`() {
        let failing = WebServerSettings(
            service: .constant(.milliseconds(100)),
            failures: [.init(status: 500, probability: 1)]
        )
        let bed = ProxyBed(own: ["Server 1": failing, "Server 2": slow]) {
            $0.upstreams[0].hedging = .init(after: .milliseconds(50))
            $0.upstreams[0].group.retry = RetryRule(conditions: [.error, .http500])
        }
        let answer = bed.ask()
        bed.run()
        #expect(answer.value?.server == "Server 3")
        // There, 104 ms with the connection until the failure, 6 ms at the third server, back.
        #expect(answer.value?.instant == .zero.advanced(by: .milliseconds(112)))
        #expect(bed.journal.hedges == 1 && bed.journal.retries == 1)
    }

    @Test
    func `the last error is the answer where both attempts fail`() {
        let failing = WebServerSettings(
            service: .constant(.milliseconds(100)),
            failures: [.init(status: 500, probability: 1)]
        )
        let bed = ProxyBed(servers: 2, server: failing) {
            $0.upstreams[0].hedging = .init(after: .milliseconds(50))
        }
        let answer = bed.ask()
        bed.run()
        #expect(answer.value?.status == 500)
        #expect(answer.value?.instant == .zero.advanced(by: .milliseconds(156)))
    }

    @Test
    func `where there is no other server of the tier, nothing is sent or counted`() {
        let single = ProxyBed(servers: 1, server: slow) {
            $0.upstreams[0].hedging = .init(after: .milliseconds(50))
        }
        _ = single.ask()
        single.run()
        #expect(single.journal.hedges == 0 && single.journal.servers[0].attempts == 1)
        let backed = ProxyBed(servers: 2, server: slow) {
            $0.upstreams[0].hedging = .init(after: .milliseconds(50))
            $0.upstreams[0].servers[1].isBackup = true
        }
        _ = backed.ask()
        backed.run()
        #expect(backed.journal.hedges == 0 && backed.journal.servers[1].attempts == 0)
    }

    @Test
    func `a second attempt counts for the circuit like a retry`() {
        let bed = ProxyBed(servers: 3, server: slow) {
            $0.upstreams[0].hedging = .init(after: .milliseconds(50))
            $0.upstreams[0].circuit = CircuitThresholds(retriesMaximum: 1)
        }
        _ = (0..<3).map { _ in bed.ask() }
        bed.run()
        #expect(bed.journal.hedges == 1)
        #expect(bed.journal.overflows == 2)
    }
}
