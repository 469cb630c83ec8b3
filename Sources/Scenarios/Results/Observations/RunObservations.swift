/// What charts draw of a run: how things went over time, how they are spread, and who did what.
///
/// Everything in it is bounded, so that a run of a million requests takes no more room than one of
/// a thousand, and everything is of virtual time.
public struct RunObservations: Equatable, Sendable {
    /// What went up and down.
    public var series: [TimeSeries] = []
    /// How durations are spread.
    public var curves: [DistributionCurve] = []
    /// What lasted: faults, nodes that were down, leaderships, jobs, tasks.
    public var activities: [Activity] = []
    /// How many activities there were beyond those that were kept.
    public var activitiesOmitted = 0
    /// The ring at the start, where the placement is one.
    public var ring: RingArcs?
    /// Which keys changes of the ring moved from where to where.
    public var flows: KeyFlows?
    /// Messages around the first violation, in the order in which they were sent.
    public var messages: [ObservedMessage] = []

    /// Nothing observed.
    public init() {}
}
