import Simulator

/// What the runs of a cell with several seeds gave together.
public struct Replications: Equatable, Sendable {
    /// How many runs there were, the one that is reported included.
    public var count = 0
    /// Why there were no more.
    public var ending = Ending.count
    /// With which probability an interval holds the mean.
    public var confidence = 0.95
    /// How wide intervals were to be, as a part of the mean; nothing for any.
    public var halfWidth: Double?
    /// In how many of the runs something did not hold.
    public var failed = 0
    /// How many runs used up their budget.
    public var undecided = 0
    /// The seeds of the first runs in which something did not hold.
    public var failedSeeds: [UInt64] = []
    /// The digest of all runs, in hexadecimal digits.
    public var digest = ""
    /// The figures.
    public var figures: [ReplicatedFigure] = []

    /// Why there were no more runs.
    public enum Ending: String, Equatable, Sendable, CaseIterable {
        /// There were as many as the file says.
        case count
        /// The intervals are narrow enough.
        case narrow
        /// There were as many as the file allows, and the intervals are still too wide.
        case exhausted
    }

    /// Runs of nothing.
    public init() {}

    /// Whether all that was expected held in all runs, and the intervals got narrow.
    var verdict: Verdict {
        if failed > 0 { return .failed }
        return undecided > 0 || ending == .exhausted ? .undecided : .held
    }
}

/// A figure over several runs, durations in nanoseconds.
public struct ReplicatedFigure: Equatable, Sendable {
    /// Which figure.
    public var reference: MetricReference
    /// How many of the runs have it.
    public var count = 0
    /// Its mean; nothing where no run has it.
    public var mean: Double?
    /// How far the interval reaches to either side of the mean; nothing with less than two runs.
    public var halfWidth: Double?
    /// The least value.
    public var least: Double?
    /// The greatest value.
    public var greatest: Double?

    /// The figure that `reference` names, without a value.
    public init(reference: MetricReference) {
        self.reference = reference
    }

    /// A number as a value of the figure: a mean of counts is no count.
    func value(_ number: Double?) -> FigureValue? {
        guard let number else { return nil }
        return switch reference.unit {
        case .duration: .duration(.nanoseconds(Int(max(-0x1p62, min(0x1p62, number)).rounded())))
        case .ratio: .ratio(number)
        case .count, .number: .number(number)
        }
    }
}
