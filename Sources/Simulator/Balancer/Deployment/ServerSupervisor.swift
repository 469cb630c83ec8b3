/// Replaces the processes of servers, as the process managers on their machines do.
///
/// A process ends at once: what it has under way breaks, and connections are refused until the next
/// one has started. It runs on a node of its own that no fault selects, since a manager outlives
/// the process.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class ServerSupervisor: @unchecked Sendable {
    /// A process that was replaced.
    public struct Restart: Sendable {
        /// When the old one ended.
        public let instant: VirtualInstant
        /// When the deployment ordered that.
        public let given: VirtualInstant
        /// The server.
        public let server: String
        /// The number of the version that starts.
        public let version: Int
        /// The deployment that had it replaced.
        public let deployment: String
        /// Whether that one takes back what it did.
        public let isTakenBack: Bool
        /// Requests that the proxies had at the server.
        public let underWay: Int
    }

    /// The processes that were replaced, in order.
    public private(set) var restarts: [Restart] = []
    private unowned let simulation: Simulation
    private let network: Network
    private let node: Node
    /// How many requests the proxies have at a server, for the journal: no decision hangs on it.
    private let underWay: @Sendable (String) -> Int
    private var random: RandomStream
    /// What each server runs, unless it is the version of the start.
    private var versions: [String: ReleasedVersion] = [:]
    /// What each deployment did to each server, by the server and the deployment.
    private var turns: [String: [String: Turn]] = [:]

    /// What a deployment did to a server.
    private enum Turn {
        /// Its version has started; the one before it.
        case started(previous: ReleasedVersion?)
        /// It was taken back, or will do nothing any more.
        case takenBack
    }

    /// A supervisor of the servers of `simulation`, which must outlive it.
    public init(
        in simulation: Simulation,
        network: Network,
        underWay: @escaping @Sendable (String) -> Int
    ) {
        self.simulation = simulation
        self.network = network
        self.underWay = underWay
        node = simulation.addNode(
            simulation.freeName("supervisor"),
            placement: NodePlacement(role: "supervisor")
        )
        random = simulation.random("supervisor")
    }

    /// The version that a server runs, or starts with; nothing for that of the start.
    public func version(of server: String) -> ReleasedVersion? { versions[server] }

    /// What a server that was built with `settings` starts with.
    public func settings(of server: String, from settings: WebServerSettings) -> WebServerSettings {
        versions[server]?.applied(to: settings) ?? settings
    }

    /// Ends the process of a server and starts the version, unless the deployment did that before
    /// or was taken back here.
    func restart(
        _ server: String,
        as version: ReleasedVersion,
        for deployment: String,
        given: VirtualInstant
    ) {
        guard turns[server]?[deployment] == nil else {
            return node.sometimes(DeploymentPlace.orderRepeated)
        }
        turns[server, default: [:]][deployment] = .started(previous: versions[server])
        replace(server, version, deployment, isTakenBack: false, given)
    }

    /// Ends the process of a server that a deployment started, and starts the version before; from
    /// then on the deployment starts nothing there any more.
    ///
    /// - Returns: Whether it had started one.
    func takeBack(_ server: String, of deployment: String, given: VirtualInstant) -> Bool {
        guard case .started(let previous) = turns[server]?[deployment] else {
            defer { turns[server, default: [:]][deployment] = .takenBack }
            return turns[server]?[deployment] != nil
        }
        turns[server, default: [:]][deployment] = .takenBack
        replace(server, previous, deployment, isTakenBack: true, given)
        return true
    }

    private func replace(
        _ server: String,
        _ version: ReleasedVersion?,
        _ deployment: String,
        isTakenBack: Bool,
        _ given: VirtualInstant
    ) {
        guard let current = simulation.node(named: server) else { return }
        let start = (version ?? versions[server] ?? ReleasedVersion()).start
        versions[server] = version
        let delay = start.sample(using: &random)
        restarts.append(
            Restart(
                instant: node.now,
                given: given,
                server: server,
                version: version?.number ?? 1,
                deployment: deployment,
                isTakenBack: isTakenBack,
                underWay: underWay(server)
            )
        )
        node.spawn("restart of \(server)", .background) { [node, network] in
            network.kill(current)
            try await node.sleep(for: delay)
            // Somebody else may have started it in the meantime: a fault that ended.
            let isUntouched = current.current.incarnation == current.incarnation
            node.sometimes(DeploymentPlace.startedMeanwhile, !isUntouched)
            if isUntouched { current.restart() }
        }
    }
}
