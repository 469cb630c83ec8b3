import Testing

@testable import Simulator

/// Ten thousand crashes and restarts of a node with forty tasks in every state.
struct CrashCyclesTests {
    private static let cycles = 10_000

    /// A request of which the test knows whether it is alive.
    private typealias Inquiry = Service<Lifetimes.Witness, Int>
    /// What the tests need to know of requests and of tasks.
    private let requests = Lifetimes()
    private let tasks = Lifetimes()
    private let simulation = Simulation(seed: 1, Variant(), eventBudget: 100_000_000)
    private let network: Network

    init() {
        network = Network(simulation: simulation)
    }

    /// The other side of the calls: it answers late, or never.
    private func addPeer() -> Node {
        simulation.addNode("peer") { [network] node in
            network.serve(Inquiry("late"), on: node) { incoming in
                node.spawn("answer", .background) {
                    try await node.nap(3)
                    incoming.reply(1)
                }
            }
            network.serve(Inquiry("never"), on: node) { _ in }
        }
    }

    /// Requests that a node has taken and not answered, gone with the node.
    private actor Desk: SimulatedActor {
        nonisolated let node: Node
        private var held: [IncomingRequest<Lifetimes.Witness, Int>] = []

        init(node: Node) { self.node = node }

        func hold(_ incoming: IncomingRequest<Lifetimes.Witness, Int>) { held.append(incoming) }
    }

    /// Calls in both directions, with and without a timeout, and requests that are held.
    private func startCalls(_ node: Node, _ peer: Node) {
        let desk = Desk(node: node)
        network.serve(Inquiry("hold"), on: node) { incoming in
            desk.assumeIsolated { $0.hold(incoming) }
        }
        for (name, timeout) in [
            ("late", .seconds(1)), ("late", nil), ("never", .seconds(1)), ("never", nil),
        ] as [(String, Duration?)] {
            node.spawn("call") { [network, requests, witness = tasks.witness()] in
                @Sendable func call() async throws {
                    _ = try await network.call(
                        Inquiry(name),
                        of: "peer",
                        from: node,
                        requests.witness(),
                        timeout: timeout
                    )
                }
                if timeout == nil {
                    async let child: Void = call()
                    try await child
                } else {
                    try await call()
                }
                withExtendedLifetime(witness) {}
            }
        }
        peer.spawn("client", .background) { [network, requests] in
            _ = try? await network.call(
                Inquiry("hold"),
                of: "victim",
                from: peer,
                requests.witness(),
                timeout: .milliseconds(5)
            )
        }
    }

    /// Starts thirty tasks on `node`.
    private static func startTasks(_ node: Node) {
        let mailbox = Mailbox<Int>("inbox", on: node)
        let host = Host(node: node)
        for number in 0..<5 {
            node.spawn("sleep") { try await node.nap(10 + number) }
            node.spawn("receive") { _ = try await mailbox.receive() }
            node.spawn("receive with a timeout") {
                _ = try await mailbox.receive(timeout: .seconds(number + 1))
            }
            node.spawn("disk") { try await node.disk.append([1], to: "log") }
        }
        for _ in 0..<2 {
            node.spawn("timeout") {
                try await node.withTimeout(.seconds(1)) { try await node.nap(100) }
            }
            node.spawn("group") {
                try await withThrowingDiscardingTaskGroup { group in
                    for _ in 0..<2 { group.addTask { try await node.nap(100) } }
                }
            }
            node.spawn("async let") {
                async let child: Void = node.nap(100)
                try await child
            }
            node.spawn("actor") {
                try await host.perform { try await $0.work(for: .seconds(1)) }
            }
        }
        node.spawn("unwinding") {
            defer { node.spawn("late") {} }
            do { try await node.nap(100) } catch { try? await node.nap(1) }
        }
        node.spawn("stream") {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            for await _ in stream {}
            continuation.finish()
        }
        mailbox.send(1, after: .seconds(1), .background)
        Handler("late", of: host) { _ in }.schedule(after: .milliseconds(50), .background)
    }

    /// Crashes and restarts the node again and again; what was taken of slots, calls and memory.
    private func cycle() -> (places: [Int], memory: [Int]) {
        let peer = addPeer()
        let node = simulation.addNode("victim") { node in
            Self.startTasks(node)
            startCalls(node, peer)
        }
        let kernel = simulation.executor.state
        let link = network.link(from: node, to: peer.record)
        var places: [Int] = []
        var memory: [Int] = []
        for cycle in 1...Self.cycles {
            let instant = VirtualInstant(nanoseconds: UInt64(cycle) * 2_000_000)
            let runs = simulation.run(until: .instant(instant)).ending == .deadline
            node.current.crash()
            // What unwinds is ready and has all of this instant to do so.
            let unwinds = simulation.run(until: .instant(instant)).ending == .deadline
            let isClean = node.record.tasks.isEmpty && tasks.alive == 0
            // Those of the calls that the peer answers late, and of its own, last a few cycles.
            let isBounded = link.exchanges.all.isEmpty && requests.alive < 20
            if !(runs && unwinds && isClean && isBounded) {
                Issue.record(
                    "cycle \(cycle): \(tasks.alive) tasks, \(requests.alive) requests are left"
                )
                return (places, memory)
            }
            if cycle < Self.cycles { node.restart() }
            if cycle % (Self.cycles / 4) == 0 {
                places.append(kernel.pointee.slots.capacityUsed)
                memory.append(allocatedMemory())
            }
        }
        return (places, memory)
    }

    /// In a process of its own: other tests would take memory beside it.
    @Test func `they leave no task, no slot, no call and no memory behind`() async {
        await #expect(processExitsWith: .success) {
            let test = CrashCyclesTests()
            let (places, memory) = test.cycle()
            let simulation = test.simulation
            let kernel = simulation.executor.state
            #expect(simulation.violations.isEmpty)
            #expect(Set(places).count == 1, "slots in use at most: \(places)")
            // A second of messages, fifty milliseconds of handlers and what the calls send are
            // under way at any time.
            #expect(kernel.pointee.calls.capacityUsed <= 500 + 25 + 40)
            // Tables that hold the most that was ever under way grow now and then: 80 to 240 KiB.
            // One object of 96 bytes in each of 5,000 cycles were 469 KiB.
            #expect(memory[3] - memory[1] < 400 << 10, "\(memory)")
            let end = simulation.now.advanced(by: .seconds(2))
            #expect(simulation.run(until: .instant(end)).ending == .deadline)
            // What a node serves, and with it the one request that it holds, is kept until its next
            // incarnation serves.
            #expect(simulation.liveTasks == 0 && test.requests.alive <= 1)
            #expect(kernel.pointee.unwinding == 0)
            #expect(simulation.shutDown() == 0)
        }
    }
}
