import OrderedCollections
import Simulator

extension SweepResult: Section {
    /// How a result is described, read and written.
    static let format = ValueFormat<SweepResult>.section
    /// What tells the format from others.
    static let formatName = "cluster-simulator/sweep"

    static let name = "sweep"
    static let documentation = """
        What the runs of a scenario with many seeds gave, added up. Results of other seeds of the \
        same scenario can be added to it.
        """
    static let fields: [Field<SweepResult>] = [
        .constant("format", .words("format", FormatName.self), .sweep, "What the file is."),
        .constant("version", .whole, version, "The version of the format."),
        .always("scenario", \.scenario, .slug, "The scenario's name."),
        .always("command", \.command, .string, "What runs a seed again, but for the seed."),
        .always("judgesFigures", \.judgesFigures, .truth, "Whether expected figures count."),
        .always("seeds", \.seeds, .seedSet, "The seeds, such as 1...1000,2000."),
        .always("ending", \.ending, .words("ending"), "Why no more were run."),
        .always("verdict", \.written.verdict, .words("verdict"), "Whether everything held."),
        .always("tally", \.tally, .section, "What they gave."),
        .always("coverage", \.written.coverage, .section, "What that says of other seeds."),
    ]

    /// The only name that the format has.
    private enum FormatName: String, CaseIterable, Sendable {
        case sweep = "cluster-simulator/sweep"
    }

    /// What is written for readers and follows from the rest.
    fileprivate var written: Written {
        get {
            var written = Written()
            written.verdict = verdict
            written.coverage.missedPlaces = tally.missedPlaces
            written.coverage.discoveryProbability = tally.discoveryProbability
            written.coverage.estimatedUnseen = tally.estimatedUnseen
            return written
        }
        set {}
    }

    fileprivate struct Written {
        var verdict = Verdict.held
        var coverage = WrittenCoverage()
    }
}

/// What the coverage of a sweep says of the seeds that were not run.
private struct WrittenCoverage: Section {
    var missedPlaces: [String] = []
    var discoveryProbability = 0.0
    var estimatedUnseen = 0.0

    static let name = "coverage-estimate"
    static let documentation = "What the coverage of a sweep says of the seeds that were not run."
    static let fields: [Field<Self>] = [
        .always("missedPlaces", \.missedPlaces, .all(.string), "Places that no seed reached."),
        .always(
            "discoveryProbability",
            \.discoveryProbability,
            .decimal,
            "How likely the next seed reaches something new, at most (Good-Turing)."
        ),
        .always(
            "estimatedUnseen",
            \.estimatedUnseen,
            .decimal,
            "Things that no seed has reached, at least: an estimate (Chao)."
        ),
    ]
}

extension SweepTally: Section {
    static let name = "tally"
    static let documentation = "What many seeds gave, added up."
    static let fields: [Field<Self>] = [
        .always("seeds", \.seeds, .count, "Seeds."),
        .always("runs", \.runs, .count, "Runs: one for each cell and seed."),
        .always("undecided", \.undecided, .count, "Runs that used up their budget."),
        .always("events", \.events, .whole, "Events of all runs."),
        .always("failedSeeds", \.failedSeeds, .count, "Seeds under which something failed."),
        .always("digest", \.digest, .whole, "The sum of the digests of all seeds."),
        .always("ungrouped", \.ungrouped, .count, "Failures of causes beyond those kept."),
        .always("groups", \.writtenGroups, .all(.section), "What failed, by its cause."),
        .always(
            "places",
            \.writtenPlaces,
            .members(.all(.count)),
            "Under how many seeds each place was reached once, 4, 16, 64 times and so on."
        ),
    ]

    fileprivate var writtenGroups: [WrittenGroup] {
        get { sortedGroups.map { WrittenGroup(group: $0.group) } }
        set { for written in newValue { groups[written.group.failure.cause] = written.group } }
    }

    fileprivate var writtenPlaces: OrderedDictionary<String, [Int]> {
        get {
            var written: OrderedDictionary<String, [Int]> = [:]
            for place in places {
                let counts = CoverageItem.steps.map { coverage[.init(place: place, times: $0)] }
                written[place] = counts.prefix { $0 != nil }.compactMap(\.self)
            }
            return written
        }
        set {
            for (place, counts) in newValue {
                places.append(place)
                for (times, count) in zip(CoverageItem.steps, counts) {
                    coverage[CoverageItem(place: place, times: times)] = count
                }
            }
        }
    }
}

/// Failures with one cause, as they are written.
private struct WrittenGroup: Section {
    var group = FailureGroup()

    static let name = "failure-group"
    static let documentation = "Failures with one cause; what failed is that of the named seed."
    static let fields: [Field<Self>] = [
        .always("seeds", \.group.seeds, .count, "Seeds that it failed."),
        .always("seed", \.group.seed, .whole, "The seed that fails after the fewest events."),
        .always("failure", \.group.failure, .section, "What failed under it."),
        .always("commonFaults", \.group.commonFaults, .all(.string), "Faults that all had."),
    ]
}

extension SeedFailure: Section {
    static let name = "failure"
    static let documentation = "Something that did not hold under a seed."
    static let fields: [Field<Self>] = [
        .always("cell", \.cell, .natural, "The number of the cell."),
        .always("name", \.name, .string, "What the cell is called."),
        .always("checker", \.cause.checker, .string, "What noticed it."),
        .always("place", \.cause.place, .string, "What it says, without numbers."),
        .always("history", \.cause.history, .string, "The last fault that began before."),
        .always("message", \.message, .string, "What is wrong."),
        .always("events", \.events, .whole, "Events until the end of the run."),
        .always("faults", \.faults, .all(.string), "The faults that the run had."),
    ]
}

extension SeedOutcome: Section {
    /// How an outcome is described, read and written.
    static let format = ValueFormat<SeedOutcome>.section

    static let name = "seed-outcome"
    static let documentation = "What the runs of a scenario with one seed gave."
    static let fields: [Field<Self>] = [
        .always("scenario", \.scenario, .slug, "The scenario's name."),
        .always("command", \.command, .string, "What runs a seed again, but for the seed."),
        .always("judgesFigures", \.judgesFigures, .truth, "Whether expected figures count."),
        .always("seed", \.seed, .whole, "The seed."),
        .always("runs", \.runs, .count, "Runs: one for each cell."),
        .always("undecided", \.undecided, .count, "Runs that used up their budget."),
        .always("events", \.events, .whole, "Their events."),
        .always("digest", \.digest, .string, "The digest of all of them."),
        .always("failures", \.failures, .all(.section), "What did not hold."),
        .always("places", \.places, .members(.count), "How often each place was reached."),
    ]
}

extension ValueFormat where Value == SeedSet {
    /// Seeds, such as `1...1000,2000`.
    fileprivate static var seedSet: ValueFormat {
        let text = ValueFormat<String>.string
        return ValueFormat(
            shape: text.shape,
            read: { node, reading in
                guard let written = text.read(node, &reading) else { return nil }
                if written.isEmpty { return SeedSet() }
                if let seeds = SeedSet(written) { return seeds }
                reading.reportKind(node, wanted: "seeds such as 1...1000")
                return nil
            },
            write: { text.write($0.description) }
        )
    }
}
