import Testing

@testable import Simulator

struct VirtualClockTests {
    /// Code that knows nothing of simulations.
    private func ticks<AnyClock: Clock>(
        of clock: AnyClock,
        every interval: AnyClock.Duration,
        _ count: Int
    ) async throws -> [AnyClock.Duration] {
        let start = clock.now
        var ticks: [AnyClock.Duration] = []
        for _ in 0..<count {
            try await clock.sleep(until: clock.now.advanced(by: interval), tolerance: nil)
            ticks.append(start.duration(to: clock.now))
        }
        return ticks
    }

    @Test(arguments: Variant.captures)
    func `code that is generic over clocks runs in virtual time`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant)
        let node = simulation.addNode("node")
        let journal = Journal()
        node.spawn("ticker") {
            let ticks = try await ticks(of: node.clock, every: .seconds(60), 3)
            journal.note("\(ticks)")
            let measured = try await node.clock.measure { try await node.nap(7) }
            journal.note("\(measured)")
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(
            journal.entries == ["[60.0 seconds, 120.0 seconds, 180.0 seconds]", "0.007 seconds"]
        )
        #expect(node.clock.minimumResolution == .nanoseconds(1))
    }

    @Test func `a crash is no cancellation`() {
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node")
        let journal = Journal()
        node.spawn("sleeper") {
            await journal.record("sleep", at: node) {
                try await Task.sleep(for: .seconds(1), clock: node.clock)
            }
        }
        _ = simulation.run(until: .instant(VirtualInstant(nanoseconds: 2_000_000)))
        node.crash()
        _ = simulation.run()
        #expect(journal.entries == ["sleep the node crashed@2"])
    }
}
