import Testing

@testable import Simulator

struct ObjectStoreFaultsTests {
    @Test(arguments: [ObjectStoreFaults.light, .medium, .heavy])
    func `fates come as often as their probabilities say`(faults: ObjectStoreFaults) {
        var fates = ObjectStoreFates(faults, random: Simulation(seed: 7).random("faults"))
        var counts = [Int](repeating: 0, count: ObjectStoreFate.allCases.count)
        let total = 1_000_000
        for _ in 0..<total { if let fate = fates.draw() { counts[fate.rawValue] += 1 } }
        for (count, probability) in zip(counts, faults.probabilities) {
            // Five standard deviations of a binomial distribution.
            let mean = Double(total) * probability
            let deviation = (mean * (1 - probability)).squareRoot()
            #expect(abs(Double(count) - mean) <= 5 * deviation + 1)
        }
    }

    @Test
    func `nothing happens where nothing may`() {
        var fates = ObjectStoreFates(.none, random: Simulation(seed: 7).random("faults"))
        #expect((0..<1_000).allSatisfy { _ in fates.draw() == nil })
    }

    @Test
    func `a certain fate is that of every request`() {
        var fates = ObjectStoreFates(
            ObjectStoreFaults(lostAnswer: 1),
            random: Simulation(seed: 7).random("faults")
        )
        #expect((0..<1_000).allSatisfy { _ in fates.draw() == .lostAnswer })
    }
}
