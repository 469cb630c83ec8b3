import Testing

@testable import Simulator

/// How a proxy finds out that a server is not well, and when it comes back.
struct ProxyHealthTests {
    private static let check = ProxyCheck(
        .counter(.init(interval: .seconds(2), timeout: .milliseconds(500), rise: 2, fall: 3))
    )

    /// When each change was noted.
    private func changes(_ bed: ProxyBed) -> [(ProxyJournal.HealthChange, Double)] {
        bed.journal.health.map { ($0.change, Double($0.instant.nanoseconds) / 1e9) }
    }

    @Test
    func `three failed checks take a server out, and two that pass bring it back`() {
        let bed = ProxyBed { $0.upstreams[0].check = Self.check }
        bed.at(.seconds(10)) { bed.servers[0].crash() }
        bed.at(.seconds(30)) { bed.servers[0].restart() }
        bed.at(.seconds(50)) {}
        bed.run(until: .horizon(.zero.advanced(by: .seconds(50))))
        let found = changes(bed)
        #expect(found.map(\.0) == [.checkedUnhealthy, .checkedHealthy])
        // Checks at 10, 12 and 14 s fail, each after half a second; 30 and 32 s pass.
        #expect(found.map(\.1) == [14.5, 32.002])
    }

    @Test
    func `no request goes to a server that checks have taken out`() {
        let bed = ProxyBed {
            $0.upstreams[0].check = Self.check
            $0.upstreams[0].readTimeout = .seconds(1)
        }
        bed.at(.zero) { bed.servers[0].pause() }
        let before = bed.ask(at: .milliseconds(100))
        let after = (0..<30).map { bed.ask(at: .seconds(10) + .milliseconds(30) * $0) }
        bed.run()
        #expect(before.value?.server == "Server 2")
        #expect(after.allSatisfy { $0.value?.status == 200 && $0.value?.server != "Server 1" })
    }

    @Test
    func `a new target of AWS gets requests after its first pass`() {
        let bed = ProxyBed {
            $0.upstreams[0].check = ProxyCheck(.target(.init(interval: .seconds(30))))
        }
        let early = bed.ask(at: .milliseconds(1))
        let late = bed.ask(at: .seconds(25))
        bed.run()
        #expect(early.value?.status == 502)
        #expect(late.value?.status == 200)
    }

    @Test
    func `where no target is healthy all get requests, if the group fails open`() {
        let bed = ProxyBed {
            $0.upstreams[0].check = ProxyCheck(.target(.init(interval: .seconds(30))))
            $0.upstreams[0].group.failOpen = FailOpen()
        }
        let early = bed.ask(at: .milliseconds(1))
        bed.run()
        #expect(early.value?.status == 200)
    }

    @Test
    func `five errors in a row put a server aside for thirty seconds, as Envoy does`() {
        let failing = WebServerSettings(
            service: .constant(.milliseconds(2)),
            failures: [.init(status: 500, probability: 1)]
        )
        let bed = ProxyBed(own: ["Server 2": failing]) {
            $0.upstreams[0].outliers = OutlierSettings(ejectionPercentMaximum: 50)
        }
        let answers = bed.askInTurn(500, every: .milliseconds(100))
        let failures = answers.indices.filter { answers[$0].status == 500 }
        // Every third request, until the fifth of them; then from the end of the interval on in
        // which the thirty seconds are over.
        #expect(failures.prefix(5) == [1, 4, 7, 10, 13])
        #expect(failures[5...].allSatisfy { $0 >= 400 })
        #expect(changes(bed).map(\.0).prefix(2) == [.ejected, .readmitted])
        #expect(changes(bed)[1].1 == 40)
    }

    @Test
    func `a target is checked as soon as it is known, and only 200 will do for AWS`() {
        for (path, first) in [("/home", 200), ("/health", 502)] {
            let sick = WebServerSettings(
                service: .constant(.zero),
                failures: [.init(status: path == "/home" ? 200 : 204, probability: 1)]
            )
            let bed = ProxyBed(servers: 2, server: sick) {
                let rules = ProxyCheck.Rules.target(TargetHealth.Settings())
                $0.upstreams[0].check = ProxyCheck(rules, path: "/home")
            }
            let answer = bed.ask(at: .milliseconds(10))
            bed.run(until: .instant(.zero.advanced(by: .seconds(1))))
            #expect(answer.value?.status == first)
        }
    }

    @Test
    func `what several workers find out about a server is one exclusion`() {
        let bed = ProxyBed {
            $0.workers = 3
            $0.sharesState = false
        }
        bed.network.kill(bed.servers[0])
        let answers = bed.askInTurn(30)
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(bed.journal.health.map(\.change) == [.failed])
    }
}
