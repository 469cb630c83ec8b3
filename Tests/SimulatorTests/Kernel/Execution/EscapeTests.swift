import Foundation
import Testing

@testable import Simulator

/// What leaves the simulation is caught as it does, the run ends, and shutting down does not hang.
struct EscapeTests {
    /// A way out of virtual time.
    struct Escape: Sendable {
        var name: String
        var property: Violation.Property
        /// A word the message must contain: what it is, and what to do instead.
        var words: [String]
        /// Where the simulation learns of it as it happens, it ends at once.
        var body: @Sendable (Node, Network) async throws -> Void
    }

    static let stray = [
        Escape(name: "Task {}", property: .strayTask, words: ["Task { }", "node.spawn"]) { _, _ in
            Task {}
        },
        Escape(name: "Task.detached", property: .strayTask, words: ["Task.detached", "node.spawn"])
        { _, _ in
            await Task.detached {}.value
        },
        Escape(name: "Task.immediate", property: .strayTask, words: ["Task.immediate"]) { node, _ in
            Task.immediate { try await node.nap(5) }
            try await node.nap(10)
        },
        Escape(name: "immediate, spawning", property: .strayTask, words: ["Task.immediate"]) {
            node,
            _ in
            Task.immediate {
                node.spawn("other") {}
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            }
        },
        Escape(name: "immediate, reading", property: .strayTask, words: ["Task.immediate"]) {
            node,
            _ in
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            Task.immediate { for await _ in stream {} }
            try await node.nap(1)
            continuation.finish()
        },
        Escape(
            name: "Task { @MainActor in }",
            property: .strayTask,
            words: ["main actor", "node.spawn"]
        ) { node, _ in
            Task { @MainActor in }
            try await node.nap(1)
        },
    ]

    static let realTime = [
        Escape(name: "nanoseconds", property: .realTime, words: ["Task.sleep", "node.sleep"]) {
            _,
            _ in
            try await Task.sleep(nanoseconds: 50_000_000)
        },
        Escape(name: "for", property: .realTime, words: ["Task.sleep", "node.clock"]) { _, _ in
            try await Task.sleep(for: .milliseconds(50))
        },
        Escape(name: "until", property: .realTime, words: ["Task.sleep", "node.sleep"]) { _, _ in
            try await Task.sleep(until: .now + .milliseconds(50), clock: .suspending)
        },
        Escape(name: "in a child", property: .realTime, words: ["Task.sleep", "node.sleep"]) {
            _,
            _ in
            async let child: Void = Task.sleep(for: .seconds(3_600))
            try await child
        },
    ]

    static let foreign = [
        Escape(
            name: "continuation",
            property: .foreignThread,
            words: ["another thread", "continuation"]
        ) { node, _ in
            await Self.resumedElsewhere(node)
        },
        Escape(
            name: "continuation, then a wait",
            property: .foreignThread,
            words: ["another thread", "node.sleep"]
        ) { node, _ in
            await Self.resumedElsewhere(node)
            try await node.nap(1)
        },
        Escape(
            name: "continuation, then a call",
            property: .foreignThread,
            words: ["another thread"]
        ) { node, network in
            await Self.resumedElsewhere(node)
            _ = try await network.call(.number, of: "node", from: node, 1, timeout: .seconds(1))
        },
        Escape(
            name: "continuation, then a write",
            property: .foreignThread,
            words: ["another thread"]
        ) { node, _ in
            await Self.resumedElsewhere(node)
            try await node.disk.write([1], to: "file")
        },
        Escape(
            name: "continuation, then a message that waits",
            property: .foreignThread,
            words: ["another thread"]
        ) { node, _ in
            let mailbox = Mailbox<Int>("inbox", on: node)
            mailbox.put(1)
            await Self.resumedElsewhere(node)
            _ = try await mailbox.receive()
        },
        Escape(
            name: "stream",
            property: .foreignThread,
            words: ["another thread", "continuation"]
        ) { node, _ in
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            node.spawn("trigger") {
                try await node.nap(1)
                onAnotherThread { continuation.finish() }
            }
            for await _ in stream {}
        },
        Escape(
            name: "cancellation of a child",
            property: .foreignThread,
            words: ["cancelled from another thread", "SpawnedTask.cancel"]
        ) { node, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    withUnsafeCurrentTask { task in
                        let address = unsafeBitCast(task, to: UInt.self)
                        waitingForAnotherThread {
                            unsafeBitCast(address, to: UnsafeCurrentTask?.self)?.cancel()
                        }
                    }
                }
                group.addTask { try await node.nap(1_000) }
                try await group.next()
                let cancelled = node.spawn("sleeper") { try await node.nap(1_000) }
                waitingForAnotherThread { cancelled.cancel() }
                try await group.waitForAll()
            }
        },
    ]

    /// Waits for a continuation that another thread resumes once the task is suspended.
    static func resumedElsewhere(_ node: Node) async {
        await withCheckedContinuation { continuation in
            _ = node.spawn("trigger") {
                try await node.nap(1)
                onAnotherThread { continuation.resume() }
            }
        }
    }

    static let lost = [
        Escape(
            name: "continuation that is never resumed",
            property: .outsideVirtualTime,
            words: ["task 'main' of node 'node'", "continuation", "main actor"]
        ) { _, _ in
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        },
        Escape(
            name: "stream that nobody feeds",
            property: .outsideVirtualTime,
            words: ["task 'main' of node 'node'", "stream"]
        ) { _, _ in
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            for await _ in stream {}
            continuation.finish()
        },
    ]

    private func check(_ escape: Escape, _ variant: Variant, inActor: Bool) -> Int {
        let simulation = Simulation(seed: 1, variant)
        let node = simulation.addNode("node")
        let host = Host(node: node)
        let network = Network(simulation: simulation)
        node.spawn("main") {
            if inActor {
                try await host.perform { try await escape.body($0, network) }
            } else {
                try await escape.body(node, network)
            }
        }
        let outcome = simulation.run()
        #expect(outcome.ending == .violation, "\(escape.name)")
        #expect(network.traffic.sent == 0, "\(escape.name)")
        let violation = outcome.violations.first
        #expect(violation?.property == escape.property, "\(escape.name): \(outcome.violations)")
        for word in escape.words {
            #expect(
                violation?.message.contains(word) == true,
                "\(escape.name): \(outcome.violations)"
            )
        }
        #expect(simulation.run().ending == .violation)
        return simulation.shutDown()
    }

    @Test(arguments: stray.indices, [Variant(), Variant(order: .random)])
    func `a stray task is caught as it starts`(_ index: Int, _ variant: Variant) {
        for inActor in [false, true] {
            #expect(check(Self.stray[index], variant, inActor: inActor) == 0)
        }
    }

    @Test(arguments: realTime.indices, Variant.all)
    func `the real clock is caught as it is asked`(_ index: Int, _ variant: Variant) {
        for inActor in [false, true] {
            #expect(check(Self.realTime[index], variant, inActor: inActor) == 0)
        }
    }

    @Test(arguments: foreign.indices, Simulation.Order.allCases)
    func `what another thread does is caught`(_ index: Int, _ order: Simulation.Order) {
        for inActor in [false, true] {
            let variant = Variant(usesHook: false, order: order)
            #expect(check(Self.foreign[index], variant, inActor: inActor) == 0)
        }
    }

    /// With the hook a task comes back over the global pool, whose threads the other tests keep
    /// busy.
    @Test func `what another thread does is caught by the hook`() async {
        await #expect(processExitsWith: .success) {
            for escape in Self.foreign {
                for variant in Variant.all where variant.usesHook {
                    for inActor in [false, true] {
                        #expect(EscapeTests().check(escape, variant, inActor: inActor) == 0)
                    }
                }
            }
        }
    }

    @Test(arguments: lost.indices, Variant.captures)
    func `a task that nobody can wake is named`(_ index: Int, _ variant: Variant) {
        // A stream ends when its task is cancelled; a continuation cannot be taken back.
        #expect(check(Self.lost[index], variant, inActor: index == 0) == (index == 0 ? 1 : 0))
    }

    @Test func `without the hook an immediate task is caught as it waits`() {
        let immediate = Self.stray.first { $0.name == "Task.immediate" }
        for inActor in [false, true] {
            #expect(immediate.map { check($0, Variant(usesHook: false), inActor: inActor) } == 0)
        }
    }

    @Test(arguments: Variant.captures)
    func `a hop to the main actor is caught as it starts`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant)
        let node = simulation.addNode("node")
        node.spawn("main") {
            await MainActor.run {}
            try await node.nap(1)
        }
        let violation = simulation.run().violations.first
        #expect(violation?.property == .foreignThread)
        #expect(violation?.message.contains("called the main actor") == true)
        simulation.shutDown()
    }

    @Test func `a stray task is caught in a boot and in an inspection`() {
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node") { _ in Task {} }
        #expect(simulation.run().violations.first?.property == .strayTask)
        let other = Simulation(seed: 1)
        other.inspect(Host(node: other.addNode("node"))) { _ in _ = Task {} }
        #expect(other.run().violations.first?.property == .strayTask)
        withExtendedLifetime(node) {}
    }

    @Test func `without the hook or the layout of jobs a stray task is no crash`() {
        for variant in Variant.captures.dropFirst() {
            let simulation = Simulation(seed: 1, variant)
            let node = simulation.addNode("node")
            let host = Host(node: node)
            node.spawn("main") {
                await host.perform { _ in Task { await host.increment() } }
                try await node.nap(1)
            }
            let outcome = simulation.run()
            #expect(outcome.violations.count <= 1)
            simulation.shutDown()
        }
    }

    /// Waits for another thread, which waits for `gate`.
    private static func leave(until gate: DispatchSemaphore) async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            onAnotherThread {
                gate.wait()
                continuation.resume()
            }
        }
    }

    /// The task comes back over the global pool, so this must not keep a thread of it: it sleeps
    /// while it waits.
    @Test(arguments: [false, true])
    func `a task that comes back after its run is caught by the next`(
        _ isChild: Bool
    ) async throws {
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node")
        let host = Host(node: node)
        let gate = DispatchSemaphore(value: 0)
        node.spawn("main", .background) {
            if isChild {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await host.perform { _ in await Self.leave(until: gate) } }
                }
            } else {
                await host.perform { _ in await Self.leave(until: gate) }
            }
        }
        let instant = VirtualInstant(nanoseconds: 1)
        #expect(simulation.run(until: .instant(instant)).ending == .deadline)
        gate.signal()
        for _ in 0..<10_000 where !simulation.executor.outside.hasArrived {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(simulation.run().violations.first?.property == .foreignThread)
        #expect(simulation.shutDown() == 0)
    }

    @Test func `an actor called from outside of a run stops the process`() async {
        await #expect(processExitsWith: .failure) {
            let simulation = Simulation(seed: 1)
            let host = Host(node: simulation.addNode("node"))
            await host.increment()
            simulation.shutDown()
        }
    }

    @Test func `a wait outside of a run stops the process`() async {
        await #expect(processExitsWith: .failure) {
            let simulation = Simulation(seed: 1)
            try await simulation.addNode("node").nap(1)
            simulation.shutDown()
        }
    }
}
