import Simulator
import Testing

/// Each checker notices the bug it is there for, and finds nothing where there is none.
struct PlantedBugTests {
    /// What the checkers say of a small run in which a server crashes, by their names.
    private func problems(_ bug: BalancerPlantedBug?, seed: UInt64) throws -> [String: String] {
        var settings = BalancerBed.Settings()
        settings.pool.plantedBug = bug
        settings.balancer.plantedBug = bug
        settings.server = WebServerSettings(service: .constant(.milliseconds(20)))
        let bed = try BalancerBed(seed: seed, settings)
        bed.load(150, .poisson(perSecond: 25))
        _ = bed.inject(
            FaultPlan(
                .random(every: .uniform(.seconds(1), .seconds(3)), until: .seconds(3)),
                .role("server"),
                .one,
                [.crash]
            )
        )
        let outcome = bed.simulation.run()
        let keys = bed.log.entries.map(\.key)
        let movement = BalancerChecker.movement(of: keys, bed.journal, from: bed.firstPlacement)
        var problems: [String: String] = [:]
        problems["stuck"] = outcome.violations.first?.message
        problems["requests"] = RequestChecker.check(bed.log)
        problems["members"] = BalancerChecker.checkMembers(bed.journal, from: bed.firstPlacement)
        problems["owners"] = BalancerChecker.checkOwners(
            bed.log,
            bed.journal,
            from: bed.firstPlacement
        )
        problems["movement"] = movement.problem
        return problems
    }

    @Test(
        arguments: [
            (BalancerPlantedBug.dropsRequestsOfTheDead, "requests"),
            (.keepsTheDeadPlaced, "members"), (.usesTheLastPlacement, "owners"),
            (.reusesOrdinals, "members"), (.renumbersTheLiving, "movement"),
        ])
    func `a planted bug is noticed by its checker`(
        bug: BalancerPlantedBug,
        checker: String
    ) throws {
        for seed in 1...200 where try problems(bug, seed: UInt64(seed))[checker] != nil { return }
        Issue.record("the checker '\(checker)' let \(bug) pass with 200 seeds")
    }

    @Test
    func `without a bug no checker complains`() throws {
        for seed in 1...100 {
            let problems = try problems(nil, seed: UInt64(seed))
            #expect(problems == [:], "seed \(seed)")
        }
    }
}
