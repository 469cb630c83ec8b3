import Testing

@testable import Simulator

struct OrderTests {
    /// The order in which three tasks of one instant run.
    private func order(seed: UInt64, _ order: Simulation.Order, timers: Bool) -> String {
        let simulation = Simulation(seed: seed, Variant(order: order))
        let journal = Journal()
        let node = simulation.addNode("node")
        for name in ["a", "b", "c"] {
            node.spawn(name) {
                if timers { try await node.nap(5) }
                journal.note(name)
            }
        }
        _ = simulation.run()
        return journal.entries.joined()
    }

    @Test(arguments: [false, true])
    func `random order takes every order of three tasks, about as often`(_ timers: Bool) {
        var counts: [String: Int] = [:]
        for seed in 0..<600 {
            counts[order(seed: UInt64(seed), .random, timers: timers), default: 0] += 1
        }
        #expect(Set(counts.keys) == ["abc", "acb", "bac", "bca", "cab", "cba"])
        let statistic = counts.values.reduce(0.0) { $0 + Double(($1 - 100) * ($1 - 100)) / 100 }
        // The 99.9 % quantile of chi-square with 5 degrees of freedom.
        #expect(statistic < 20.52)
    }

    @Test func `first in first out is the same for every seed`() {
        #expect((0..<20).allSatisfy { order(seed: $0, .fifo, timers: true) == "abc" })
        #expect((0..<20).allSatisfy { order(seed: $0, .fifo, timers: false) == "abc" })
    }

    /// Of n tasks that yield for ever, each waits about n draws; none waits 30 n in a thousand
    /// rounds.
    @Test func `random order starves nobody`() {
        let simulation = Simulation(seed: 1, Variant(order: .random))
        let node = simulation.addNode("node")
        let journal = Journal()
        for number in 0..<10 {
            node.spawn("\(number)") {
                for _ in 0..<1_000 {
                    journal.note("\(number)")
                    await Task.yield()
                }
            }
        }
        #expect(simulation.run().ending == .quiescent)
        var last = [Int](repeating: 0, count: 10)
        var longest = 0
        for (draw, entry) in journal.entries.prefix(5_000).enumerated() {
            let number = Int(entry) ?? 0
            longest = max(longest, draw - last[number])
            last[number] = draw
        }
        #expect(longest < 300)
        #expect(journal.entries.count == 10_000)
    }
}
