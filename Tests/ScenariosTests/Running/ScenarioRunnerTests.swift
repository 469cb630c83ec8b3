import Scenarios
import Simulator
import Testing

struct ScenarioRunnerTests {
    private static let crashes = """
        [{random: {every: {exponential: 1s}, until: 5s, kinds: [crash, pause, {slow: {factor: 5x}}], \
        for: {uniform: 100ms...3s}}, target: {role: server, mode: one}}]
        """
    private static let patient = "{retries: {tries: 100, timeout: 1s}}"

    @Test
    func `two runs of a scenario are equal to the last event`() throws {
        let text = smallScenario(
            schedule: "random",
            balancer: Self.patient,
            faults: Self.crashes
        )
        let first = try run(text)
        let second = try run(text)
        #expect(first.outcome == second.outcome)
        #expect(first.timeline == second.timeline && !first.timeline.isEmpty)
        #expect(first.metrics.counters == second.metrics.counters)
    }

    @Test
    func `a random schedule differs by seed and still answers everything`() throws {
        var digests: Set<String> = []
        for seed in 1...20 {
            let record = try run(
                smallScenario(
                    seed: UInt64(seed),
                    schedule: "random",
                    balancer: Self.patient,
                    faults: Self.crashes
                )
            )
            digests.insert(record.outcome.digest.description)
            #expect(record.outcome.violations == [], "seed \(seed)")
            #expect(record.broken.filter { $0.key != "servers-restored" } == [:], "seed \(seed)")
            #expect(record.metrics.total("requests.completed") == 600, "seed \(seed)")
        }
        #expect(digests.count == 20)
    }

    @Test(
        arguments: [
            "ring", "ketama", "hash", "jump", "maglev", "rendezvous", "multi-probe", "anchor",
            "{bounded-load: {factor: 1.5x, of: ring}}", "{bounded-load: {factor: 2x, of: jump}}",
            "{ring: {probing: quadratic, lookup: next, request-hash: md5, server-hash: murmur3}}",
        ])
    func `every placement survives crashes of every server`(placement: String) throws {
        let faults = """
            [{at: 2s, target: {node: Server 1}, kind: crash}, \
            {at: 3s, target: {node: Server 3}, kind: crash}, \
            {at: 3s, target: {node: Server 2}, kind: crash, for: 1s}]
            """
        let record = try run(
            smallScenario(
                balancer: "{placement: \(placement), retries: {tries: 100, timeout: 1s}}",
                faults: faults
            )
        )
        #expect(record.outcome.violations == [])
        #expect(record.metrics.total("requests.completed") == 600)
        #expect(record.broken.filter { $0.key != "keys-move-only-from-the-dead" } == [:])
        // The remainder of nginx's plain hash, and a table that is filled anew, move others' keys.
        if placement != "hash", placement != "maglev" { #expect(record.broken == [:]) }
        #expect(record.metrics.total("servers.crashed") == 3)
    }

    @Test(
        arguments: [
            "crash", "restart", "pause", "{slow: {factor: 20x}}", "{partition: {}}",
            "{partition: {from: {role: client}, symmetric: false}}", "{latency: 50ms}",
            "{loss: 20%}", "{duplication: 50%}", "{reordering: 50%}",
            "{clock-skew: {offset: 1h, drift: 0.1}}", "disk-full", "{disk-slow: {factor: 9x}}",
            "{disk-lost-writes: {ratio: 50%}}",
        ],
        [
            "{node: Server 1}", "{role: server, mode: one}", "{zone: east, mode: all}",
            "{role: server, mode: {percent: 50%}}", "{role: server, mode: {exactly: 2}}",
            "{node: balancer}",
        ]
    )
    func `every kind of fault runs without a violation`(kind: String, target: String) throws {
        for duration in ["", ", for: 1500ms"] {
            let record = try run(
                smallScenario(
                    count: 150,
                    servers: "{count: 3, service: 2ms, zone: east}",
                    balancer: Self.patient,
                    network: "{latency: 1ms, ordered: true}",
                    faults: "[{every: 1s, until: 2s, target: \(target), kind: \(kind)\(duration)}]"
                )
            )
            // What is on its way to a node that stands still for good never arrives, and is not
            // waited for.
            #expect(record.outcome.violations == [] && record.outcome.ending == .quiescent)
            #expect(record.broken["every-request-answered-once"] == nil)
            #expect(record.metrics.total("requests.sent") >= 1)
        }
    }

    @Test
    func `a link is a target`() throws {
        let record = try run(
            smallScenario(
                balancer: Self.patient,
                faults: """
                    [{at: 2s, for: 1s, target: {link: {from: client, to: balancer}}, \
                    kind: {partition: {symmetric: false}}}]
                    """
            )
        )
        // A hundred requests a second, each lost, each noticed by its client.
        #expect(record.metrics.total("requests.failed", .init("status", "timed out")) == 100)
        #expect(record.metrics.total("requests.completed") == 500)
        #expect(record.broken == [:])
        #expect(record.timeline.map(\.subject) == ["client -> balancer", "client -> balancer"])
    }

    @Test
    func `a crash of a machine takes all its servers, and its zone is theirs`() throws {
        let servers = "{count: 4, service: 2ms, on: [m1, m2]}"
        let machines = "  machines: [{name: m1, zone: east}, {name: m2, zone: west}]"
        for target in ["{machine: m1}", "{zone: east, mode: all}"] {
            let record = try run(
                smallScenario(
                    servers: servers,
                    balancer: Self.patient,
                    cluster: machines,
                    faults: "[{at: 2s, target: \(target), kind: crash}]"
                )
            )
            let crashed = record.timeline.filter { $0.event == "crash" }.map(\.subject)
            #expect(crashed == ["Server 1", "Server 3"])
            #expect(record.metrics.total("requests.completed") == 600)
            #expect(record.broken == [:])
        }
    }

    /// A file must name a balancer so far; a program need not.
    @Test
    func `without a balancer requests go to the first server`() throws {
        var cell = try cells(smallScenario(count: 50))[0]
        cell.scenario.cluster.balancer = nil
        let record = try ScenarioRunner().run(cell)
        #expect(record.completed == ["Server 1": 50])
        #expect(record.expectedShares == nil)
        #expect(record.broken == [:])
    }

    /// The file's checks find most of these; a program may still ask for them.
    @Test(arguments: ["ring", "{anchor: {capacity: 20}}", "{bounded-load: {of: ring}}"])
    func `servers that do not fit are an error and no crash`(placement: String) throws {
        var cell = try cells(smallScenario(balancer: "{placement: \(placement)}"))[0]
        cell.scenario.cluster.servers?.count = 57
        do throws(ScenarioRunningError) {
            _ = try ScenarioRunner().run(cell)
            Issue.record("it ran")
        } catch {
            guard case .invalid(let message) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(message.contains("no room for member"))
        }
    }

    @Test
    func `a run that ends at an instant loses nothing that is under way`() throws {
        let record = try run(
            smallScenario(until: "3s", servers: "{count: 3, service: 2s}")
        )
        #expect(record.outcome.ending == .deadline)
        #expect(record.outcome.instant == .zero.advanced(by: .seconds(3)))
        // 100 a second since second 1, the one of second 3 included; the first ended after 2.004 s.
        #expect(record.metrics.total("requests.sent") == 201)
        #expect(record.metrics.total("requests.completed") == 0)
        #expect(record.metrics.total("requests.lost") == 0)
        #expect(record.broken == [:])
    }

    @Test
    func `names of other nodes are no names for servers`() throws {
        let calls = ["client", "balancer", "fault injector"].enumerated().map { index, name in
            "{at: \(index + 1)s, method: POST, path: /add, body: {n: 1, hostnames: [\(name)]}, "
                + "expect: {status: 200, json: {message: {N: \(index + 4)}}}}"
        }
        let text = """
            version: 1
            name: test
            title: A test
            seed: 1
            cluster:
              servers: {count: 3, service: 2ms}
              balancer: {}
            workload:
              - requests: {count: 900, arrival: {constant: 100/s}}
              - calls: [\(calls.joined(separator: ", "))]
            faults: [{at: 100s, target: {node: Server 1}, kind: pause}]
            """
        let record = try run(text)
        #expect(record.outcome.violations == [])
        #expect(record.metrics.total("requests.completed") == 900)
        #expect(record.metrics.total("calls.passed") == 3)
        #expect(record.broken == [:])
        let joined = record.timeline.filter { $0.event == "joined the ring" }.map(\.subject)
        #expect(joined.count == 3 && joined.allSatisfy { $0.hasPrefix("S-") })
    }

    @Test
    func `a server may be called like the injector`() throws {
        let record = try run(
            smallScenario(
                servers: "{count: 1, names: fault injector, service: 2ms}",
                faults: "[{at: 2s, for: 10ms, target: {node: fault injector}, kind: pause}]"
            )
        )
        #expect(record.completed == ["fault injector": 600])
    }

    // MARK: Invariants

    @Test(
        arguments: [
            (BalancerPlantedBug.keepsTheDeadPlaced, "servers-restored"),
            (.reusesOrdinals, "servers-restored"),
            (.renumbersTheLiving, "keys-move-only-from-the-dead"),
        ])
    func `an invariant notices the bug it is there for`(
        bug: BalancerPlantedBug,
        invariant: String
    ) throws {
        let faults = "[{at: 2s, target: {role: server, mode: one}, kind: crash}]"
        for seed in 1...200 {
            let text = smallScenario(
                seed: UInt64(seed),
                balancer: "{heartbeat: {every: 500ms, timeout: 100ms}}",
                faults: faults
            )
            #expect(try run(text).broken == [:])
            if try run(text, plantedBug: bug).broken[invariant] != nil { return }
        }
        Issue.record("\(invariant) let \(bug) pass with 200 seeds")
    }

    @Test
    func `servers that are not replaced are not restored`() throws {
        let record = try run(
            smallScenario(
                balancer: "{placement: jump, heartbeat: {respawn: false}}",
                faults: "[{at: 2s, target: {node: Server 1}, kind: crash}]"
            )
        )
        #expect(record.broken == ["servers-restored": "2 of 3 servers answer at the end"])
    }
}
