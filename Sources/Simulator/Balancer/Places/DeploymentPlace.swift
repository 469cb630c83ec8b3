/// Places in the code of deployments that faults ought to reach sometimes.
public enum DeploymentPlace: String, Place {
    /// A server had requests under way for longer than a drain may take.
    case drainTimedOut = "drain-timed-out"
    /// A proxy had forgotten that a server is drained.
    case drainedAgain = "drain-undone-and-repeated"
    /// A new version did not arrive at a server.
    case transferFailed = "transfer-failed"
    /// A server did not become healthy after its restart.
    case unhealthy = "new-version-unhealthy"
    /// A new version had too many errors.
    case rejected = "new-version-rejected"
    /// A proxy could not be told to drain a server or to put it back.
    case proxiesUnreachable = "deployer-without-proxies"
    /// A deployment took back what it had done.
    case reverted = "deployment-reverted"
    /// The order to restart a server came again.
    case orderRepeated = "restart-ordered-twice"
    /// A server that was to be started had been started by somebody else.
    case startedMeanwhile = "server-started-meanwhile"

    /// What happens there.
    public var meaning: String {
        switch self {
        case .drainTimedOut: "a server had requests under way for longer than a drain may take"
        case .drainedAgain: "a proxy had forgotten that a server is drained"
        case .transferFailed: "a new version did not arrive at a server"
        case .unhealthy: "a server did not become healthy after its restart"
        case .rejected: "a new version had too many errors"
        case .proxiesUnreachable: "a proxy could not be told to drain a server or to put it back"
        case .reverted: "a deployment took back what it had done"
        case .orderRepeated: "the order to restart a server came again"
        case .startedMeanwhile: "a server that was to be started had been started by somebody else"
        }
    }
}
