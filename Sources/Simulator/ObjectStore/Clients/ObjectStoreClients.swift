/// The clients of a store, one for each incarnation of a node, so that the retries of a process are
/// paid from one quota.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class ObjectStoreClients: @unchecked Sendable {
    private let makeClient: (Node) -> ObjectStoreClient
    /// The client of the last incarnation that asked, by the number of its node.
    private var clients: [UInt32: (incarnation: UInt32, client: ObjectStoreClient)] = [:]

    /// - Parameter makeClient: Makes the client of an incarnation.
    public init(_ makeClient: @escaping (Node) -> ObjectStoreClient) {
        self.makeClient = makeClient
    }

    /// The client of an incarnation.
    public func client(on node: Node) -> ObjectStoreClient {
        if let known = clients[node.identifier], known.incarnation == node.incarnation {
            return known.client
        }
        let client = makeClient(node)
        clients[node.identifier] = (node.incarnation, client)
        return client
    }
}
