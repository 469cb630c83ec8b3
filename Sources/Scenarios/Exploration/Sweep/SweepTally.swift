public import OrderedCollections
import Simulator

/// What many seeds gave, added up: as large after ten million seeds as after a thousand.
///
/// Tallies of disjoint seeds can be added in any order, with the same sum.
public struct SweepTally: Equatable, Sendable {
    /// How many seeds were run.
    public var seeds = 0
    /// The runs: one for each cell and seed.
    public var runs = 0
    /// The runs that used up their budget.
    public var undecided = 0
    /// The events of all runs.
    public var events: UInt64 = 0
    /// The seeds under which something did not hold.
    public var failedSeeds = 0
    /// The sum of the digests of all seeds, which is the same in whatever order they ran.
    public var digest: UInt64 = 0
    /// What did not hold, by its cause; the first `groupsMaximum` causes that came.
    public var groups: [FailureCause: FailureGroup] = [:]
    /// Failures of other causes than those.
    public var ungrouped = 0
    /// Under how many seeds each thing was reached that a run can reach.
    public var coverage: [CoverageItem: Int] = [:]
    /// Every place that there is, in the order of the models.
    public var places: OrderedSet<String> = []

    /// How many groups are kept.
    static let groupsMaximum = 1_000

    /// Nothing yet.
    public init() {}

    /// Adds what a seed gave.
    ///
    /// - Returns: Whether it reached something that no seed before did.
    @discardableResult
    public mutating func add(_ outcome: SeedOutcome) -> Bool {
        seeds.add(1)
        runs.add(outcome.runs)
        undecided.add(outcome.undecided)
        events.add(outcome.events)
        let seedDigest = UInt64(outcome.digest, radix: 16) ?? 0
        digest &+= SplitMix64.mix(seedDigest ^ SplitMix64.mix(outcome.seed))
        if !outcome.failures.isEmpty { failedSeeds.add(1) }
        var isNew = false
        for (cause, failures) in Dictionary(grouping: outcome.failures, by: \.cause).sorted(
            by: { $0.key < $1.key }
        ) {
            isNew = groups[cause] == nil || isNew
            add(FailureGroup(failures, seed: outcome.seed), of: cause)
        }
        places.formUnion(outcome.places.keys)
        for (place, count) in outcome.places {
            for item in CoverageItem.all(of: place, reached: count) {
                isNew = coverage[item] == nil || isNew
                coverage[item, default: 0].add(1)
            }
        }
        return isNew
    }

    /// Adds what other seeds gave.
    public mutating func add(_ other: SweepTally) {
        seeds.add(other.seeds)
        runs.add(other.runs)
        undecided.add(other.undecided)
        events.add(other.events)
        failedSeeds.add(other.failedSeeds)
        digest &+= other.digest
        ungrouped.add(other.ungrouped)
        for (cause, group) in other.groups.sorted(by: { $0.key < $1.key }) { add(group, of: cause) }
        for (item, seeds) in other.coverage { coverage[item, default: 0].add(seeds) }
        places.formUnion(other.places)
    }

    private mutating func add(_ group: FailureGroup, of cause: FailureCause) {
        if groups[cause] != nil {
            groups[cause]?.add(group)
        } else if groups.count < Self.groupsMaximum {
            groups[cause] = group
        } else {
            ungrouped.add(group.seeds)
        }
    }

    /// The groups, those first that most seeds are in.
    public var sortedGroups: [(cause: FailureCause, group: FailureGroup)] {
        groups.map { (cause: $0.key, group: $0.value) }.sorted {
            ($1.group.seeds, $0.cause) < ($0.group.seeds, $1.cause)
        }
    }

    /// The places that no seed reached.
    public var missedPlaces: [String] {
        places.filter { coverage[CoverageItem(place: $0, times: 1)] == nil }
    }

    /// How likely it is, at most, that the next seed reaches something that none has reached: as
    /// many seeds as reached something that no other did, of all.
    ///
    /// What one seed alone reached in several places counts for each of them, since nobody knows
    /// whether it was the same seed; in one place it was.
    ///
    /// Source: Good, "The population frequencies of species and the estimation of population
    /// parameters", 1953; Böhme, "STADS: software testing as species discovery", 2018.
    public var discoveryProbability: Double {
        guard seeds > 0 else { return 1 }
        let places = Set(coverage.filter { $0.value == 1 }.keys.map(\.place))
        let causes = groups.values.count { $0.seeds == 1 }
        return min(1, Double(places.count + causes) / Double(seeds))
    }

    /// How many things there are that no seed has reached: an estimate of what there is at least.
    ///
    /// Source: Chao, "Nonparametric estimation of the number of classes in a population", 1984, in
    /// the form without bias.
    public var estimatedUnseen: Double {
        guard seeds > 0 else { return 0 }
        let (once, twice) = (Double(count(reachedBy: 1)), Double(count(reachedBy: 2)))
        let share = Double(seeds - 1) / Double(seeds)
        return share * once * (once - 1) / (2 * (twice + 1))
    }

    /// Things that so many seeds reached.
    private func count(reachedBy seeds: Int) -> Int {
        coverage.values.count { $0 == seeds } + groups.values.count { $0.seeds == seeds }
    }
}

extension UInt64 {
    /// Adds `other`, as far as there are numbers: files of results come from anywhere, and what no
    /// sweep has counted must not end the program.
    fileprivate mutating func add(_ other: UInt64) {
        let (sum, overflow) = addingReportingOverflow(other)
        self = overflow ? .max : sum
    }
}

extension Int {
    /// The greatest count that files of results hold.
    fileprivate static let countMaximum = 1 << 53

    /// Adds `other`, as far as files hold it.
    fileprivate mutating func add(_ other: Int) {
        let (sum, overflow) = addingReportingOverflow(other)
        self = overflow ? Self.countMaximum : Swift.min(sum, Self.countMaximum)
    }
}

/// Something that a run can reach: a place, so many times.
public struct CoverageItem: Hashable, Comparable, Sendable {
    /// The name of the place.
    public var place: String
    /// How often it was reached in one seed, at least: 1, 4, 16 and so on.
    public var times: Int

    /// A place, reached so often.
    public init(place: String, times: Int) {
        self.place = place
        self.times = times
    }

    /// What a seed covers that reached `place` so often.
    static func all(of place: String, reached count: Int) -> [CoverageItem] {
        steps.prefix { $0 <= count }.map { CoverageItem(place: place, times: $0) }
    }

    /// How often a place may have been reached, to count as more than less often: powers of four.
    static let steps = stride(from: 0, to: Int.bitWidth - 1, by: 2).map { 1 << $0 }

    /// By place, and by how often.
    public static func < (left: CoverageItem, right: CoverageItem) -> Bool {
        (left.place, left.times) < (right.place, right.times)
    }
}

/// Failures with one cause.
public struct FailureGroup: Equatable, Sendable {
    /// How many seeds it failed.
    public var seeds = 0
    /// The seed whose run failed after the fewest events; of several the lowest.
    public var seed: UInt64 = 0
    /// What failed under that seed.
    public var failure = SeedFailure()
    /// The faults that all of these runs had, in alphabetical order.
    public var commonFaults: [String] = []

    /// A group of nothing.
    public init() {}

    /// The failures with one cause under one seed.
    init(_ failures: [SeedFailure], seed: UInt64) {
        seeds = 1
        self.seed = seed
        if let least = failures.min(by: { $0.events < $1.events }) { failure = least }
        commonFaults = failure.faults.sorted()
    }

    fileprivate mutating func add(_ other: FailureGroup) {
        seeds.add(other.seeds)
        commonFaults.removeAll { !other.commonFaults.contains($0) }
        if (other.failure.events, other.seed) < (failure.events, seed) {
            seed = other.seed
            failure = other.failure
        }
    }
}
