@testable import Simulator

/// An actor that performs whatever it is given.
actor Host: SimulatedActor {
    nonisolated let node: Node
    private(set) var count = 0

    init(node: Node) {
        self.node = node
    }

    func perform(_ body: (Node) async throws -> Void) async rethrows {
        count += 1
        try await body(node)
    }

    func increment() { count += 1 }

    /// Starts a task that is isolated to this actor.
    func spawn(_ label: String, _ body: @escaping @Sendable (Node) async throws -> Void) {
        node.spawn(label) { try await self.perform(body) }
    }
}

/// An actor that is no part of the simulation: it has the default executor.
actor DefaultActor {
    private var total = 0

    func add(_ number: Int) -> Int {
        total += number
        return total
    }

    /// Waits, and so lets others in.
    func pause(_ node: Node) async throws {
        try await node.sleep(for: .milliseconds(1))
        total += 1
    }
}

extension Node {
    /// Sleeps `milliseconds`.
    func nap(_ milliseconds: Int) async throws(Interruption) {
        try await sleep(for: .milliseconds(milliseconds))
    }
}
