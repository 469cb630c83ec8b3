/// A time in which a node was down.
public struct NodeOutage: Equatable, Sendable {
    /// The node.
    public let node: String
    /// When it went down.
    public let began: VirtualInstant
    /// When it was booted again; nothing while it is down.
    public internal(set) var ended: VirtualInstant?
}

/// The outages of all nodes, for reports; nothing in a run reads them.
struct NodeOutages {
    /// The outages in the order in which they began, as many as are kept.
    private(set) var all: [NodeOutage] = []
    /// How many there were beyond those.
    private(set) var omitted = 0

    /// How many are kept.
    static let maximum = 2_000

    /// Notes that a node goes down.
    ///
    /// - Returns: The number of the outage, for `end(_:at:)`; nothing where it is not kept.
    mutating func begin(_ node: String, at now: VirtualInstant) -> Int? {
        guard all.count < Self.maximum else {
            omitted += 1
            return nil
        }
        all.append(NodeOutage(node: node, began: now, ended: nil))
        return all.count - 1
    }

    /// Notes that a node is up again.
    mutating func end(_ number: Int, at now: VirtualInstant) { all[number].ended = now }
}
