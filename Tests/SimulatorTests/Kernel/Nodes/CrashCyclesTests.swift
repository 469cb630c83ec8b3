import Testing

@testable import Simulator

/// Ten thousand crashes and restarts of a node with thirty tasks in every state.
struct CrashCyclesTests {
    private static let cycles = 10_000

    /// Starts thirty tasks on `node`.
    @Sendable
    private static func boot(_ node: Node) {
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

    @Test func `they leave no task, no slot, no call and no memory behind`() throws {
        let simulation = Simulation(seed: 1, Variant(), eventBudget: 100_000_000)
        let injector = simulation.addNode("injector")
        let node = simulation.addNode("victim", boot: Self.boot)
        let kernel = simulation.executor.state
        var places: [Int] = []
        var memory: [Int] = []
        for cycle in 1...Self.cycles {
            let instant = VirtualInstant(nanoseconds: UInt64(cycle) * 1_000_000)
            #expect(simulation.run(until: .instant(instant)).ending == .deadline)
            node.current.crash()
            // What unwinds is ready and has all of this instant to do so.
            #expect(simulation.run(until: .instant(instant)).ending == .deadline)
            #expect(simulation.liveTasks == 0)
            node.restart()
            if cycle % (Self.cycles / 4) == 0 {
                places.append(kernel.pointee.slots.capacityUsed)
                memory.append(try residentMemory())
            }
        }
        #expect(simulation.violations.isEmpty)
        #expect(Set(places).count == 1, "slots in use at most: \(places)")
        // A second of messages, and fifty milliseconds of handlers, are under way at any time.
        #expect(kernel.pointee.calls.capacityUsed <= 1_000 + 50 + 2)
        // Other tests run in this process; what one cycle leaks, 7,500 show.
        #expect(memory[3] - memory[0] < 64 << 20, "\(memory)")
        #expect(simulation.shutDown() == 0)
        withExtendedLifetime(injector) {}
    }
}
