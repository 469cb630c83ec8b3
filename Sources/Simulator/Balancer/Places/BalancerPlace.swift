/// Places in the code of the balancer that faults ought to reach sometimes.
public enum BalancerPlace: String, Place {
    /// A request was under way at a server that was found dead.
    case cutOff = "request-cut-off"
    /// A request failed that may not be sent again.
    case notSentAgain = "unrepeatable-request-given-up"
    /// A request failed as often as it is tried.
    case triesUsedUp = "balancer-tries-used-up"
    /// A request came when no server was placed.
    case nobodyPlaced = "no-server-placed"
    /// A server missed as many heartbeats as it may.
    case declaredDead = "server-declared-dead"
    /// A server was declared dead that had not crashed since it answered.
    case livingDeclaredDead = "living-server-declared-dead"
    /// The last server that served was declared dead.
    case lastDeclaredDead = "last-server-declared-dead"
    /// A server was declared dead before it served.
    case diedWhileStarting = "server-died-while-starting"
    /// A server answered a heartbeat after it had missed one.
    case answeredAfterAMiss = "server-answered-after-a-miss"
    /// A heartbeat ended when its server had left.
    case heartbeatOfTheGone = "heartbeat-of-a-server-that-left"
    /// The balancer was restarted, and has the servers that it began with.
    case balancerBeganAnew = "balancer-began-anew"

    /// What happens there.
    public var meaning: String {
        switch self {
        case .cutOff: "a request was under way at a server that was found dead"
        case .notSentAgain: "a request failed that may not be sent again"
        case .triesUsedUp: "a request failed as often as it is tried"
        case .nobodyPlaced: "a request came when no server was placed"
        case .declaredDead: "a server missed as many heartbeats as it may"
        case .livingDeclaredDead:
            "a server was declared dead that had not crashed since it answered"
        case .lastDeclaredDead: "the last server that served was declared dead"
        case .diedWhileStarting: "a server was declared dead before it served"
        case .answeredAfterAMiss: "a server answered a heartbeat after it had missed one"
        case .heartbeatOfTheGone: "a heartbeat ended when its server had left"
        case .balancerBeganAnew:
            "the balancer was restarted, and has the servers that it began with"
        }
    }
}
