/// A queue as it stands in a simulation: a controller and its brokers, each on a node of its own.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class QueueCluster: @unchecked Sendable {
    /// The name of the controller's node.
    public static let controllerName = "controller"
    /// What brokers are to faults.
    public static let brokerRole = "broker"
    /// What the controller is to faults.
    public static let controllerRole = "controller"
    /// What managers are to faults.
    public static let managerRole = "manager"

    /// What its clients have to know.
    public let address: QueueAddress
    /// What it did.
    public let journal = QueueJournal()
    /// The node of the controller.
    public let controller: Node
    /// The nodes of the brokers, those first that were there at the start.
    public private(set) var brokers: [Node] = []
    private let simulation: Simulation
    private let settings: BrokerSettings

    /// Starts a queue.
    public init(
        _ settings: QueueSettings,
        in simulation: Simulation,
        network: Network,
        random: RandomStream
    ) {
        self.simulation = simulation
        var broker = settings.broker
        broker.controller = Self.controllerName
        broker.plantedBug = settings.plantedBug
        broker.log.plantedBug = settings.plantedBug
        self.settings = broker
        address = QueueAddress(
            network: network,
            brokers: settings.brokers,
            controller: Self.controllerName,
            start: broker.start
        )
        let control = QueueController.Settings(
            control: ClusterControl.Settings(
                placement: settings.placement,
                sessionTimeout: settings.sessionTimeout,
                plantedBug: settings.plantedBug
            ),
            brokers: settings.brokers,
            topics: settings.topics + [settings.offsets],
            rebalanceInterval: settings.rebalanceInterval
        )
        controller = simulation.addNode(
            Self.controllerName,
            placement: NodePlacement(role: Self.controllerRole)
        ) { [journal] node in
            QueueController.start(
                on: node,
                network: network,
                settings: control,
                journal: journal,
                random: random
            )
        }
        for name in settings.brokers { addBroker(name) }
    }

    /// Starts a broker, which becomes a member when the controller hears of it.
    @discardableResult
    public func addBroker(_ name: String) -> Node {
        let network = address.network
        let node = simulation.addNode(
            name,
            placement: NodePlacement(role: Self.brokerRole)
        ) { [settings, journal] node in
            Broker.start(on: node, network: network, settings: settings, journal: journal)
        }
        brokers.append(node)
        return node
    }

    // MARK: Managers

    /// Starts a manager, which people ask over HTTP.
    @discardableResult
    public func addManager(_ name: String, _ settings: QueueManagerSettings) -> Node {
        let random = simulation.random("managers/\(name)")
        return simulation.addNode(
            name,
            placement: NodePlacement(role: Self.managerRole)
        ) { [unowned self] node in
            QueueManager.start(
                on: node,
                of: self,
                settings: settings,
                random: random.split("incarnation \(node.incarnation)")
            )
        }
    }

    /// Whether a broker of this name runs.
    func isRunning(_ name: String) -> Bool {
        brokers.contains { $0.name == name && $0.current.isAlive }
    }

    /// Starts a broker; one that ran before begins anew with what is on its disk.
    ///
    /// - Returns: Whether it could: nobody else has the name.
    func startBroker(_ name: String) -> Bool {
        if let node = brokers.first(where: { $0.name == name }) {
            node.current.restart()
        } else if simulation.node(named: name) == nil {
            addBroker(name)
        } else {
            return false
        }
        return true
    }

    /// Stops all brokers; their disks stay.
    func stopBrokers() {
        for node in brokers { address.network.kill(node.current) }
    }

    // MARK: Removing

    /// Has the controller take a broker's shards to others, asking until it has heard of it.
    ///
    /// - Parameters:
    ///   - name: The broker.
    ///   - here: From where it is asked.
    public func removeBroker(_ name: String, from here: Node) async throws(Interruption) {
        while true {
            do {
                _ = try await address.network.call(
                    .administration,
                    of: controller.name,
                    from: here,
                    .removeBroker(name),
                    timeout: settings.timeout
                )
                return
            } catch .interrupted(let interruption) {
                throw interruption
            } catch {
                try await here.sleep(for: settings.timeout)
            }
        }
    }
}
