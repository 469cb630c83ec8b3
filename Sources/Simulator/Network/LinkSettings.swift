/// How a directed link between two nodes behaves.
public struct LinkSettings: Equatable, Sendable {
    /// How long a message is under way.
    public var latency: DurationDistribution
    /// How long one is under way between two zones; `latency` where there is nothing.
    public var latencyAcrossZones: DurationDistribution?
    /// The probability that a message never arrives.
    public var loss: Double
    /// The probability that a message arrives twice.
    public var duplication: Double
    /// Whether messages arrive in the order of sending, as over one connection.
    ///
    /// A slow message then holds up all that are sent after it, so that under load messages take
    /// longer than `latency` says.
    public var isOrdered: Bool
    /// The probability that a message of an ordered link does not wait for those sent before it.
    public var reordering: Double

    /// A link with these properties; without arguments, one millisecond and no errors.
    public init(
        latency: DurationDistribution = .constant(.milliseconds(1)),
        loss: Double = 0,
        duplication: Double = 0,
        isOrdered: Bool = false,
        reordering: Double = 0
    ) {
        for probability in [loss, duplication, reordering] {
            precondition((0...1).contains(probability), "a probability lies between 0 and 1")
        }
        self.latency = latency
        self.loss = loss
        self.duplication = duplication
        self.isOrdered = isOrdered
        self.reordering = reordering
    }
}

/// A disturbance of the links it covers, while it lasts.
public enum LinkFault: Equatable, Sendable {
    /// Nothing arrives.
    case blocked
    /// Every message is under way for longer by this.
    case latency(DurationDistribution)
    /// More messages are lost, with this probability.
    case loss(Double)
    /// More messages arrive twice, with this probability.
    case duplication(Double)
    /// More messages of an ordered link overtake others, with this probability.
    case reordering(Double)
}
