public import Simulator

/// What the replications of a model gave, beside the exact value.
public struct FidelityResult: Equatable, Sendable {
    /// A run of the model.
    public struct Replication: Equatable, Sendable {
        /// Its seed.
        public let seed: UInt64
        /// Requests that were counted.
        public let requests: Int
        /// Their mean time in the system, seconds.
        public let mean: Double
        /// What tells its events from those of any other run.
        public let digest: TraceDigest
    }

    /// Whether simulation and theory agree.
    public enum Verdict: String, Equatable, Sendable, CaseIterable {
        /// The exact value lies in the interval, which is narrow enough.
        case fits = "yes"
        /// The exact value lies outside of the interval.
        case doesNotFit = "no"
        /// The interval is so wide that the exact value says little.
        case isTooWide = "too wide"
        /// Some run was not what the model is about: it had no end, or requests failed.
        case isBroken = "broken"
    }

    /// The name of the model.
    public let name: String
    /// The exact mean time in the system, seconds.
    public let exact: Double
    /// How far the exact value may lie outside of the interval, as a part of it.
    public let tolerance: Double
    /// The greatest half-width, as a part of the exact value.
    public let widthMaximum: Double
    /// The runs, in the order of their numbers.
    public let replications: [Replication]
    /// What was wrong with them.
    public let problems: [String]
    /// Where the mean lies.
    public let interval: ConfidenceInterval

    init(
        name: String,
        exact: Double,
        tolerance: Double,
        replications: [Replication],
        problems: [String],
        widthMaximum: Double
    ) {
        self.name = name
        self.exact = exact
        self.tolerance = tolerance
        self.widthMaximum = widthMaximum
        self.replications = replications
        self.problems = problems
        interval = ConfidenceInterval(
            of: replications.map(\.mean),
            confidence: FidelityStudy.confidence
        )
    }

    /// The half-width of the interval, as a part of the exact value.
    public var width: Double { interval.halfWidth / exact }

    /// Requests that were counted, in all.
    public var requests: Int { replications.reduce(0) { $0 + $1.requests } }

    /// Whether simulation and theory agree.
    public var verdict: Verdict {
        if !problems.isEmpty { return .isBroken }
        let distance = (interval.mean - exact).magnitude
        guard distance <= interval.halfWidth + tolerance * exact else { return .doesNotFit }
        return width <= widthMaximum ? .fits : .isTooWide
    }
}
