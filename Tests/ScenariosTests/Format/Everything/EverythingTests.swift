import Testing

@testable import Scenarios

/// A scenario that says every key and kind of the format at least once, but for those of MapReduce,
/// which `everythingOfJobs` says.
let everything = """
    version: 1
    name: everything
    title: "Every key: and 'kind' # once"
    seed: 18446744073709551615
    start: 2024-02-29T12:34:56.000000789Z
    schedule: random
    ties: {random: {draw: 2}}
    idle: play
    until: 90m
    event-limit: 1_000_000
    network: {latency: {normal: {mean: 1ms, deviation: 100us}}, across-zones: 3ms, loss: 0.1%, duplication: 0.001, ordered: true, reordering: 1%}
    cluster:
      machines: [{name: m1, zone: a}, {name: "m: 2"}]
      servers:
        {count: 4, names: "S {i} / {i}", first: 0, service: {lognormal: {median: 5ms, sigma: 0.5}},
         concurrency: 2, queue: 0, zone: [a, b], on: [m1, "m: 2"]}
      balancer:
        strategy: consistent-hash
        placement:
          bounded-load:
            factor: 1.5x
            of: {ring: {profile: seed-as-coded, slots: 1_024, virtual-nodes: 5, replicas-from: 1, id-base: 0,
                        request-hash: siphash-2-4, server-hash: fnv-1a-64, probing: quadratic, lookup: next}}
        heartbeat: {every: 2s, timeout: 1s, misses: 1, respawn: false, spawn-time: {uniform: 1s...10s}}
        retries: {tries: 1, timeout: 1.5s, delay: 10ms, non-idempotent: true}
        existing-hostname: skip
        unknown-hostname: refuse
        zone: b
        on: m1
    workload:
      - requests: {count: 5, path: "/a?b=c", key: {uniform: {population: 7}}, arrival: {constant: 300/s}, from: 1s, for: 2s, warm-up: 1.5s, timeout: 3s}
      - requests: {key: {sequence: {first: 3}}, arrival: {poisson: 1.5/m}, for: 1h}
      - requests: {key: {zipf: {exponent: 0.9, population: 10}}, arrival: {ramp: {from: 1/s, to: 5/h, over: 1m}}, for: 1h}
      - requests: {count: 9, key: {ids: six-digit}, arrival: {closed: {clients: 3, think: {pareto: {minimum: 1s, shape: 1.5}}, think-first: true}}}
      - calls:
          - {at: 1s, path: /x, method: PATCH, body: [1, "1", 1.0, true, "true", null, "", {a: {}}, "a\\nb", "- x"],
             expect: {status: 404, json: {a: []}, body: "n: 1 # no"}}
          - {at: 2s, path: /add, method: POST, body: {n: 1, hostnames: [S9]}}
    matrix:
      cluster.servers.count: [2, 4]
      zip: {network.loss: [1%, 2%], cluster.servers.queue: [1_000, 20]}
      cells: [{label: "a: 1", event-limit: 5}, {label: b, event-limit: 6}]
    matrix-seeds: split
    faults:
      - {at: 1s, target: {node: S9}, kind: crash, for: 5s}
      - {every: 1h, until: 5h, target: {role: balancer, mode: one}, kind: {restart: {}}}
      - {at: 1s, target: {zone: a, mode: {percent: 30%}}, kind: pause}
      - {at: 2s, target: {role: server, mode: one}, kind: kill, for: 1s}
      - {at: 1s, target: {machine: m1, mode: {exactly: 1}}, kind: {slow: {factor: 2.5x}}}
      - {at: 1s, target: {link: {from: client, to: balancer}}, kind: {latency: {exponential: 1s}}}
      - {at: 1s, target: {role: server}, kind: {partition: {from: {zone: b}, symmetric: false}}}
      - {at: 1s, target: {role: server}, kind: partition, for: {constant: 1s}}
      - {at: 1s, target: {role: server}, kind: {loss: 50%}}
      - {at: 1s, target: {role: client}, kind: {duplication: 0.5}}
      - {at: 1s, target: {role: server}, kind: {reordering: 1}}
      - {at: 1s, target: {role: server}, kind: {clock-skew: {offset: 5s, drift: -0.01}}}
      - {at: 1s, target: {role: server}, kind: disk-full}
      - {at: 1s, target: {role: server}, kind: {disk-slow: {factor: 3x}}}
      - {at: 1s, target: {role: server}, kind: {disk-lost-writes: {ratio: 33.3%}}}
      - {random: {every: {exponential: 30s}, until: 10m, kinds: [crash, slow, {loss: 1%}], for: 1s}, target: {role: server, mode: one}}
    swarm: {until: 5s, roles: [server, balancer], kinds: [crash, {loss: 5%}, {clock-skew: {drift: 0.1}}], every: 10ms...1s, for: 1ms...20s}
    small: {cluster.servers.count: 2, "workload.0.requests.count": 3}
    replicate: {count: 2, confidence: 90%, until: half-width 50%, of: [latency.mean], at-most: 3, judge: mean}
    expect:
      - requests.lost == 0
      - 'requests{server="S 0 / 0", status="200"} >= 1'
      - invariant: servers-restored
      - {check: {invariant: no-request-lost}, when: {label: "a: 1", cluster.servers.count: 4}}
    claims: [{source: "x: y", says: "'z'", check: load.cv == 1 +- 0.5, when: {label: b}}]
    report:
      - distribution: network.messages by server
      - quantiles: respawn
      - series: {x: cluster.servers.count, y: latency.p99}
      - table: [load.mean, 'share{server="S 1 / 1"}']
    """.replacing("network.messages by server", with: "requests.failed by status")

/// Every placement as a file says it, and what it means.
let everyPlacement: [(text: String, placement: PlacementSpecification)] = [
    ("ring", .ring(RingSpecification())), ("ketama", .ketama), ("{ketama: {}}", .ketama),
    ("hash", .hash), ("jump", .jump(seed: 0)), ("{jump: {seed: 7}}", .jump(seed: 7)),
    ("maglev", .maglev(table: 65_537, seed: 0)),
    ("{maglev: {table: 251, seed: 1}}", .maglev(table: 251, seed: 1)),
    ("rendezvous", .rendezvous(seed: 0)), ("{rendezvous: {seed: 2}}", .rendezvous(seed: 2)),
    ("multi-probe", .multiProbe(probes: 21)),
    ("{multi-probe: {probes: 3}}", .multiProbe(probes: 3)),
    ("{anchor: {capacity: 9, seed: 3}}", .anchor(capacity: 9, seed: 3)),
    ("{bounded-load: {of: ketama}}", .boundedLoad(factorPercent: 125, of: .ketama)),
    ("{bounded-load: {of: {hash: {}}}}", .boundedLoad(factorPercent: 125, of: .hash)),
    (
        "{bounded-load: {of: maglev}}",
        .boundedLoad(factorPercent: 125, of: .maglev(table: 65_537, seed: 0))
    ),
    (
        "{bounded-load: {of: rendezvous}}",
        .boundedLoad(factorPercent: 125, of: .rendezvous(seed: 0))
    ),
    (
        "{bounded-load: {of: multi-probe}}",
        .boundedLoad(factorPercent: 125, of: .multiProbe(probes: 21))
    ),
    (
        "{bounded-load: {of: anchor}}",
        .boundedLoad(factorPercent: 125, of: .anchor(capacity: 128, seed: 0))
    ),
    ("{bounded-load: {of: jump}}", .boundedLoad(factorPercent: 125, of: .jump(seed: 0))),
    (
        "{bounded-load: {factor: 1.1x, of: {jump: }}}",
        .boundedLoad(factorPercent: 110, of: .jump(seed: 0))
    ),
]

/// The scenarios that together say every key and kind, and how many runs each describes.
let scenariosOfEverything = [
    (everything, 8), (everythingOfJobs, 1), (everythingOfProxies, 1), (everythingOfScaling, 1),
    (everythingOfReloads, 1), (everythingOfBacking, 1), (everythingOfObjects, 1),
    (everythingOfPresets, 1), (everythingOfStoreCalls, 1), (everythingOfStoreCosts, 1),
    (everythingOfBackups, 1), (everythingOfStoredJobs, 1), (everythingOfEvents, 1),
    (everythingOfQueues, 1), (everythingOfRandomShards, 1), (everythingOfShardsInTurn, 1),
    (everythingOfLogs, 1), (everythingOfQueuedJobs, 1),
]

struct EverythingTests {
    @Test(arguments: scenariosOfEverything)
    func `a scenario that says everything is right and reads back from its explanation`(
        file: String,
        cells: Int
    ) throws {
        let loaded = try ScenarioLoader.load(bytes: Array(file.utf8), name: "x")
        #expect(loaded.cells.count == cells)
        let text = try ScenarioLoader.explain(bytes: Array(file.utf8), name: "x")
        let again = try ScenarioLoader.load(bytes: Array(text.utf8), name: "x")
        #expect(again.matrix == loaded.matrix)
        #expect(again.cells.count == cells)
        for (left, right) in zip(loaded.cells, again.cells) {
            #expect(left.parameters == right.parameters)
            #expect(left.label == right.label)
            var (first, second) = (left.scenario, right.scenario)
            #expect(first.expectations.map(\.check) == second.expectations.map(\.check))
            #expect(first.claims.map(\.expectation.check) == second.claims.map(\.expectation.check))
            first.expectations = []
            second.expectations = []
            first.claims = []
            second.claims = []
            #expect(first == second)
        }
    }

    @Test(arguments: everyPlacement)
    func `every placement is read and explained`(
        text: String,
        placement: PlacementSpecification
    ) throws {
        let file = "version: 1\nname: x\nseed: 1\ncluster: {balancer: {placement: \(text)}}\n"
        let loaded = try ScenarioLoader.load(bytes: Array(file.utf8), name: "x")
        #expect(loaded.cells[0].scenario.cluster.balancer?.placement == placement)
        let explained = try ScenarioLoader.explain(bytes: Array(file.utf8), name: "x")
        let again = try ScenarioLoader.load(bytes: Array(explained.utf8), name: "x")
        #expect(again.cells[0].scenario.cluster.balancer?.placement == placement)
    }

    @Test
    func `what is written without need for quotes reads back the same`() {
        let marks = Array(" :#-?,[]{}&*!|>'\"%@`~=<+./\\_aZ09\t\né\u{85}\u{2028}\u{7F}\u{1}")
        var state: UInt64 = 1
        for _ in 0..<3_000 {
            var text = ""
            for _ in 0..<(1 + state >> 60) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text.append(marks[Int((state >> 33) % UInt64(marks.count))])
            }
            let scalar = YAMLNode.scalar(text)
            let node = YAMLNode.mapping([
                (text, .sequence([scalar, .mapping([("k", scalar), (text, scalar)])]))
            ])
            let flow = YAMLWriter.flow(node)
            let block =
                "\(YAMLWriter.scalar(text, plain: true)):\n  - \(YAMLWriter.flow(scalar))\n  - k\n"
            for written in [flow, block] {
                let (root, found) = YAMLReader.read(
                    SourceText(name: "x", text: written),
                    text: written
                )
                #expect(found.isEmpty || text == "k", "\(written) \(found)")
                #expect(root?.entries?.first?.key == text, "\(written)")
                #expect(root?.entries?.first?.value.items?.first?.text == text, "\(written)")
            }
        }
    }

    @Test
    func `hostile sizes end soon`() {
        let many = (0..<9_000).map(String.init).joined(separator: ", ")
        let head = "version: 1\nname: x\nseed: 1\n"
        let conditions = (0..<6_000).map { "- {check: run.events > 0, when: {seed: \($0)}}" }
        let expectations = conditions.joined(separator: "\n")
        let crossed = "\(head)matrix: {seed: [\(many)]}\nexpect:\n\(expectations)\n"
        #expect(problems(of: Array(crossed.utf8)).first?.message.contains("too much") == true)
        let axes = (0..<20_000).map { "a\($0): [1]" }.joined(separator: ", ")
        let paths = problems(of: Array("\(head)matrix: {\(axes)}\n".utf8))
        #expect(paths.map(\.message) == ["matrix: 20,000 paths vary; expected at most 100"])
        let keys = (0..<40_000).map { "sede\($0): 1" }.joined(separator: "\n")
        #expect(problems(of: Array("\(head)\(keys)\n".utf8)).count == Diagnostics.limit)
        let long = String(repeating: "x", count: 500_000)
        let shown = problems(of: Array("\(head)\(long): {\(long): 1}\n".utf8)).first?.description
        #expect((shown?.count ?? 0) < 1_000)
    }
}
