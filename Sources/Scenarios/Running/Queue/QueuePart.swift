import Simulator

/// The queue of a scenario, with what was sent to it and who read.
struct QueuePart {
    /// How long nobody may get further at the end until the run is over: longer than anybody waits
    /// for anything.
    private var patience: Duration {
        let consumers = specification.consumers.map { consumers in
            max(
                consumers.sessionTimeout,
                consumers.group == nil ? .zero : consumers.rebalanceTimeout
            )
        }
        let brokers = [specification.sessionTimeout, specification.replicaLag]
        return .seconds(60) + ((consumers + brokers).max() ?? .zero)
    }

    let specification: QueueSpecification
    let cluster: QueueCluster
    let traffic: MessageTraffic
    /// Who sends logs and writes them.
    let logs: LogClients
    /// The topics of the producers, by their numbers.
    private(set) var topics: [String] = []

    init(
        _ specification: QueueSpecification,
        _ cell: ScenarioCell,
        in simulation: Simulation,
        network: Network,
        _ plantedBug: QueuePlantedBug?
    ) throws(ScenarioRunningError) {
        self.specification = specification
        var settings = QueueSettings(
            brokers: specification.brokerNames,
            topics: specification.topics.map(TopicBlueprint.init)
        )
        settings.placement = try ShardPlacement(specification.shards)
        settings.sessionTimeout = specification.sessionTimeout
        settings.rebalanceInterval = specification.rebalanceInterval
        settings.broker = BrokerSettings(specification, start: cell.scenario.start)
        settings.offsets.partitions = specification.offsetsPartitions
        settings.offsets.settings.replicas = min(3, specification.brokers)
        settings.plantedBug = plantedBug
        cluster = QueueCluster(
            settings,
            in: simulation,
            network: network,
            random: simulation.random("queue")
        )
        if let manager = specification.manager {
            for (name, settings) in zip(QueueManagerSpecification.names, manager.settings) {
                cluster.addManager(name, settings)
            }
        }
        logs = LogClients(in: simulation, network: network)
        traffic = MessageTraffic(cluster, in: simulation)
        for consumers in specification.consumers {
            var settings = consumers.settings
            settings.plantedBug = plantedBug
            for name in consumers.names {
                traffic.consume(.topics(consumers.topics), settings, named: name)
            }
        }
        change(in: simulation)
    }

    /// Has brokers come and go.
    private func change(in simulation: Simulation) {
        guard !specification.changes.isEmpty else { return }
        let placement = NodePlacement(role: "operator", zone: "operation")
        let node = simulation.addNode(simulation.freeName("queue operator"), placement: placement)
        for change in specification.changes {
            node.spawn("change of brokers") { [cluster] in
                try await node.sleep(until: .zero.advanced(by: change.at))
                if let name = change.added { cluster.addBroker(name) }
                if let name = change.removed { try await cluster.removeBroker(name, from: node) }
            }
        }
    }

    /// Starts the producers of a workload.
    mutating func start(_ workload: MessagesSpecification, seed: UInt64) {
        let load = MessageLoad(
            pace: LoadPace(
                arrival: Arrival(workload.arrival),
                count: workload.count,
                start: workload.from,
                duration: workload.duration
            ),
            topic: workload.topic,
            partition: workload.partition,
            keys: workload.key.map { KeySource($0, seed: seed) },
            size: workload.size
        )
        for _ in 0..<workload.producers {
            topics.append(workload.topic)
            traffic.produce(load, workload.settings)
        }
    }

    /// Starts a producer of a log.
    func start(_ log: ProducerLogSpecification, in folder: String?) throws(ScenarioRunningError) {
        logs.produce(
            try log.read(in: folder),
            named: log.nodeName,
            from: .zero.advanced(by: log.from),
            LogClients.Settings()
        )
    }

    /// Starts a consumer that writes a log.
    func start(_ log: ConsumerLogSpecification) {
        var settings = LogClients.Settings()
        settings.idle = log.idle
        settings.poll = log.poll
        let start = VirtualInstant.zero.advanced(by: log.from)
        logs.consume(log.topics, named: log.nodeName, from: start, settings)
    }

    /// Keeps the run going until everything has been read.
    func watch() {
        if !topics.isEmpty { traffic.watch(patience: patience) }
    }
}

extension ProducerLogSpecification {
    /// Bytes that the file of a log may have.
    private static let bytesMaximum = 64 << 20

    /// The log, where it stands.
    fileprivate func read(in folder: String?) throws(ScenarioRunningError) -> ProducerLog {
        let path = file?.path(in: folder)
        let text: String
        if let path {
            let bytes = try ScenarioFile.data(of: path, maximum: Self.bytesMaximum)
            text = String(decoding: bytes, as: UTF8.self)
        } else {
            text = lines ?? ""
        }
        do throws(ProducerLog.Problem) {
            return try ProducerLog(text, for: topics)
        } catch {
            throw .invalid(path.map { "\($0): \(error)" } ?? "\(error)")
        }
    }
}

extension TopicBlueprint {
    fileprivate init(_ specification: QueueTopicSpecification) {
        self.init(
            specification.name,
            partitions: specification.partitions,
            TopicSettings(
                replicas: specification.replicas,
                minimumInSync: specification.minimumInSync,
                isUnclean: specification.isUnclean
            )
        )
    }
}

extension ShardPlacement {
    fileprivate init(_ specification: ShardsSpecification) throws(ScenarioRunningError) {
        switch specification {
        case .inTurn: self = .roundRobin
        case .random: self = .random
        case .hashed(let placement): self = .placed(try placement.makePlacement())
        }
    }
}

extension BrokerSettings {
    fileprivate init(_ specification: QueueSpecification, start: CalendarInstant) {
        self.init()
        switch specification.flushMessages {
        case 1: flush = .always
        case let count?: flush = .messages(count, interval: specification.flushInterval)
        case nil: flush = .interval(specification.flushInterval)
        }
        replicaLag = specification.replicaLag
        requestTime = specification.requestTime
        bandwidth = specification.bandwidth
        segmentBytes = specification.segment
        retentionTime = specification.retention
        retentionBytes = specification.retentionSize
        self.start = Int64(start.sinceEpoch.wholeNanoseconds / 1_000_000)
    }
}
