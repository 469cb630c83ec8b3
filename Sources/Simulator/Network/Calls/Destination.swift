/// A node that is called again and again, by its name.
///
/// It remembers which node has the name.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class Destination: @unchecked Sendable {
    /// The name.
    public let name: String
    @exclusivity(unchecked) private var record: NodeRecord?
    /// The version of the network's names that `record` is of.
    @exclusivity(unchecked) private var version = -1

    /// The node called `name`, whether there is one already or not.
    public init(_ name: String) {
        self.name = name
    }

    /// The record of the node.
    @inline(__always)
    func record(in network: Network) throws(CallError) -> NodeRecord {
        if let record, version == network.namesVersion { return record }
        let found = try network.record(named: name)
        record = found
        version = network.namesVersion
        return found
    }
}
