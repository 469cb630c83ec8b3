import Testing

@testable import Simulator

struct HandlerTests {
    private let simulation = Simulation(seed: 1, Variant())
    private let node: Node

    init() {
        node = simulation.addNode("node")
    }

    @Test func `a handler is called at its instants, within its actor`() {
        let journal = Journal()
        let host = Host(node: node)
        let handler = Handler("note", of: host) { host in
            host.assertIsolated()
            journal.note("called", at: host.node)
        }
        handler.schedule(after: .milliseconds(3))
        handler.schedule(after: .milliseconds(1))
        node.slowness = 4
        handler.scheduleWork(for: .milliseconds(1))
        handler.schedule(after: .milliseconds(-1))
        #expect(simulation.run().instant.nanoseconds == 4_000_000)
        #expect(journal.entries == ["called@0", "called@1", "called@3", "called@4"])
    }

    @Test func `a handler does not keep its actor alive`() {
        let journal = Journal()
        weak var weakHost: Host?
        let handler: Handler<Host>
        do {
            let host = Host(node: node)
            weakHost = host
            handler = Handler("note", of: host) { _ in journal.note("called") }
        }
        handler.schedule(after: .zero)
        #expect(weakHost == nil)
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries.isEmpty)
    }

    @Test func `a call that was under way when its node crashed is dropped`() {
        let journal = Journal()
        let host = Host(node: node)
        let handler = Handler("note", of: host) { _ in journal.note("called") }
        handler.schedule(after: .milliseconds(3))
        let other = simulation.addNode("other")
        other.spawn("crash") { [node] in
            try await other.nap(2)
            node.crash()
            node.restart()
            handler.schedule(after: .zero)
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries.isEmpty)
    }

    @Test func `a call on a paused node waits`() {
        let journal = Journal()
        let host = Host(node: node)
        Handler("note", of: host) { journal.note("called", at: $0.node) }.schedule(
            after: .milliseconds(1)
        )
        node.pause()
        let other = simulation.addNode("other")
        other.spawn("resume") { [node] in
            try await other.nap(7)
            node.resume()
        }
        _ = simulation.run()
        #expect(journal.entries == ["called@7"])
    }

    @Test func `a handler of an actor on another executor stops the process`() async {
        await #expect(processExitsWith: .failure) {
            let simulation = Simulation(seed: 1)
            let other = Simulation(seed: 1)
            let host = Impostor(node: simulation.addNode("a"), executing: other.addNode("b"))
            _ = Handler("note", of: host) { _ in }
            withExtendedLifetime((simulation, other)) {}
        }
    }

    /// An actor that says it runs on one node and runs on another.
    private actor Impostor: SimulatedActor {
        nonisolated let node: Node
        private nonisolated let executing: Node

        init(node: Node, executing: Node) {
            self.node = node
            self.executing = executing
        }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executing.unownedExecutor }
    }
}
