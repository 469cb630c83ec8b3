import Testing

@testable import Simulator

/// Accesses that last while a task waits: the runtime tracks them by thread, and the kernel has to
/// take those of a task off the thread and put them back.
struct ExclusivityTests {
    /// Its fields are changed under the eyes of the runtime.
    private final class Account: @unchecked Sendable {
        var balance = 0
    }

    private static func deposit(
        into balance: inout Int,
        on node: Node,
        after naps: [Int]
    ) async throws {
        for nap in naps {
            try await node.nap(nap)
            balance += nap
        }
    }

    /// The accesses overlap in time, and end in another order than they began in.
    @Test(arguments: Variant.all)
    func `accesses of tasks that wait are kept apart`(variant: Variant) {
        let simulation = Simulation(seed: 1, variant)
        let node = simulation.addNode("node")
        let accounts = (0..<4).map { _ in Account() }
        for (index, account) in accounts.enumerated() {
            let host = Host(node: node)
            node.spawn("deposit") {
                try await host.perform { node in
                    let naps = [10 - 2 * index, 1, index + 1]
                    try await Self.deposit(into: &account.balance, on: node, after: naps)
                }
                account.balance += 1_000
            }
            let other = Account()
            node.spawn("deposit elsewhere") {
                try await Self.deposit(into: &other.balance, on: node, after: [2])
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await node.nap(3) }
                    try await group.waitForAll()
                }
            }
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(accounts.map(\.balance) == [1_012, 1_011, 1_010, 1_009])
    }

    /// Whoever runs a simulation may be in the middle of an access, another one at each call.
    @Test func `a run goes on within another access than it began in`() {
        let simulation = Simulation(seed: 1, Variant())
        let node = simulation.addNode("node")
        let account = Account()
        node.spawn("deposit") {
            try await Self.deposit(into: &account.balance, on: node, after: [1, 1, 1, 1])
            await Task.yield()
            account.balance += 1
        }
        func run(until milliseconds: Int, _ count: inout Int) {
            let instant = VirtualInstant(nanoseconds: UInt64(milliseconds) * 1_000_000)
            _ = simulation.run(until: .instant(instant))
            count += 1
        }
        let first = Account()
        let second = Account()
        run(until: 1, &first.balance)
        run(until: 3, &second.balance)
        first.balance += 1
        run(until: 9, &first.balance)
        #expect(account.balance == 5 && first.balance == 3 && second.balance == 1)
    }
}
