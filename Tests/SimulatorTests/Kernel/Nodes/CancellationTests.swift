import Testing

@testable import Simulator

/// Cancelling wakes whatever waits in virtual time, at the same instant.
struct CancellationTests {
    /// Runs `body` in a task and tells what it noted.
    private func entries(
        _ variant: Variant,
        _ body: @escaping @Sendable (Node, Journal) async throws -> Void
    ) -> [String] {
        let simulation = Simulation(seed: 1, variant)
        let node = simulation.addNode("node")
        let journal = Journal()
        node.spawn("main") {
            try await body(node, journal)
            journal.note("end", at: node)
        }
        #expect(simulation.run().violations.isEmpty)
        #expect(simulation.liveTasks == 0)
        return journal.entries
    }

    @Test(arguments: Variant.captures)
    func `cancelling a task wakes its sleep, its receive and its child`(_ variant: Variant) {
        let entries = entries(variant) { node, journal in
            let mailbox = Mailbox<Int>("empty", on: node)
            let tasks = [
                node.spawn("sleeper") {
                    await journal.record("sleep", at: node) { try await node.nap(100) }
                },
                node.spawn("receiver") {
                    await journal.record("receive", at: node) { _ = try await mailbox.receive() }
                },
                node.spawn("parent") {
                    async let child: Void = journal.record("child", at: node) {
                        try await node.nap(100)
                    }
                    await child
                },
                node.spawn("disk") {
                    await journal.record("disk", at: node) {
                        try await node.disk.write([1], to: "a")
                    }
                },
            ]
            try await node.nap(0)
            for task in tasks { task.cancel() }
        }
        let reason = "the task was cancelled@0"
        #expect(
            Set(entries) == [
                "sleep \(reason)", "receive \(reason)", "child \(reason)", "disk \(reason)",
                "end@0",
            ]
        )
    }

    @Test(arguments: Variant.captures, [false, true])
    func `a task that waits through another node is woken as well`(
        _ variant: Variant,
        _ crashes: Bool
    ) {
        let simulation = Simulation(seed: 1, variant)
        let (home, away) = (simulation.addNode("home"), simulation.addNode("away"))
        let network = Network(simulation: simulation)
        network.serve(.number, on: home) { _ in }
        let mailbox = Mailbox<Int>("empty", on: away)
        let journal = Journal()
        let waits: [(String, @Sendable () async throws -> Void)] = [
            ("sleep", { try await away.nap(100) }),
            ("receive", { _ = try await mailbox.receive() }),
            ("disk", { try await away.disk.synchronize() }),
            (
                "call",
                {
                    _ = try await network.call(.number, of: "home", from: away, 1, timeout: nil)
                }
            ),
        ]
        away.setDiskFaults(slowness: 100)
        let tasks = waits.map { name, wait in
            home.spawn(name) { await journal.record(name, at: away, wait) }
        }
        away.spawn("main") {
            try await away.nap(5)
            if crashes { home.crash() } else { for task in tasks { task.cancel() } }
            try await away.nap(1)
            #expect(tasks.allSatisfy { $0.isFinished })
        }
        #expect(simulation.run().ending == .quiescent)
        let reason = crashes ? "the node crashed@5" : "the task was cancelled@5"
        #expect(journal.entries.sorted() == waits.map { "\($0.0) \(reason)" }.sorted())
    }

    @Test(arguments: Variant.captures)
    func `cancelling all of a group wakes its children`(_ variant: Variant) {
        let entries = entries(variant) { node, journal in
            await withTaskGroup(of: Void.self) { group in
                for name in ["a", "b"] {
                    group.addTask {
                        await journal.record(name, at: node) { try await node.nap(100) }
                    }
                }
                try? await node.nap(5)
                group.cancelAll()
            }
        }
        #expect(entries == ["a the task was cancelled@5", "b the task was cancelled@5", "end@5"])
    }

    @Test(arguments: Variant.captures)
    func `leaving the scope of an async let wakes it`(_ variant: Variant) {
        let entries = entries(variant) { node, journal in
            func scope() async throws {
                async let _: Void = journal.record("child", at: node) { try await node.nap(100) }
                try await node.nap(5)
            }
            try await scope()
        }
        #expect(entries == ["child the task was cancelled@5", "end@5"])
    }

    @Test(arguments: Variant.captures)
    func `a sibling that throws wakes the others`(_ variant: Variant) {
        struct Failure: Error {}
        let entries = entries(variant) { node, journal in
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        await journal.record("sibling", at: node) { try await node.nap(100) }
                    }
                    group.addTask {
                        try await node.nap(5)
                        throw Failure()
                    }
                    while try await group.next() != nil {}
                }
            } catch is Failure {
                journal.note("failure", at: node)
            }
        }
        #expect(entries == ["sibling the task was cancelled@5", "failure@5", "end@5"])
    }

    @Test(arguments: Variant.captures)
    func `cancelling reaches the innermost of nested groups`(_ variant: Variant) {
        let entries = entries(variant) { node, journal in
            await withTaskGroup(of: Void.self) { outer in
                outer.addTask {
                    await withTaskGroup(of: Void.self) { inner in
                        inner.addTask {
                            await journal.record("inner", at: node) { try await node.nap(100) }
                        }
                    }
                    journal.note("outer", at: node)
                }
                try? await node.nap(5)
                outer.cancelAll()
            }
        }
        #expect(entries == ["inner the task was cancelled@5", "outer@5", "end@5"])
    }

    /// On its way through the handler of the language a child becomes ready once more; neither a
    /// cancellation nor a crash of that moment may be slept through.
    @Test(arguments: Variant.all, 1...10 as ClosedRange<UInt64>)
    func `a child is interrupted at every step of its way into a wait`(
        _ variant: Variant,
        _ seed: UInt64
    ) {
        for yields in 0..<8 {
            for crashes in [false, true] {
                let simulation = Simulation(seed: seed, variant)
                let node = simulation.addNode("node")
                let other = simulation.addNode("other")
                let task = node.spawn("parent") {
                    try await withThrowingDiscardingTaskGroup { group in
                        for _ in 0..<3 { group.addTask { try await node.nap(1_000) } }
                    }
                }
                other.spawn("interruption") {
                    for _ in 0..<yields { await Task.yield() }
                    if crashes { node.crash() } else { task.cancel() }
                }
                let outcome = simulation.run()
                #expect(outcome.ending == .quiescent && outcome.instant == .zero)
                #expect(simulation.liveTasks == 0)
            }
        }
    }

    @Test(arguments: Variant.captures)
    func `a task that is cancelled already does not wait`(_ variant: Variant) {
        let entries = entries(variant) { node, journal in
            let task = node.spawn("cancelled") {
                await journal.record("sleep", at: node) { try await node.nap(100) }
                await journal.record("clock", at: node) {
                    try await Task.sleep(for: .milliseconds(1), clock: node.clock)
                }
            }
            task.cancel()
            try await node.nap(1)
            #expect(task.isFinished)
            task.cancel()
        }
        #expect(
            entries == ["sleep the task was cancelled@0", "clock CancellationError()@0", "end@1"]
        )
    }

    @Test(arguments: Variant.captures)
    func `a handler of the language is called as well`(_ variant: Variant) {
        let entries = entries(variant) { node, journal in
            let task = node.spawn("guarded") {
                await withTaskCancellationHandler {
                    await journal.record("sleep", at: node) { try await node.nap(100) }
                } onCancel: {
                    journal.note("handler", at: node)
                }
            }
            try await node.nap(2)
            task.cancel()
        }
        #expect(entries == ["handler@2", "end@2", "sleep the task was cancelled@2"])
    }

    @Test(arguments: Variant.captures)
    func `a loop that ignores its cancellation is stopped`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant)
        let node = simulation.addNode("node")
        let task = node.spawn("deaf") { while true { try? await node.nap(1) } }
        node.spawn("main") {
            try await node.nap(3)
            task.cancel()
        }
        let outcome = simulation.run()
        #expect(outcome.violations.map(\.property) == [.ignoredCancellation])
        #expect(simulation.shutDown() == 1)
    }
}
