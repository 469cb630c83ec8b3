import Simulator
import Testing

@testable import Scenarios

/// Plans of every kind, said again one by one.
struct ConcreteFaultsTests {
    private func scenario(seed: UInt64, faults: String) -> String {
        """
        version: 1
        name: test
        seed: \(seed)
        until: 20s
        cluster:
          machines:
            - {name: m-1, zone: a}
            - {name: m-2, zone: b}
          servers: {count: 6}
          balancer: {heartbeat: {respawn: false}}
          coordinator: {count: 2}
          topics: [{name: t, generate: {logs: application, count: 100}}]
        faults:
        \(faults)
        """
    }

    private struct Hit: Equatable {
        let instant: VirtualInstant
        let fault: Fault
        let subject: String
        let duration: Duration?
    }

    /// Whom each fault hit; several at one instant count in any order.
    private func hits(_ record: RunRecord) -> [Hit] {
        record.injections.flatMap { injection in
            injection.subjects.map {
                Hit(
                    instant: injection.instant,
                    fault: injection.fault,
                    subject: $0,
                    duration: injection.duration
                )
            }
        }.sorted {
            ($0.instant, $0.subject, $0.fault.name) < ($1.instant, $1.subject, $1.fault.name)
        }
    }

    private static let plans = """
        - {random: {every: {exponential: 1s}, until: 15s, kinds: [crash, pause, {slow: {factor: 3x}}], for: {uniform: 10ms...2s}}, target: {role: server, mode: one}}
        - {random: {every: 700ms, until: 15s, kinds: [kill, {clock-skew: {offset: 5ms}}]}, target: {role: server, mode: {exactly: 2}}}
        - {every: 3s, until: 15s, for: 500ms, target: {role: server, mode: {percent: 50%}}, kind: pause}
        - {every: 4s, until: 15s, for: 1s, target: {role: server}, kind: partition}
        - {every: 4s, until: 15s, for: 1s, target: {node: Server 2}, kind: {partition: {from: {node: Server 3}, symmetric: false}}}
        - {every: 2s, until: 15s, for: 1s, target: {link: {from: client, to: balancer}}, kind: {latency: {exponential: 5ms}}}
        - {every: 2s, until: 15s, for: 1s, target: {role: server}, kind: {loss: 10%}}
        - {at: 3s, for: 1s, target: {role: coordinator, mode: leader}, kind: pause}
        """.split(separator: "\n").map(String.init)

    @Test(arguments: plans.indices)
    func `the same befalls the same at the same instants`(plan: Int) throws {
        for seed in UInt64(1)...5 {
            let text = scenario(seed: seed, faults: Self.plans[plan])
            let cell = try cells(text)[0]
            let record = try ScenarioRunner().run(cell)
            for detail in ConcreteFaults.Detail.allCases {
                let concrete = ConcreteFaults(
                    specifications: cell.scenario.faults,
                    detail: detail
                )
                let items = record.injections.flatMap(concrete.items)
                let list = items.map { "- \(YAMLWriter.flow($0))" }.joined(separator: "\n")
                let again = scenario(seed: seed, faults: list.isEmpty ? "[]" : list)
                let said = try ScenarioRunner().run(try cells(again)[0])
                #expect(hits(said) == hits(record), "seed \(seed): \(list)")
            }
        }
    }

    @Test
    func `only what names one target and one instant is said outright`() throws {
        func isConcrete(_ text: String) throws -> Bool {
            let root = YAMLReader.read(SourceText(name: "", text: text)).root
            return ConcreteFaults.isConcrete(try #require(root))
        }
        #expect(try isConcrete("{at: 1s, target: {node: a}, kind: crash}"))
        #expect(try isConcrete("{at: 1s, target: {link: {from: a, to: b}}, kind: {loss: 1%}}"))
        #expect(try !isConcrete("{at: 1s, target: {role: server}, kind: crash}"))
        #expect(try !isConcrete("{every: 1s, target: {node: a}, kind: crash}"))
    }
}
