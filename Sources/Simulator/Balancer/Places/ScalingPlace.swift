/// Places in the code of the autoscaler that faults ought to reach sometimes.
public enum ScalingPlace: String, Place {
    /// A server that was to be added did not start.
    case launchFailed = "launched-server-did-not-start"
    /// A proxy refused a server that was to be added.
    case additionRefused = "launched-server-refused"
    /// A server was stopped while requests were under way there.
    case forced = "server-stopped-with-requests"
    /// A proxy refused to let a server go.
    case removalRefused = "removal-refused"
    /// A server that was to be idle got requests again.
    case drainLifted = "drain-lifted-while-waiting"
    /// The autoscaler found a server that it had not known.
    case adopted = "server-adopted"
    /// The autoscaler forgot a server that had ended.
    case forgotten = "dead-server-forgotten"
    /// The autoscaler struck out a server that had ended.
    case struck = "dead-server-struck-out"
    /// A proxy did not say which servers it has.
    case silenced = "autoscaler-without-proxies"
    /// The autoscaler was restarted beside servers that it had added.
    case beganAnew = "autoscaler-began-anew"

    /// What happens there.
    public var meaning: String {
        switch self {
        case .launchFailed: "a server that was to be added did not start"
        case .additionRefused: "a proxy refused a server that was to be added"
        case .forced: "a server was stopped while requests were under way there"
        case .removalRefused: "a proxy refused to let a server go"
        case .drainLifted: "a server that was to be idle got requests again"
        case .adopted: "the autoscaler found a server that it had not known"
        case .forgotten: "the autoscaler forgot a server that had ended"
        case .struck: "the autoscaler struck out a server that had ended"
        case .silenced: "a proxy did not say which servers it has"
        case .beganAnew: "the autoscaler was restarted beside servers that it had added"
        }
    }
}
