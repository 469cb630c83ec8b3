/// The network between the nodes of a simulation: a directed link from each node to each other.
///
/// Nodes reach each other only through it. A message to a node that crashed after it was sent is
/// dropped, also where the node has been restarted since; so is what a dead incarnation sends.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class Network: @unchecked Sendable {
    /// What happened to messages.
    public struct Traffic: Equatable, Sendable {
        /// Messages sent.
        public var sent = 0
        /// Messages that a link lost or blocked.
        public var lost = 0
        /// Messages that a link delivered twice.
        public var duplicated = 0
    }

    /// A disturbance that is on, for `end(_:)`.
    public struct FaultIdentifier: Equatable, Sendable {
        fileprivate let number: Int
    }

    private struct ActiveFault {
        let identifier: FaultIdentifier
        let fault: LinkFault
        let covers: @Sendable (_ source: Node, _ destination: Node) -> Bool
    }

    /// What happened to messages so far.
    public private(set) var traffic = Traffic()
    private let executor: SimulationExecutor
    private let settings: LinkSettings
    /// Links by the number of their source, then of their destination.
    private var links: [[Link?]] = []
    private var faults: [ActiveFault] = []
    /// Counts changes of `faults`, so that each link notices them when it is used next.
    private var version = 0
    /// What each node serves, by the number of the node, then by the name of the service.
    var services: [[String: any AnyServing]] = []

    /// A network whose links all behave as `settings` says.
    public init(simulation: Simulation, settings: LinkSettings = LinkSettings()) {
        executor = simulation.executor
        self.settings = settings
    }

    // MARK: Disturbances

    /// Begins a disturbance of all links that `covers` accepts, present and future ones.
    public func begin(
        _ fault: LinkFault,
        covering covers: @escaping @Sendable (_ source: Node, _ destination: Node) -> Bool
    ) -> FaultIdentifier {
        executor.requireOwnership()
        version += 1
        let identifier = FaultIdentifier(number: version)
        faults.append(ActiveFault(identifier: identifier, fault: fault, covers: covers))
        return identifier
    }

    /// Ends a disturbance.
    public func end(_ identifier: FaultIdentifier) {
        executor.requireOwnership()
        version += 1
        faults.removeAll { $0.identifier == identifier }
    }

    // MARK: Messages

    /// The record of the node called `name`.
    func record(named name: String) throws(CallError) -> NodeRecord {
        guard let record = executor.record(named: name) else { throw .unknownNode(name) }
        return record
    }

    /// Sends one message; `target.fire(argument)` is called for each copy that arrives.
    func transmit(
        from source: Node,
        to destination: NodeRecord,
        _ target: EventTarget,
        _ argument: UInt32,
        isForeground: Bool
    ) {
        let kernel = source.record.kernel
        traffic.sent += 1
        let arrivals = link(from: source, to: destination).arrivals(
            now: kernel.pointee.now,
            between: .init(source: source.incarnation, destination: destination.incarnations)
        )
        guard let first = arrivals.first else {
            traffic.lost += 1
            return
        }
        _ = kernel.pointee.call(
            target,
            argument,
            at: first,
            node: destination.state,
            isForeground: isForeground
        )
        guard let second = arrivals.second else { return }
        traffic.duplicated += 1
        _ = kernel.pointee.call(
            target,
            argument,
            at: second,
            node: destination.state,
            isForeground: isForeground
        )
    }

    /// The link from `source` to `destination`, made at its first use.
    func link(from source: Node, to destination: NodeRecord) -> Link {
        let row = Int(source.identifier)
        let column = Int(destination.identifier)
        while links.count <= row { links.append([]) }
        while links[row].count <= column { links[row].append(nil) }
        let link = links[row][column] ?? makeLink(source, destination)
        if link.version != version {
            let other = Node(record: destination, incarnation: destination.incarnations)
            link.apply(
                faults.filter { $0.covers(source, other) }.map(\.fault),
                version: version
            )
        }
        return link
    }

    private func makeLink(_ source: Node, _ destination: NodeRecord) -> Link {
        let label = "network/link \(source.name)->\(destination.name)"
        let link = Link(settings: settings, random: executor.random(label))
        links[Int(source.identifier)][Int(destination.identifier)] = link
        return link
    }
}
