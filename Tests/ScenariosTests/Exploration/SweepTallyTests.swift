import OrderedCollections
import Simulator
import Testing

@testable import Scenarios

struct SeedSetTests {
    @Test(arguments: [
        ("1...1000", 1_000, "1...1000"), ("7", 1, "7"), ("5,1...3,4", 5, "1...5"),
        ("1_000...1_001", 2, "1000...1001"), ("9...9,11", 2, "9,11"),
        ("0...18446744073709551615", Int.max, "0...18446744073709551615"),
    ])
    func `a set of seeds is read, counted and written`(
        text: String,
        count: Int,
        written: String
    ) throws {
        let seeds = try #require(SeedSet(text))
        #expect(seeds.count == count)
        #expect(seeds.description == written)
        #expect(SeedSet(written) == seeds)
    }

    @Test(arguments: [
        "", "a", "1..3", "3...1", "1...", "...3", "1,,2", "1...3,2", "1,1", "-1", "1...2...3", "_1",
        "18446744073709551616", "1 ",
    ])
    func `what is no set of seeds is refused`(text: String) {
        #expect(SeedSet(text) == nil)
    }

    @Test
    func `seeds are numbered in ascending order`() throws {
        let seeds = try #require(SeedSet("20...21,3,7...8"))
        let numbered: [UInt64?] = (0..<6).map { seeds.seed(at: $0) }
        #expect(numbered == [3, 7, 8, 20, 21, nil])
    }
}

extension SeedSetTests {
    @Test
    func `seeds in any order give one set, with as many gaps as there are`() throws {
        var order = Xoshiro256(seed: 3)
        var seeds = SeedSet()
        for seed in (0..<2_000 as Range<UInt64>).shuffled(using: &order) where seed % 7 > 0 {
            let (first, again) = (seeds.insert(seed...seed), seeds.insert(seed...seed))
            #expect(first && !again)
        }
        let runs = (0..<286 as Range<UInt64>).map { "\($0 * 7 + 1)...\(min(1_999, $0 * 7 + 6))" }
        #expect(seeds.description == runs.joined(separator: ","))
        #expect(seeds.count == 1_714)
        let gaps = (0...100_000).map { String($0 * 2) }.joined(separator: ",")
        #expect(SeedSet(gaps)?.description == gaps)
    }
}

struct SweepTallyTests {
    /// What a seed gave that reached `places` and failed for `causes`, after so many events.
    static func outcome(
        _ seed: UInt64,
        places: [String: Int] = [:],
        causes: [String] = [],
        events: UInt64 = 10,
        faults: [String] = []
    ) -> SeedOutcome {
        var outcome = SeedOutcome()
        outcome.scenario = "s"
        outcome.command = "bench run s"
        outcome.seed = seed
        outcome.runs = 2
        outcome.events = events
        outcome.digest = String(SplitMix64.mix(seed), radix: 16)
        for place in ["a", "b", "c"] { outcome.places[place] = places[place] ?? 0 }
        outcome.failures = causes.map { cause in
            var failure = SeedFailure()
            failure.cause = FailureCause(checker: cause, place: "p", history: "")
            failure.message = "\(cause) under \(seed)"
            failure.events = events
            failure.faults = faults
            return failure
        }
        return outcome
    }

    private static let outcomes = [
        outcome(1, places: ["a": 1], causes: ["x"], events: 30, faults: ["crash", "pause"]),
        outcome(2, places: ["a": 17, "b": 1]),
        outcome(3, places: ["a": 4], causes: ["x", "y"], events: 20, faults: ["pause", "loss"]),
        outcome(4, causes: ["x"], events: 20, faults: ["loss", "pause", "crash"]),
    ]

    private static func tally(_ outcomes: [SeedOutcome]) -> SweepTally {
        var tally = SweepTally()
        for outcome in outcomes { tally.add(outcome) }
        return tally
    }

    @Test
    func `failures of one cause are one group, with the seed that fails soonest`() throws {
        let tally = Self.tally(Self.outcomes)
        #expect(tally.seeds == 4 && tally.runs == 8 && tally.failedSeeds == 3)
        #expect(tally.sortedGroups.map(\.cause.checker) == ["x", "y"])
        let group = tally.sortedGroups[0].group
        #expect(group.seeds == 3)
        #expect(group.seed == 3)
        #expect(group.failure.message == "x under 3")
        #expect(group.commonFaults == ["pause"])
        #expect(tally.missedPlaces == ["c"])
    }

    @Test
    func `tallies of parts have the sum of the whole, in whatever order`() {
        let whole = Self.tally(Self.outcomes)
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            #expect(Self.tally(order.map { Self.outcomes[$0] }) == whole)
            var sum = Self.tally([Self.outcomes[order[0]], Self.outcomes[order[1]]])
            sum.add(Self.tally([Self.outcomes[order[2]], Self.outcomes[order[3]]]))
            #expect(sum == whole)
        }
    }

    /// The figures follow from how many seeds reached each thing. `a` once: 3 seeds, 4 times: 2,
    /// 16 times: 1; `b` once: 1; `x`: 3; `y`: 1. Three things were reached by one seed only, one
    /// thing by two.
    @Test
    func `what is left to be reached is estimated from what was reached once and twice`() {
        let tally = Self.tally(Self.outcomes)
        #expect(tally.discoveryProbability == 0.75)
        let unseen = 0.75 * 3 * 2 / (2 * 2)
        #expect(tally.estimatedUnseen == unseen)
        #expect(SweepTally().discoveryProbability == 1)
        let again = Self.tally(Self.outcomes + Self.outcomes)
        #expect(again.discoveryProbability == 0 && again.estimatedUnseen == 0)
    }

    /// Who alone reached a place 64 times is the only one as well that reached it 16 times.
    @Test
    func `what one seed alone reached of a place counts once`() {
        let counts = [0, 3, 100, 3]
        let outcomes = counts.enumerated().map { seed, count in
            Self.outcome(UInt64(seed), places: ["a": count])
        }
        let tally = Self.tally(outcomes)
        #expect(tally.coverage[CoverageItem(place: "a", times: 64)] == 1)
        #expect(tally.discoveryProbability == 0.25)
    }

    @Test
    func `counts that no sweep can have end at the greatest that files hold`() throws {
        var outcome = Self.outcome(1, places: ["a": .max], causes: ["x"])
        (outcome.runs, outcome.events) = (1 << 53, .max)
        var other = outcome
        other.seed = 2
        let result = try Self.result([outcome, other])
        #expect(result.tally.runs == 1 << 53 && result.tally.events == .max)
        var sum = try Self.result([outcome])
        try sum.merge(try Self.result([other]))
        #expect(sum == result)
        let json = SweepReport(of: result).json
        #expect(try SweepResult(bytes: Array(json.utf8), name: "file") == result)
    }

    /// Species drawn at random from a known distribution: the estimate is near the true chance that
    /// the next draw is new, summed over what was not seen.
    @Test
    func `the estimate of Good and Turing fits the truth`() {
        let weights = (1...400).map { 1.0 / Double($0) }
        let total = weights.reduce(0, +)
        var random = SplitMix64(seed: 1)
        var (estimated, truth) = (0.0, 0.0)
        for _ in 0..<50 {
            var tally = SweepTally()
            var seen: Set<Int> = []
            for seed in 0..<300 as Range<UInt64> {
                var left = Double(random.next() >> 11) * 0x1p-53 * total
                let species = weights.firstIndex { weight in
                    left -= weight
                    return left < 0
                }
                var outcome = SeedOutcome()
                outcome.seed = seed
                outcome.places["s\(species ?? 0)"] = 1
                seen.insert(species ?? 0)
                tally.add(outcome)
            }
            estimated += tally.discoveryProbability / 50
            let unseen = weights.indices.filter { !seen.contains($0) }
            truth += unseen.reduce(0) { $0 + weights[$1] } / total / 50
        }
        #expect(abs(estimated - truth) < 0.015, "\(estimated) for \(truth)")
        #expect(truth > 0.1)
    }

    @Test
    func `memory does not grow with the causes of failures`() {
        var tally = SweepTally()
        for seed in 0..<1_500 as Range<UInt64> {
            tally.add(Self.outcome(seed, causes: ["cause \(seed)"]))
        }
        #expect(tally.groups.count == SweepTally.groupsMaximum)
        #expect(tally.ungrouped == 500)
        #expect(tally.failedSeeds == 1_500)
    }

    private static func result(_ outcomes: [SeedOutcome]) throws -> SweepResult {
        var result = SweepResult(of: "s", command: "bench run s", judgesFigures: true)
        for outcome in outcomes { try result.add(outcome) }
        return result
    }

    @Test
    func `results are read as they were written, and merge`() throws {
        let whole = try Self.result(Self.outcomes)
        let json = SweepReport(of: whole).json
        func read(_ text: String) throws -> SweepResult {
            try SweepResult(bytes: Array(text.utf8), name: "file")
        }
        #expect(try read(json) == whole)
        let lines = Self.outcomes.reversed().map(\.line).joined(separator: "\n")
        #expect(try read(lines) == whole)
        var sum = try Self.result([Self.outcomes[2], Self.outcomes[3]])
        try sum.merge(try Self.result([Self.outcomes[0], Self.outcomes[1]]))
        #expect(SweepReport(of: sum).json == json)
        #expect(throws: SweepMergeError.repeatedSeed) { try sum.merge(whole) }
        var other = whole
        other.scenario = "other"
        #expect(throws: SweepMergeError.self) { try sum.merge(other) }
        for (bad, problem) in [
            ("", "no results"), ("{\"format\": \"x\"}", "no sweep"), ("{}\n", "missing"),
            (json.replacing("\"version\": 1", with: "\"version\": 9"), "version 9"),
            (lines + "\n" + Self.outcomes[0].line, "some of its seeds"),
            (lines.replacing("\"s\"", with: "\"../s\""), "scenario"),
        ] {
            let error = #expect(throws: ResultLoadingError.self) { try read(bad) }
            #expect(error?.description.contains(problem) == true, "\(bad): \(error as Any)")
        }
    }

    @Test
    func `the command that runs a seed again has it behind all that the user said`() {
        let command = "bench run 'my file.yaml' --set a=1"
        let result = SweepResult(of: "s", command: command, judgesFigures: true)
        #expect(result.command(seed: 7) == "bench run 'my file.yaml' --set a=1 --seed 7")
    }

    @Test
    func `the report names groups, commands, places and estimates`() throws {
        let text = SweepReport(of: try Self.result(Self.outcomes)).text
        for line in [
            "s: 4 seeds", "✗ 3 seeds failed, for 2 reasons", "1. x: 3 seeds",
            "   soonest under seed 3, after 20 events: x under 3", "   all of them had: pause",
            "   bench run s --seed 3", "2 of 3 places were reached", "never: c",
        ] {
            #expect(text.contains(line + "\n"), "\(line)")
        }
        #expect(text.contains("75.00%"))
    }
}
