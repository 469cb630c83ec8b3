/// Why a wait in virtual time ended early.
public enum Interruption: Error, Equatable, Sendable, CustomStringConvertible {
    /// The node crashed, or the caller belongs to an incarnation that is gone.
    case crashed
    /// The task was cancelled.
    case cancelled

    /// The reason in words.
    public var description: String {
        switch self {
        case .crashed: "the node crashed"
        case .cancelled: "the task was cancelled"
        }
    }
}
