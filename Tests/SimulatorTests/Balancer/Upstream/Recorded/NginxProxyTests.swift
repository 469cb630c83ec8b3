import Testing

@testable import Simulator

/// The choices of a real nginx 1.22.1, by a running proxy over a network without delay, from its
/// access log.
struct NginxProxyTests {
    /// Runs about servers whose backends answer in HTTP, and that need no draws of nginx's own.
    private static let runs = NginxRun.all.filter { run in
        let strategy = NginxDirectives(run.upstream).strategy
        return run.http == nil && !run.name.hasPrefix("keepalive") && run.name != "access-list"
            && strategy != .random && strategy != .randomTwo
            && !run.statuses.values.contains { $0.answers.contains("garbage") }
    }

    @Test
    func `the recordings are there`() {
        #expect(Self.runs.count >= 40)
    }

    @Test(arguments: runs)
    func `the proxy chooses as nginx did`(run: NginxRun) throws {
        let bed = NginxBed(run)
        _ = bed.simulation.run(until: .quiescent)
        let outcomes = bed.outcomes.value
        #expect(outcomes.count == run.sequence.count { $0.end == nil })
        for (number, step) in run.sequence.enumerated() where step.end == nil {
            let outcome = try #require(outcomes[number])
            try #require(outcome == step.outcome, "\(run.name), step \(number)")
        }
        #expect(bed.journal.brokenRules.isEmpty)
        #expect(bed.journal.problems.isEmpty)
    }
}

/// A proxy with the configuration of a run, and backends that answer as the recorded ones did.
private struct NginxBed {
    let simulation = Simulation(seed: 1)
    let journal = ProxyJournal()
    /// What became of the request of each step.
    let outcomes = Box<[Int: NginxReplay.Outcome]>([:])
    private let network: Network
    private let run: NginxRun
    private let client: Node
    private let names: [String]
    /// Requests that a backend holds open and what it will answer, by number of the step.
    private let held = Box<[Int: Held]>([:])

    private typealias Held = (incoming: IncomingRequest<HTTPRequest, HTTPResponse>, status: Int)

    init(_ run: NginxRun) {
        self.run = run
        network = Network(
            simulation: simulation,
            settings: LinkSettings(latency: .constant(.zero))
        )
        names = NginxDirectives(run.upstream).servers.map(\.name)
        client = simulation.addNode("client")
        for (number, name) in names.enumerated() { addBackend(number, name) }
        addProxy()
        let bed = self
        client.spawn("run") {
            for (number, step) in run.sequence.enumerated() {
                try await bed.perform(step, number)
            }
        }
    }

    private func addProxy() {
        let upstream = NginxDirectives(run.upstream)
        let location = NginxDirectives(run.location ?? "")
        let readTimeout = location.parameters(of: "proxy_read_timeout")?.first ?? "60s"
        var settings = ProxySettings(
            upstreams: [
                ProxyUpstreamSettings(
                    "recorded",
                    servers: upstream.servers,
                    group: UpstreamSettings(
                        strategy: upstream.strategy,
                        retry: location.retryRule
                    ),
                    readTimeout: NginxDirectives.duration(readTimeout),
                    keepalive: .init(capacity: 0)
                )
            ],
            accessLogMaximum: run.sequence.count
        )
        settings.isChecked = names.count <= 64
        let random = simulation.random("proxy")
        simulation.addNode("proxy") { [network, journal, settings] node in
            _ = try? Proxy.start(
                on: node,
                network: network,
                settings: settings,
                journal: journal,
                random: random
            )
        }
    }

    /// A backend that is down is a machine on which nothing listens.
    private func addBackend(_ number: Int, _ name: String) {
        let script = run.statuses[String(number)]?.answers ?? ["200"]
        let isDown = run.down.contains(number)
        let (network, held, run) = (network, held, run)
        simulation.addNode(name) { node in
            guard !isDown else { return }
            let served = Box(0)
            network.serve(.http, on: node) { incoming in
                let answer = script[served.value % script.count]
                served.value += 1
                let step = Int(String(decoding: incoming.request.body, as: UTF8.self)) ?? -1
                let isHeld = run.sequence[step].begin != nil && held.value[step] == nil
                switch answer {
                case "close": incoming.refuse()
                case "hang": break
                default:
                    let status = Int(answer) ?? 0
                    guard !isHeld else { return held.value[step] = (incoming, status) }
                    incoming.reply(HTTPResponse(status: status, servedBy: node.name))
                }
            }
        }
    }

    /// Performs a step, after those before it.
    private func perform(_ step: NginxRun.Step, _ number: Int) async throws(Interruption) {
        if let at = step.at {
            let instant = VirtualInstant.zero.advanced(by: .milliseconds(at))
            if instant > client.now { try await client.sleep(until: instant) }
        }
        if let end = step.end {
            let first = run.sequence.firstIndex { $0.begin == end } ?? -1
            if let held = held.value[first] {
                held.incoming.reply(HTTPResponse(status: held.status))
            }
            // Until everything has happened that the answer leads to.
            return try await client.sleep(for: .nanoseconds(1))
        }
        guard step.begin != nil else { return try await ask(step, number) }
        client.spawn("held") { try await self.ask(step, number) }
        try await client.sleep(for: .nanoseconds(1))
    }

    private func ask(_ step: NginxRun.Step, _ number: Int) async throws(Interruption) {
        let withoutServer = journal.withoutServer
        let request = HTTPRequest(
            HTTPMethod(rawValue: step.method ?? "GET") ?? .post,
            "/\(number)",
            key: step.path.map { run.key(of: $0) },
            client: step.ip.flatMap { NetworkAddress($0) },
            body: Array(String(number).utf8)
        )
        var status = 0
        do throws(CallError) {
            let answer = try await network.call(
                .http,
                of: "proxy",
                from: client,
                request,
                timeout: nil
            )
            status = answer.status
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            Issue.record("step \(number): \(error)")
        }
        let entry = journal.accessLog.last { $0.request.contains(" /\(number) ") }
        var outcome = NginxReplay.Outcome(status: status)
        for attempt in entry?.attempts ?? [] {
            outcome.tried.append(names.firstIndex(of: attempt.server) ?? -2)
            outcome.upstreamStatus.append(String(attempt.status))
        }
        // nginx names the group where no server is left, which is the end of a request.
        if status == 502, journal.withoutServer > withoutServer {
            outcome.tried.append(-1)
            outcome.upstreamStatus.append("502")
        }
        outcomes.value[number] = outcome
    }
}
