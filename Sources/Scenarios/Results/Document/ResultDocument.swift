public import OrderedCollections
public import Simulator

/// A result as it is saved and shown: everything that a report says, and nothing else.
///
/// Every format of a report is made of it, and `result.json` is it in JSON; so a report that is
/// made again from a saved result has the same bytes as the one that was made with the run.
public struct ResultDocument: Equatable, Sendable {
    /// The version of the format; a change that breaks readers raises it.
    public static let version = 2

    /// The scenario's name.
    public var scenario = ""
    /// One line for people; may be empty.
    public var title = ""
    /// The command line that gives this result again.
    public var command = ""
    /// The seed of the scenario; cells with seeds of their own say so.
    public var seed: UInt64 = 0
    /// The digest of all runs, in hexadecimal digits.
    public var digest = ""
    /// Whether everything held in every cell.
    public var verdict = Verdict.held
    /// When the run begins in calendar time: `2024-01-01T00:00:00Z`.
    public var start = ""
    /// What varies between the cells.
    public var axes: [Axis] = []
    /// What the file says with every default filled in, for the first cell, but for what stands in
    /// the cells with its outcome.
    var configuration = JSONValue.null
    /// The runs; one when there is no matrix.
    public var cells: [Cell] = []
    /// What to show.
    public var report: [ReportItem] = []
    /// What replacing a hash did, where the matrix tells.
    public var swapTest: SwapTest?

    /// What varies between the cells, with its values.
    public struct Axis: Equatable, Sendable {
        /// The path of the key that varies, or `label`.
        public var path = ""
        /// Its values.
        public var values: [String] = []

        /// An axis of nothing.
        public init() {}
    }

    /// The name with the title.
    public var heading: String { title.isEmpty ? scenario : "\(scenario): \(title)" }

    /// Whether the scenario has a matrix.
    public var isMatrix: Bool { !axes.isEmpty }

    /// A document of nothing.
    public init() {}
}

extension ResultDocument {
    /// One run.
    public struct Cell: Equatable, Sendable {
        /// Its number, from zero.
        public var index = 0
        /// Its name, where the file gives one.
        public var label: String?
        /// What the matrix sets in it: the value of each path.
        public var parameters: OrderedDictionary<String, String> = [:]
        /// The seed of this run.
        public var seed: UInt64 = 0
        /// The digest of its events, in hexadecimal digits.
        public var digest = ""
        /// Why it ended.
        public var ending = RunOutcome.Ending.quiescent
        /// When it ended, in nanoseconds since the start.
        public var duration = 0
        /// How many events it had.
        public var events: UInt64 = 0
        /// Whether everything held.
        public var verdict = Verdict.held
        /// Every figure of the run: the totals, then each series of each label.
        public var figures = FigureTable()
        /// Requests by server; empty where there are none.
        public var distribution: [Server] = []
        /// Name and value of each figure of the placement.
        public var placement: OrderedDictionary<String, String> = [:]
        /// What was expected, with what became of it.
        public var expectations: [Check] = []
        /// What others claim, with whether it holds here.
        public var claims: [Check] = []
        /// Broken properties, first one first.
        public var violations: [Violation] = []
        /// What somebody who reads the figures must know.
        public var notes: [String] = []
        /// What happened, in order.
        public var timeline: [Event] = []
        /// How many entries the timeline would have more.
        public var timelineOmitted = 0
        /// What became of jobs.
        public var jobs: [Job] = []
        /// What charts draw.
        public var observations = RunObservations()
        /// The runs with other seeds, where there are any.
        public var replications: Replications?

        /// A cell of nothing.
        public init() {}

        /// The label, or else the parameters; empty without a matrix.
        public var name: String { label ?? assignments(parameters) }

        /// The label with the short parameters: long values, such as placements, are what labels
        /// stand for.
        var shortName: String {
            guard let label else { return name }
            let short = assignments(parameters.filter { !$0.value.hasPrefix("{") })
            return short.isEmpty ? label : "\(label), \(short)"
        }

        /// The balance of the requests; nothing where there are none.
        var load: DistributionFigures? {
            guard !distribution.isEmpty else { return nil }
            let shares = distribution.compactMap(\.expectedShare)
            return DistributionFigures(
                names: distribution.map(\.name),
                counts: distribution.map(\.count),
                expectedShares: shares.count == distribution.count ? shares : nil
            )
        }

        /// Whether nothing is undecided but where means lie, for which the seeds were too few.
        var lacksSeeds: Bool {
            verdict == .undecided && ending != .violation && replications?.ending == .exhausted
        }

        private func assignments(_ parameters: OrderedDictionary<String, String>) -> String {
            parameters.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
        }
    }

    /// A server with its part of the requests.
    public struct Server: Equatable, Sendable {
        /// Its name.
        public var name = ""
        /// The requests that it completed.
        public var count = 0
        /// Their part of all; nothing where there were none.
        public var share: Double?
        /// The exact part that the placement gives it; nothing where the counts are no sample of
        /// that.
        public var expectedShare: Double?
        /// The exact part that the placement gave it at the start, where servers came or went;
        /// nothing where that says nothing.
        public var shareAtStart: Double?

        /// A server of nothing.
        public init() {}
    }
}

extension ResultDocument {
    /// A condition with what became of it.
    public struct Check: Equatable, Sendable {
        /// What kind of condition.
        public var kind = Kind.comparison
        /// Who said it, for a claim.
        public var source: String?
        /// What was said, in words, for a claim.
        public var says: String?
        /// The condition as the file says it.
        public var text = ""
        /// Whether the condition concerns some cells of a matrix only.
        public var isConditional = false
        /// Whether it held.
        public var isHeld = false
        /// What is measured, for a comparison.
        public var unit: MetricDefinition.Unit?
        /// The value that was found; nothing for what is no comparison, and where there was none.
        public var actual: FigureValue?
        /// What is wrong with what did not hold.
        public var detail: String?

        /// What conditions there are.
        public enum Kind: String, Equatable, Sendable, CaseIterable {
            /// A figure is compared with a value.
            case comparison
            /// A property of the whole run.
            case invariant
            /// A call is answered as it should be.
            case call
        }

        /// A check of nothing.
        public init() {}
    }

    /// A broken property.
    public struct Violation: Equatable, Sendable {
        /// The property.
        public var property = ""
        /// What is wrong.
        public var message = ""
        /// When, in nanoseconds since the start.
        public var instant = 0
        /// At which event.
        public var event: UInt64 = 0
        /// The seed that shows it.
        public var seed: UInt64 = 0

        /// `property: message (seed, instant, event)`.
        var text: String {
            let instant = VirtualInstant(nanoseconds: UInt64(clamping: instant))
            return "\(property): \(message) (seed \(seed), at \(instant), event \(event))"
        }

        /// A violation of nothing.
        public init() {}
    }

    /// Something that happened.
    public struct Event: Equatable, Sendable {
        /// When, in nanoseconds since the start.
        public var instant = 0
        /// To what.
        public var subject = ""
        /// What.
        public var event = ""

        /// An event of nothing.
        public init() {}
    }

    /// A job with its end.
    public struct Job: Equatable, Sendable {
        /// Its name.
        public var identifier = ""
        /// How it ended.
        public var status = ""
        /// Why it failed, if it did.
        public var error: String?
        /// How long it took, in nanoseconds; nothing where it did not end.
        public var duration: Int?
        /// How many results it has.
        public var rows = 0
        /// Tells jobs with other results apart, in hexadecimal digits; nothing where they have
        /// none.
        public var digest: String?
        /// The first of them.
        public var results: [Row] = []

        /// A result of a job.
        public struct Row: Equatable, Sendable {
            /// Its key.
            public var key = ""
            /// Its value.
            public var value = ""

            /// A row of nothing.
            public init() {}
        }

        /// A job of nothing.
        public init() {}
    }
}
