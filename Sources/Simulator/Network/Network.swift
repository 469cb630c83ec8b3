/// The network between the nodes of a simulation: a directed link from each node to each other.
///
/// Nodes reach each other only through it. A message to a node that crashed after it was sent is
/// dropped, also where the node has been restarted since; so is what a dead incarnation sends.
///
/// Soundness of `@unchecked Sendable`, and of the fields whose exclusive access is not checked:
/// reached only from the thread that owns the simulation, by functions that call nothing else while
/// they change a field.
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
    @exclusivity(unchecked) public private(set) var traffic = Traffic()
    private let executor: SimulationExecutor
    private let settings: LinkSettings
    /// Links by the number of their source, then of their destination.
    @exclusivity(unchecked) private var links: [LinkRow] = []
    private var faults: [ActiveFault] = []
    /// Which node has each address that nodes share.
    private var addresses: [String: String] = [:]
    /// Counts changes of which node a name stands for.
    @exclusivity(unchecked) private(set) var namesVersion = 0
    /// Counts changes of `faults`, so that each link notices them when it is used next.
    @exclusivity(unchecked) private var version = 0
    /// Whether each node is watched for crashes, by its number.
    @exclusivity(unchecked) private var isWatched: [Bool] = []
    private var lastPort: UInt64 = 0
    /// Who learns of closed connections.
    var closingListeners: [(node: Node, target: EventTarget)] = []
    /// What each node serves, by the number of the node.
    @exclusivity(unchecked) var services: [[AnyServing]] = []

    /// Sees every message; nothing where nobody looks.
    @exclusivity(unchecked) private var observer: (any MessageObserver)?

    /// A network whose links all behave as `settings` says.
    public init(simulation: Simulation, settings: LinkSettings = LinkSettings()) {
        executor = simulation.executor
        self.settings = settings
    }

    /// A number for a connection that no other one has.
    func takePort() -> UInt64 {
        lastPort += 1
        return lastPort
    }

    /// Has `observer` see every message from now on; the network keeps it alive.
    public func observe(_ observer: (any MessageObserver)?) { self.observer = observer }

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

    /// Has what goes to `address` reach `node`, as a gratuitous ARP does.
    ///
    /// Calls that are under way stay with the node they were sent to.
    public func assign(_ address: String, to node: Node) {
        guard node.admitsCaller else { return }
        addresses[address] = node.name
        namesVersion += 1
    }

    /// Whether there is a node called `name`, up or down, or one that has this address.
    public func hasNode(_ name: String) -> Bool {
        addresses[name] != nil || executor.record(named: name) != nil
    }

    /// The first incarnation of the node with this number whose processes have not ended.
    func firstIncarnation(ofNode number: UInt32) -> UInt32? {
        guard number < executor.nodes.count else { return nil }
        let record = executor.nodes[Int(number)]
        return record.state.pointee.running == 0 ? record.incarnations + 1 : record.incarnations
    }

    /// Where the node called `name` stands; nothing where there is none.
    func placement(of name: String) -> NodePlacement? { executor.record(named: name)?.placement }

    /// The record of the node called `name`.
    func record(named name: String) throws(CallError) -> NodeRecord {
        let holder = addresses.isEmpty ? name : addresses[name] ?? name
        guard let record = executor.record(named: holder) else { throw .unknownNode(name) }
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
        if let observer {
            observer.observe(
                from: source.name,
                to: destination.name,
                target.messageDescription(argument),
                sent: VirtualInstant(nanoseconds: kernel.pointee.now),
                received: arrivals.first.map { VirtualInstant(nanoseconds: $0) }
            )
        }
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

    /// Counts messages that were skipped over, each of which has arrived once.
    func countSkipped(messages: UInt64) { traffic.sent += Int(clamping: messages) }

    /// The link from `source` to `destination`, made at its first use.
    func link(from source: Node, to destination: NodeRecord) -> Link {
        let row = Int(source.identifier)
        let column = Int(destination.identifier)
        while links.count <= row { links.append(LinkRow()) }
        watch(source.record)
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

    /// The calls to a node that are under way, by their callers in the order of creation.
    func exchanges(to record: NodeRecord) -> [PendingExchange] {
        let column = Int(record.identifier)
        return links.flatMap { $0[column]?.exchanges.all ?? [] }
    }

    /// The calls of a node that are under way, by whom they go to in the order of creation.
    func exchanges(from record: NodeRecord) -> [PendingExchange] {
        let row = Int(record.identifier)
        return row < links.count ? links[row].all.flatMap(\.exchanges.all) : []
    }

    /// Sees to it that nothing is kept of an incarnation of a node that crashes.
    @inline(__always)
    func watch(_ record: NodeRecord) {
        let number = Int(record.identifier)
        if number < isWatched.count, isWatched[number] { return }
        beginToWatch(record, number)
    }

    @inline(never)
    private func beginToWatch(_ record: NodeRecord, _ number: Int) {
        while isWatched.count <= number { isWatched.append(false) }
        isWatched[number] = true
        record.whenCrashed { [weak self] in self?.forget(number) }
    }

    /// Drops what a node that crashed served, and what was to be called at the end of its calls.
    private func forget(_ number: Int) {
        isWatched[number] = false
        if number < services.count { services[number] = [] }
        closingListeners.removeAll { Int($0.node.identifier) == number }
        guard number < links.count else { return }
        for link in links[number].all where !link.exchanges.isEmpty {
            for exchange in link.exchanges.all { exchange.forget() }
        }
    }

    private func makeLink(_ source: Node, _ destination: NodeRecord) -> Link {
        let label = "network/link \(source.name)->\(destination.name)"
        var settings = settings
        if let latency = settings.latencyAcrossZones,
            source.record.placement.zone != destination.placement.zone
        {
            settings.latency = latency
        }
        let link = Link(
            settings: settings,
            random: executor.random(label),
            ties: executor.state.pointee.ties
        )
        links[Int(source.identifier)].add(link, to: Int(destination.identifier))
        return link
    }
}
