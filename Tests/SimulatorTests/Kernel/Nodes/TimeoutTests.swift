import Testing

@testable import Simulator

struct TimeoutTests {
    private func result(
        _ variant: Variant = Variant(),
        _ body: @escaping @Sendable (Node) async throws -> String
    ) -> String {
        let simulation = Simulation(seed: 1, variant)
        let node = simulation.addNode("node")
        let journal = Journal()
        node.spawn("main") {
            do {
                journal.note(try await body(node), at: node)
            } catch {
                journal.note("\(error)", at: node)
            }
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(simulation.liveTasks == 0)
        return journal.entries.joined(separator: " ")
    }

    @Test(arguments: [(9, "done@9"), (10, "done@10"), (11, "timed out after 0.01 seconds@10")])
    func `a result counts up to the deadline`(_ time: Int, _ expected: String) {
        for variant in Variant.captures {
            #expect(
                result(variant) { node in
                    try await node.withTimeout(.milliseconds(10)) {
                        try await node.nap(time)
                        return "done"
                    }
                } == expected
            )
        }
    }

    @Test(arguments: [(5, 10, "inner@5"), (10, 5, "outer@5")])
    func `of nested timeouts the nearer one ends`(_ inner: Int, _ outer: Int, _ expected: String) {
        #expect(
            result { node in
                do {
                    return try await node.withTimeout(.milliseconds(outer)) {
                        do {
                            return try await node.withTimeout(.milliseconds(inner)) {
                                try await node.nap(100)
                                return "never"
                            }
                        } catch is TimedOut {
                            return "inner"
                        }
                    }
                } catch is TimedOut {
                    return "outer"
                }
            } == expected
        )
    }

    @Test func `a timeout ends a receive, which then waits no more`() {
        #expect(
            result { node in
                let mailbox = Mailbox<Int>("inbox", on: node)
                try? await node.withTimeout(.milliseconds(3)) { _ = try await mailbox.receive() }
                mailbox.put(1)
                return "\(try await mailbox.receive())"
            } == "1@3"
        )
    }

    @Test func `no time at all is a timeout, an error of the body is its own`() {
        #expect(
            result { node in
                try await node.withTimeout(.zero) {
                    try await node.nap(1)
                    return "never"
                }
            } == "timed out after 0.0 seconds@0"
        )
        #expect(
            result { node in
                try await node.withTimeout(.milliseconds(5)) { throw DiskError.full }
            } == "no space left on the disk@0"
        )
    }

    @Test func `an operation that ignores its cancellation is awaited`() {
        #expect(
            result { node in
                try await node.withTimeout(.milliseconds(5)) {
                    try? await node.nap(10)
                    // The rest runs in a cancelled task, which cannot wait, only yield.
                    await Task.yield()
                    return "late"
                }
            } == "timed out after 0.005 seconds@5"
        )
    }
}
