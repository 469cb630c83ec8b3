import Simulator

/// The report of a sweep, for people and for programs.
public struct SweepReport: Sendable {
    /// The files of a sweep in the folder of its scenario.
    public static let files = (json: "sweep.json", text: "sweep.txt")
    /// How many groups of failures the text has.
    private static let groupsShown = 20

    private let result: SweepResult
    private let style: TextReport.Style
    private let paint: Paint

    /// A report of `result` that looks like `style`.
    public init(of result: SweepResult, style: TextReport.Style = .init()) {
        self.result = result
        self.style = style
        paint = Paint(isColoured: style.isColoured, isASCII: style.isASCII)
    }

    private var tally: SweepTally { result.tally }

    /// The result in JSON, from which ``SweepResult/init(path:)`` reads it again.
    public var json: String {
        JSONValue(SweepResult.format.write(result)).written() + "\n"
    }

    /// The result as lines of text, ending with a line feed.
    public var text: String {
        var lines = wrapped(heading).map(paint.bold) + wrapped(identity).map(paint.dim)
        lines.append("\(paint.sign(of: result.verdict)) \(paint.of(result.verdict, verdict))")
        for (number, (_, group)) in tally.sortedGroups.prefix(Self.groupsShown).enumerated() {
            lines += [""] + self.lines(of: group, number: number + 1)
        }
        let hidden = tally.groups.count - Self.groupsShown
        if hidden > 0 { lines += ["", "and \(counted(hidden, "reason")) more, in the JSON"] }
        if !tally.places.isEmpty { lines += [""] + coverage.flatMap { wrapped($0) } }
        return lines.joined(separator: "\n") + "\n"
    }

    private var heading: String {
        let ending =
            switch result.ending {
            case .completed: ""
            case .time: "; then the time was over"
            case .saturated: "; then new seeds reached nothing new"
            case .interrupted: "; then it was interrupted"
            case .error: "; then one could not be run"
            }
        return "\(result.scenario): \(counted(tally.seeds, "seed"))\(ending)"
    }

    private var identity: String {
        let seeds = result.seeds.description
        return "seeds \(seeds.count > 60 ? "\(seeds.prefix(57))..." : seeds), "
            + "\(counted(tally.runs, "run")), \(counted(Int(clamping: tally.events), "event")), "
            + "digest \(digest)"
    }

    /// Sixteen hexadecimal digits.
    private var digest: String {
        let digits = String(tally.digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private var verdict: String {
        switch result.verdict {
        case .held: return "everything held under every seed"
        case .undecided:
            if tally.seeds == 0 { return "nothing was run" }
            guard tally.undecided > 0 else { return "not all seeds could be run" }
            return "\(counted(tally.undecided, "run")) used up their budget of events"
        case .failed:
            let reasons = tally.groups.count + (tally.ungrouped > 0 ? 1 : 0)
            return "\(counted(tally.failedSeeds, "seed")) failed, for "
                + counted(reasons, "reason")
        }
    }

    private func lines(of group: FailureGroup, number: Int) -> [String] {
        let failure = group.failure
        let cell = failure.name.isEmpty ? "" : ", in \(failure.name)"
        var lines = [
            "\(number). \(failure.cause.checker): \(counted(group.seeds, "seed"))",
            "soonest under seed \(group.seed), after "
                + "\(counted(Int(clamping: failure.events), "event"))\(cell): \(failure.message)",
        ]
        if !failure.cause.history.isEmpty {
            lines.append("the last fault before: \(failure.cause.history)")
        }
        if !group.commonFaults.isEmpty, group.seeds > 1 {
            lines.append("all of them had: \(group.commonFaults.joined(separator: ", "))")
        }
        return wrapped(lines[0]).map(paint.failed)
            + lines.dropFirst().flatMap { TextWidth.wrapped($0, width: style.width - 3) }
            .map { "   \($0)" }
            // Not wrapped, so that it can be copied.
            + ["   \(result.command(seed: group.seed))"]
    }

    private var coverage: [String] {
        let missed = tally.missedPlaces
        var lines = [
            "\(tally.places.count - missed.count) of \(counted(tally.places.count, "place")) were "
                + "reached"
        ]
        if !missed.isEmpty { lines.append("never: \(missed.joined(separator: ", "))") }
        let chance = DecimalText.percent(tally.discoveryProbability, decimals: 2)
        let unseen = DecimalText.fixed(tally.estimatedUnseen, decimals: 1)
        lines.append(
            "estimates: the next seed reaches something new with a probability of \(chance) "
                + "(Good-Turing), and \(unseen) things are left to be reached (Chao)"
        )
        return lines
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        ReportSections.counted(count, noun)
    }

    private func wrapped(_ text: String) -> [String] {
        TextWidth.wrapped(text, width: style.width)
    }
}
