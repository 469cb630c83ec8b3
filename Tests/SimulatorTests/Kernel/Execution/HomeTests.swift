import Testing

@testable import Simulator

/// Whatever the language offers to structure concurrency stays on the thread of the simulation and
/// in virtual time.
struct HomeTests {
    /// Where the task of a program is isolated.
    enum Isolation: CaseIterable {
        case none, actor
    }

    private func run(
        _ program: HomeProgram,
        _ variant: Variant,
        _ isolation: Isolation,
        seed: UInt64 = 3
    ) async -> (outcome: RunOutcome, journal: Journal, live: Int) {
        let simulation = Simulation(seed: seed, variant)
        let journal = Journal()
        let node = simulation.addNode("node")
        let host = Host(node: node)
        node.spawn("main") {
            switch isolation {
            case .none: try await program.body(node, journal)
            case .actor: try await host.perform { try await program.body($0, journal) }
            }
        }
        let outcome = simulation.run()
        #expect(journal.staysOnThisThread)
        return (outcome, journal, simulation.liveTasks)
    }

    @Test(arguments: HomeProgram.all.indices, Variant.captures)
    func `a program runs to the expected instants`(_ index: Int, _ variant: Variant) async {
        let program = HomeProgram.all[index]
        for isolation in Isolation.allCases {
            let (outcome, journal, live) = await run(program, variant, isolation)
            #expect(outcome.ending == .quiescent, "\(program.name): \(outcome.violations)")
            #expect(journal.entries == program.entries, "\(program.name), isolation \(isolation)")
            #expect(live == 0, "\(program.name)")
        }
    }

    @Test(arguments: HomeProgram.all.indices, Variant.all)
    func `a program has the same digest every time`(_ index: Int, _ variant: Variant) async {
        let program = HomeProgram.all[index]
        for isolation in Isolation.allCases {
            let (first, journal, _) = await run(program, variant, isolation)
            let (second, again, _) = await run(program, variant, isolation)
            #expect(first == second, "\(program.name)")
            #expect(journal.entries == again.entries, "\(program.name)")
            #expect(first.violations.isEmpty, "\(program.name): \(first.violations)")
        }
    }

    /// First in first out, the ways to keep jobs differ in cost only.
    @Test(arguments: HomeProgram.all.indices)
    func `a program has the same digest in every way to keep jobs`(_ index: Int) async {
        let program = HomeProgram.all[index]
        for isolation in Isolation.allCases {
            var digests: [TraceDigest] = []
            for variant in Variant.captures {
                digests.append(await run(program, variant, isolation).outcome.digest)
            }
            #expect(digests.allSatisfy { $0 == digests[0] }, "\(program.name), \(isolation)")
        }
    }
}
