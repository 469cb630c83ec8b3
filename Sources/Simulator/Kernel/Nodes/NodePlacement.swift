/// What a node does in the cluster and where it stands: how faults select it.
public struct NodePlacement: Equatable, Sendable {
    /// What it does, such as `server`.
    public var role: String
    /// The zone it stands in.
    public var zone: String
    /// The machine it stands on; nodes of one machine crash together.
    public var machine: String?

    /// A node of `role` in `zone`, on a machine of its own unless one is named.
    public init(role: String = "node", zone: String = "default", machine: String? = nil) {
        self.role = role
        self.zone = zone
        self.machine = machine
    }
}
