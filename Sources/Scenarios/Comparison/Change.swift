import Simulator

/// One thing in which two results of a scenario differ.
public struct Change: Equatable, Sendable {
    /// What kind of thing, the weightiest first.
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        /// What tells runs apart: seed, digest, how a run ended.
        case identity
        /// A run of the matrix.
        case cell
        /// Whether everything held.
        case verdict
        /// A condition on a figure.
        case expectation
        /// A property of a whole run.
        case invariant
        /// A call that says what it expects.
        case call
        /// A broken property.
        case violation
        /// A job with its end.
        case job
        /// A figure.
        case figure
        /// What somebody else says of the scenario.
        case claim
        /// What the scenario's file says.
        case configuration
        /// What happened, entry by entry: timeline, notes, what charts draw.
        case course
    }

    /// What stands on one side.
    public enum Value: Equatable, Sendable {
        /// The thing is not there.
        case absent
        /// The figure is there, and the run has no value of it.
        case none
        /// The value of a figure.
        case figure(FigureValue)
        /// Anything else.
        case text(String)

        /// As a number, nanoseconds for a duration; nothing for what is none.
        var asNumber: Double? { if case .figure(let value) = self { value.asNumber } else { nil } }
    }

    /// What a change means.
    public enum Trend: String, Equatable, Sendable, CaseIterable {
        /// The new side is worse.
        case worse
        /// The new side is better.
        case better
        /// Neither, or nobody knows.
        case changed
    }

    /// The run that it concerns, by label or parameters; empty without a matrix, and for what
    /// concerns all runs.
    public var cell = ""
    /// What kind of thing.
    public var kind: Kind
    /// What it is called.
    public var subject: String
    /// What a figure measures.
    public var unit: MetricDefinition.Unit?
    /// What the base says.
    public var old: Value
    /// What the new result says.
    public var new: Value
    /// What the change means.
    public var trend = Trend.changed

    /// The new value less the old one, in the figure's unit (nanoseconds for durations); nothing
    /// where either is no number.
    public var difference: Double? {
        switch (old, new) {
        case (.figure(.count(let old)), .figure(.count(let new))):
            Double(Int128(new) - Int128(old))
        case (.figure(.duration(let old)), .figure(.duration(let new))):
            Double((new.attoseconds - old.attoseconds) / 1_000_000_000)
        default:
            old.asNumber.flatMap { old in new.asNumber.map { $0 - old } }
        }
    }

    /// The difference as a part of the old value; nothing where that is zero or no number.
    public var relativeDifference: Double? {
        guard let difference, let base = old.asNumber, base != 0 else { return nil }
        return difference / base.magnitude
    }

    /// How large the change is, for ordering: what came from nothing is larger than all that grew.
    var size: Double { relativeDifference?.magnitude ?? .infinity }
}

extension Change {
    /// A change of texts; nothing stands on a side without one.
    init(
        _ kind: Kind,
        _ subject: String,
        from old: String?,
        to new: String?,
        _ trend: Trend = .changed
    ) {
        self.kind = kind
        self.subject = subject
        self.old = old.map { .text($0) } ?? .absent
        self.new = new.map { .text($0) } ?? .absent
        self.trend = trend
    }
}
