import Testing

@testable import Simulator

/// Random requests, answers and changes, whatever the strategy.
struct UpstreamPropertyTests {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `what must hold of choices holds`(seed: UInt64) throws {
        var bed = try UpstreamBed(seed: seed, indexMinimum: seed % 2 == 0 ? 1 : 64)
        try bed.run(steps: 150)
        #expect(bed.checker.findings == [], "seed \(seed)")
        #expect(bed.choices.contains { $0 >= 0 })
    }

    @Test(arguments: UpstreamPlantedBug.allCases)
    func `each planted bug is found within 200 seeds`(bug: UpstreamPlantedBug) throws {
        var first: UInt64?
        for seed in 1...200 as ClosedRange<UInt64> where first == nil {
            var bed = try UpstreamBed(seed: seed, bug: bug)
            try bed.run(steps: 150)
            if !bed.checker.findings.isEmpty { first = seed }
        }
        #expect(first != nil, "\(bug)")
    }

    /// The scan is nginx's own; the index has to choose the same servers, in any circumstances.
    @Test(
        arguments: [UpstreamStrategy.roundRobin, .leastConnections, .leastTime],
        1...12 as ClosedRange<UInt64>
    )
    func `the index chooses as the scan does`(strategy: UpstreamStrategy, seed: UInt64) throws {
        let count = Int(seed) * 9
        var scanned = try UpstreamBed(
            seed: seed,
            strategy: strategy,
            indexMinimum: .max,
            servers: count
        )
        var indexed = try UpstreamBed(
            seed: seed,
            strategy: strategy,
            indexMinimum: 1,
            servers: count
        )
        try scanned.run(steps: 400)
        try indexed.run(steps: 400)
        #expect(scanned.choices == indexed.choices, "seed \(seed)")
        #expect(Set(scanned.choices).count > 1)
        for slot in scanned.group.peers.indices {
            let (left, right) = (scanned.group, indexed.group)
            #expect(left.currentWeight(of: slot) == right.currentWeight(of: slot))
            #expect(left.peers[slot].effectiveWeight == right.peers[slot].effectiveWeight)
        }
    }
}
