/// Where a queue is: what its clients have to know.
public struct QueueAddress: Sendable {
    /// The network.
    public let network: Network
    /// Some of its brokers, of which clients learn who leads.
    public let brokers: [String]
    /// The node of its controller.
    public let controller: String
    /// The civil time at the start of the run, in milliseconds since 1970.
    public let start: Int64

    /// The queue with these nodes.
    public init(network: Network, brokers: [String], controller: String, start: Int64 = 0) {
        self.network = network
        self.brokers = brokers
        self.controller = controller
        self.start = start
    }
}
