/// Puts a new version of the servers behind proxies into service, one at a time.
///
/// What comes next is decided by `RollingDeployment`; the deployer carries it out over the
/// network: it gives orders to the proxies, and to the remote shells of the servers. An order
/// without an answer is repeated; what the proxies were told is asked for again before anything
/// hangs on it, since a proxy that starts anew has forgotten it.
public actor Deployer: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    let network: Network
    let settings: DeploymentSettings
    let targets: DeploymentTargets
    let proxies: ProxyOperator
    private let journal: DeploymentJournal
    private var random: RandomStream
    private var plan: RollingDeployment
    /// The server whose time to finish what it had is over.
    var overdue: String?

    /// Starts a deployer on `node`; the run waits for its end.
    @discardableResult
    public static func start(
        _ settings: DeploymentSettings,
        of targets: DeploymentTargets,
        on node: Node,
        network: Network,
        journal: DeploymentJournal,
        random: RandomStream
    ) -> Deployer {
        let deployer = Deployer(
            settings,
            targets,
            on: node,
            network: network,
            journal: journal,
            random: random
        )
        journal.deployment = node.name
        node.spawn("deployment") { try await deployer.deploy() }
        return deployer
    }

    private init(
        _ settings: DeploymentSettings,
        _ targets: DeploymentTargets,
        on node: Node,
        network: Network,
        journal: DeploymentJournal,
        random: RandomStream
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.targets = targets
        self.journal = journal
        self.random = random
        proxies = ProxyOperator(
            node: node,
            network: network,
            proxies: targets.proxies,
            timeout: settings.timeout
        )
        plan = RollingDeployment(
            targets.servers.map(\.name),
            drains: settings.drains,
            ways: settings.transfers.count,
            plantedBug: settings.plantedBug
        )
    }

    private func deploy() async throws(Interruption) {
        try await node.sleep(until: .zero.advanced(by: settings.begin))
        var turn: String?
        while true {
            let step = plan.step
            if case .end(let result) = step { return journal.noteEnd(result, at: node.now) }
            if let server = step.server, server != turn, !plan.isReverting {
                turn = server
                note(.began, of: server)
            }
            let succeeded = try await perform(step)
            let wasReverting = plan.isReverting
            plan.finish(succeeded: succeeded)
            node.sometimes(DeploymentPlace.reverted, plan.isReverting && !wasReverting)
        }
    }

    private func perform(_ step: RollingDeployment.Step) async throws(Interruption) -> Bool {
        switch step {
        case .drain(let server): try await drain(server)
        case .transfer(let server, let way): try await transfer(settings.transfers[way], to: server)
        case .restart(let server, let isNew): try await restart(server, isNew: isNew)
        case .verify(let server): try await verify(server)
        case .putBack(let server): try await setDraining(server, false)
        case .watch(let server): try await watch(server)
        case .end: true
        }
    }

    func note(_ event: DeploymentJournal.Event, of server: String) {
        journal.note(event, of: server, at: node.now)
    }

    /// Until when something is tried again that begins now.
    var patienceEnd: VirtualInstant { node.now.advanced(by: settings.health.deadline) }

    // MARK: At the server

    private func transfer(
        _ transfer: DeploymentSettings.Transfer,
        to server: String
    ) async throws(Interruption) -> Bool {
        let time = ServerHost.transferTime(
            bytes: settings.package,
            bytesPerSecond: transfer.bytesPerSecond
        )
        if transfer.failure > 0, random.unit() < transfer.failure {
            // It breaks off at some point on the way.
            let part = UInt64(Double(time.wholeNanoseconds) * random.unit())
            try await node.sleep(for: Duration(wholeNanoseconds: part))
            node.sometimes(DeploymentPlace.transferFailed)
            note(.transferFailed(transfer.way), of: server)
            return false
        }
        let order = HostOrder.receive(
            bytes: settings.package,
            bytesPerSecond: transfer.bytesPerSecond
        )
        let answer = try await tell(server, order, timeout: time * 2 + settings.timeout)
        note(answer == nil ? .transferFailed(transfer.way) : .transferred(transfer.way), of: server)
        return answer != nil
    }

    /// Has the process replaced, or taken back. An order whose answer was lost is given again: the
    /// machine knows it by the name of the deployment.
    private func restart(_ server: String, isNew: Bool) async throws(Interruption) -> Bool {
        let deadline = patienceEnd
        repeat {
            let isOut = try await confirmDrain(of: server, until: deadline)
            // What is bad goes, whether or not the proxies can be asked.
            guard isOut || !isNew else { return false }
            let order: HostOrder =
                isNew
                ? .restart(settings.version, deployment: node.name, given: node.now)
                : .takeBack(deployment: node.name, given: node.now)
            switch try await tell(server, order, timeout: settings.timeout) {
            case .restarting:
                note(.restarted(isNew: isNew), of: server)
                return true
            case .kept:
                note(.kept, of: server)
                return true
            default: try await node.sleep(for: settings.health.interval)
            }
        } while node.now < deadline
        note(.unreachable, of: server)
        return false
    }

    /// Asks the server whether it is well, until it has said so as often as it must.
    private func verify(_ server: String) async throws(Interruption) -> Bool {
        let health = settings.health
        let deadline = node.now.advanced(by: health.deadline)
        var passes = 0
        while node.now < deadline {
            try await node.sleep(for: health.interval)
            let answer = try await proxies.ask(server, HTTPRequest(.get, health.path))
            passes = answer?.status == 200 ? passes + 1 : 0
            try await keepDraining(server)
            guard passes >= health.passes else { continue }
            note(.healthy, of: server)
            return true
        }
        node.sometimes(DeploymentPlace.unhealthy)
        note(.unhealthy, of: server)
        return false
    }

    /// Gives an order to the remote shell of a server.
    ///
    /// - Returns: The answer; nothing where none came.
    private func tell(
        _ server: String,
        _ order: HostOrder,
        timeout: Duration
    ) async throws(Interruption) -> HostAnswer? {
        do throws(CallError) {
            return try await network.call(
                .host,
                of: server,
                from: node,
                order,
                timeout: timeout,
                .background
            )
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            return nil
        }
    }
}
