import Testing

@testable import Simulator

struct TiesTests {
    private static let orders: Set<String> = ["abc", "acb", "bac", "bca", "cab", "cba"]

    /// The order in which three events of one instant happen: tasks that wake, or handlers.
    private func order(
        seed: UInt64 = 1,
        _ ties: Simulation.Ties,
        order: Simulation.Order = .fifo,
        handlers: Bool = false
    ) -> String {
        let simulation = Simulation(seed: seed, Variant(order: order, ties: ties))
        let journal = Journal()
        let node = simulation.addNode("node")
        let host = Host(node: node)
        var kept: [Handler<Host>] = []
        for name in ["a", "b", "c"] {
            if handlers {
                let handler = Handler(name, of: host) { _ in journal.note(name) }
                handler.schedule(after: .milliseconds(5))
                kept.append(handler)
            } else {
                node.spawn(name) {
                    try await node.nap(5)
                    journal.note(name)
                }
            }
        }
        #expect(simulation.run().ending == .quiescent)
        return journal.entries.joined()
    }

    @Test(arguments: [false, true])
    func `of the events of one instant the first or the last one comes first`(_ handlers: Bool) {
        #expect((0..<20).allSatisfy { order(seed: $0, .first, handlers: handlers) == "abc" })
        #expect((0..<20).allSatisfy { order(seed: $0, .reversed, handlers: handlers) == "cba" })
    }

    @Test(arguments: [false, true])
    func `random ties take every order of three events, about as often`(_ handlers: Bool) {
        var counts: [String: Int] = [:]
        for seed in 0..<600 {
            counts[order(seed: UInt64(seed), .random(), handlers: handlers), default: 0] += 1
        }
        #expect(Set(counts.keys) == Self.orders)
        let statistic = counts.values.reduce(0.0) { $0 + Double(($1 - 100) * ($1 - 100)) / 100 }
        // The 99.9 % quantile of chi-square with 5 degrees of freedom.
        #expect(statistic < 20.52)
    }

    @Test func `every draw of random ties is an order of its own, the same each time`() {
        let drawn = (1...60).map { order(.random(draw: $0)) }
        #expect(Set(drawn) == Self.orders)
        #expect(drawn == (1...60).map { order(.random(draw: $0)) })
    }

    @Test func `random ties leave the order of ready tasks and all other draws alone`() {
        for seed in 1...20 as ClosedRange<UInt64> {
            let draws = [Simulation.Ties.first, .reversed, .random()].map { ties in
                let simulation = Simulation(
                    seed: seed,
                    settings: .init(order: .random, ties: ties)
                )
                var random = simulation.random("x")
                let journal = Journal()
                let node = simulation.addNode("node")
                for name in ["a", "b", "c"] { node.spawn(name) { journal.note(name) } }
                _ = simulation.run()
                return journal.entries + ["\(random.next())"]
            }
            #expect(Set(draws).count == 1)
        }
    }

    /// The one that is scheduled in the meantime is the last one that was scheduled.
    @Test(arguments: Simulation.Order.allCases)
    func `events that are made due in the meantime take part`(_ order: Simulation.Order) {
        let simulation = Simulation(seed: 1, Variant(order: order, ties: .reversed))
        let journal = Journal()
        let node = simulation.addNode("node")
        let host = Host(node: node)
        let made = Handler("made", of: host) { _ in journal.note("made") }
        let handlers = ["a", "b", "c"].map { name in
            Handler(name, of: host) { _ in
                journal.note(name)
                if name == "c" { made.schedule(after: .zero) }
            }
        }
        for handler in handlers { handler.schedule(after: .milliseconds(5)) }
        _ = simulation.run()
        #expect(journal.entries == ["c", "made", "b", "a"])
    }

    @Test(arguments: Workload.allCases, Variant.orders)
    func `the same seed gives the same run`(_ workload: Workload, _ variant: Variant) {
        let outcome = workload.run(seed: 3, variant)
        #expect(outcome.violations.isEmpty)
        #expect(outcome == workload.run(seed: 3, variant))
    }

    /// What is scheduled again without delay is due each time with the other one.
    @Test func `nobody starves whose turn is drawn`() {
        let simulation = Simulation(seed: 1, Variant(ties: .random()), eventBudget: 1_000)
        let node = simulation.addNode("node")
        let journal = Journal()
        node.spawn("waiting") {
            try await node.nap(5)
            journal.note("done")
        }
        node.spawn("polling") {
            try await node.nap(5)
            while journal.entries.isEmpty { try await node.nap(0) }
        }
        #expect(simulation.run().ending == .quiescent)
    }

    /// A step that ends where nothing else happens draws nothing.
    @Test(arguments: Variant.orders)
    func `a run in steps is the same run`(_ variant: Variant) {
        let outcomes = [false, true].map { hasSteps in
            let simulation = Simulation(seed: 5, variant)
            let node = simulation.addNode("node")
            for number in 0..<10 {
                node.spawn("\(number)") { for _ in 0..<10 { try await node.nap(10) } }
            }
            if hasSteps {
                for step in 1...9 {
                    let instant = VirtualInstant(nanoseconds: UInt64(step) * 10_000_001)
                    _ = simulation.run(until: .instant(instant))
                }
            }
            return simulation.run().digest
        }
        #expect(outcomes[0] == outcomes[1])
    }
}
