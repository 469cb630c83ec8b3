/// When servers are added behind proxies, and when they are removed.
public struct ScalingSettings: Equatable, Sendable {
    /// The part of the time of the servers' processors that should be used.
    public var target = 0.8
    /// By how much the use may differ from that, as a part of it, before anything is done.
    public var tolerance = 0.1
    /// The fewest servers.
    public var minimum = 1
    /// The most servers.
    public var maximum = 10
    /// How often the use is looked at, and over how long it is taken.
    public var interval = Duration.seconds(15)
    /// How long after a change nothing is changed.
    public var cooldown = Duration.seconds(60)
    /// How long a server that is removed may take to finish what it has.
    public var drainTimeout = Duration.seconds(30)
    /// How often the proxies are asked whether it has.
    public var poll = Duration.milliseconds(100)
    /// How long an answer to a question or an order may take.
    public var timeout = Duration.seconds(1)
    /// A bug that a test wants to see noticed.
    package var plantedBug: ScalingPlantedBug?

    /// From 1 to 10 servers, each used four fifths of its time.
    public init() {}
}

/// A mistake in scaling that `ScalingChecker` must notice.
package enum ScalingPlantedBug: String, CaseIterable, Sendable {
    /// More servers are added than there may be.
    case boundless
    /// Nothing is awaited after a change.
    case hasty
    /// A server is stopped before it has finished what it has.
    case impatient
    /// What was ordered is taken to be so, from then on.
    case trusting
}

/// Decides how many servers there should be: as many as bring the use of each to the target.
///
/// Source: Kubernetes, "Horizontal Pod Autoscaling", algorithm details: the number that there
/// should be is ⌈servers × use / target⌉, and within a tolerance of the target nothing is done. The
/// cooldown is that of Amazon EC2 Auto Scaling's simple policies: it begins when a change is
/// complete.
struct ScalingRule: Sendable {
    let settings: ScalingSettings
    /// Until when nothing is changed.
    private(set) var restsUntil = VirtualInstant.zero

    init(settings: ScalingSettings) {
        self.settings = settings
    }

    /// How many servers are to be added, or removed where that is negative.
    ///
    /// - Parameters:
    ///   - servers: Those that are in service.
    ///   - use: The part of their time in which they were busy; nothing where nobody knows.
    func change(servers: Int, use: Double?, now: VirtualInstant) -> Int {
        guard now >= restsUntil || settings.plantedBug == .hasty else { return 0 }
        let maximum = settings.plantedBug == .boundless ? Int.max : settings.maximum
        let bounds = min(settings.minimum, maximum)...maximum
        let kept = min(max(servers, bounds.lowerBound), bounds.upperBound)
        guard let use, abs(use / settings.target - 1) > settings.tolerance else {
            return kept - servers
        }
        // A millionth less, so that a use that is the target but for rounding asks for no more.
        let wanted = Int((Double(servers) * use / settings.target - 1e-6).rounded(.up))
        return min(max(wanted, bounds.lowerBound), bounds.upperBound) - servers
    }

    /// Notes that a change is complete.
    mutating func noteChange(at now: VirtualInstant) {
        restsUntil = now.advanced(by: settings.cooldown)
    }
}
