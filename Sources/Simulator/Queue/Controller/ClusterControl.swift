import OrderedCollections

/// What a controller decides: who leads, who is in sync, who has what; without clock and network.
///
/// Source: Apache Kafka, `ReplicationControlManager.java`, `ClusterControlManager.java`.
struct ClusterControl: Sendable {
    /// How a controller decides.
    struct Settings: Sendable {
        /// Which brokers have which shards.
        var placement: ShardPlacement
        /// After how long a broker counts as dead that was not heard of:
        /// `broker.session.timeout.ms`.
        var sessionTimeout: Duration
        var plantedBug: QueuePlantedBug?
    }

    private let settings: Settings
    /// All that is decided.
    private(set) var metadata = ClusterMetadata()
    /// The decisions, in their order.
    private(set) var changes: [MetadataChange] = []
    /// Replicas that were given to brokers that did not have them.
    private var moved = 0
    private var placement: ShardPlacement
    private var lastSeen: [String: VirtualInstant] = [:]
    private var random: RandomStream

    init(_ settings: Settings, random: RandomStream) {
        self.settings = settings
        placement = settings.placement
        self.random = random
    }

    /// Goes on where an earlier incarnation ended; nobody counts as dead before he could be heard.
    mutating func restore(_ changes: [MetadataChange], now: VirtualInstant) {
        for change in changes { decide(change) }
        for broker in metadata.brokers.keys {
            lastSeen[broker] = now
            if metadata.brokers[broker]?.isMember ?? false { join(broker) }
        }
    }

    private mutating func decide(_ change: MetadataChange) {
        metadata.apply(change)
        changes.append(change)
    }

    // MARK: Brokers

    /// Takes in a broker that says that it lives.
    ///
    /// What an earlier process of it said, and what comes after the first word of the next one, is
    /// about nobody: a registration does not go back.
    ///
    /// Source: Apache Kafka, KIP-631; `ClusterControlManager.checkBrokerEpoch`.
    mutating func note(_ heartbeat: BrokerHeartbeat, now: VirtualInstant) {
        if isOutdated(heartbeat) { return }
        lastSeen[heartbeat.broker] = now
        guard var known = metadata.brokers[heartbeat.broker] else {
            return addBroker(heartbeat.broker, incarnation: heartbeat.incarnation, now: now)
        }
        let isNew = known.incarnation != heartbeat.incarnation
        guard isNew || !known.isAlive else { return }
        if isNew, known.incarnation != 0 {
            noteRestart(of: heartbeat.broker)
        }
        known.incarnation = heartbeat.incarnation
        known.isAlive = true
        decide(.broker(heartbeat.broker, known))
        elect()
    }

    /// Whether a later process of the broker has registered.
    func isOutdated(_ heartbeat: BrokerHeartbeat) -> Bool {
        metadata.brokers[heartbeat.broker].map { $0.incarnation > heartbeat.incarnation } ?? false
    }

    /// A process that began anew leads nothing until it is elected, which begins a new term; and
    /// where others are in sync it is not, for it may lack what it had: its cache is gone, and who
    /// knows whether its disk did what it said.
    private mutating func noteRestart(of broker: String) {
        let isIncluded = settings.plantedBug == .keepsCrashedInSync
        for (partition, state) in metadata.partitions.elements {
            var state = state
            let isOut = !isIncluded && state.inSync.contains(broker) && state.inSync.count > 1
            if isOut { state.inSync.removeAll { $0 == broker } }
            if state.leader == broker { state.leader = nil } else if !isOut { continue }
            state.version += 1
            decide(.partition(partition, state))
        }
    }

    /// Has a broker that was removed have shards again.
    ///
    /// - Returns: Whether it had been removed.
    mutating func readmitBroker(_ name: String) -> Bool {
        guard var known = metadata.brokers[name], !known.isMember else { return false }
        known.isMember = true
        decide(.broker(name, known))
        join(name)
        rebalance()
        return true
    }

    /// Declares those dead that were not heard of.
    mutating func expire(now: VirtualInstant) {
        var isChanged = false
        for (name, registration) in metadata.brokers.elements where registration.isAlive {
            let silence = lastSeen[name].map { $0.duration(to: now) } ?? .zero
            guard silence > settings.sessionTimeout else { continue }
            var registration = registration
            registration.isAlive = false
            decide(.broker(name, registration))
            isChanged = true
        }
        if isChanged { elect() }
    }

    /// Takes in a broker that is to have shards.
    mutating func addBroker(_ name: String, incarnation: UInt32, now: VirtualInstant) {
        lastSeen[name] = now
        decide(
            .broker(
                name,
                BrokerRegistration(incarnation: incarnation, isAlive: true, isMember: true)
            )
        )
        join(name)
        rebalance()
    }

    /// Has a broker give away what it has.
    ///
    /// - Returns: Whether it does: it was to have something, and the placement can do without it.
    @discardableResult
    mutating func removeBroker(_ name: String) -> Bool {
        guard var registration = metadata.brokers[name], registration.isMember else {
            return false
        }
        if case .placed(var base) = placement {
            do { try base.remove(name) } catch { return false }
            placement = .placed(base)
        }
        registration.isMember = false
        decide(.broker(name, registration))
        rebalance()
        return true
    }

    /// Whether a broker that is to go has nothing any more.
    func isEmpty(_ broker: String) -> Bool {
        metadata.partitions.values.allSatisfy { !$0.replicas.contains(broker) }
    }

    /// A broker has the same number whenever it comes, also where a controller begins anew.
    private mutating func join(_ name: String) {
        guard case .placed(var base) = placement else { return }
        let ordinal = metadata.brokers.index(forKey: name) ?? metadata.brokers.count
        try? base.add(PlacementMember(name: name, ordinal: ordinal))
        placement = .placed(base)
    }

    /// How many replicas were given to brokers that did not have them since this was asked last.
    mutating func takeMoved() -> Int {
        defer { moved = 0 }
        return moved
    }

    // MARK: Partitions

    /// Makes a topic, or gives it more partitions: each on the brokers that the placement prefers.
    mutating func addPartitions(_ topic: String, count: Int, _ topicSettings: TopicSettings) {
        if metadata.topics[topic] == nil { decide(.topic(topic, topicSettings)) }
        let present = metadata.counts[topic] ?? 0
        let placed = replicas(of: topic, count: present + count)
        for number in present..<(present + count) {
            var state = PartitionState(replicas: placed[number])
            _ = state.elect(among: metadata.isAlive)
            decide(.partition(TopicPartition(topic, number), state))
        }
    }

    /// Gives a topic, which is made where there is none, a shard of this name.
    ///
    /// - Parameter broker: Who has it, where the placement does not say that.
    /// - Returns: Whether there was none of this name before.
    mutating func addShard(
        _ name: String,
        to topic: String,
        _ topicSettings: TopicSettings,
        on broker: String? = nil
    ) -> Bool {
        guard metadata.shard(of: topic, named: name) == nil else { return false }
        let partition = TopicPartition(topic, metadata.counts[topic] ?? 0)
        if let broker {
            if metadata.topics[topic] == nil { decide(.topic(topic, topicSettings)) }
            var state = PartitionState(replicas: [broker])
            _ = state.elect(among: metadata.isAlive)
            decide(.partition(partition, state))
        } else {
            addPartitions(topic, count: 1, topicSettings)
        }
        if metadata.name(of: partition) != name { decide(.shardName(partition, name)) }
        return true
    }

    private mutating func replicas(of topic: String, count: Int) -> [[String]] {
        let present = (0..<count).map { number in
            let state = metadata.partitions[TopicPartition(topic, number)]
            return state.map { $0.target ?? $0.replicas } ?? []
        }
        return placement.replicas(
            of: topic,
            shards: count,
            on: metadata.members,
            replicas: metadata.topics[topic]?.replicas ?? 1,
            present: present,
            using: &random
        )
    }

    /// Moves what the placement has elsewhere now.
    private mutating func rebalance() {
        for topic in metadata.topics.keys {
            let placed = replicas(of: topic, count: metadata.counts[topic] ?? 0)
            for (number, brokers) in placed.enumerated() where !brokers.isEmpty {
                let partition = TopicPartition(topic, number)
                guard var state = metadata.partitions[partition] else { continue }
                let before = state.replicas
                guard state.move(to: brokers) else { continue }
                if !partition.isInternal { moved += brokers.count { !before.contains($0) } }
                if settings.plantedBug == .movesBeforeCopying {
                    _ = state.completeMove(metadata.isAlive, isHasty: true)
                }
                decide(.partition(partition, state))
                complete(partition)
            }
        }
    }

    private mutating func complete(_ partition: TopicPartition) {
        guard var state = metadata.partitions[partition] else { return }
        if state.completeMove(metadata.isAlive) { decide(.partition(partition, state)) }
    }

    /// Has somebody lead wherever nobody does who lives.
    private mutating func elect() {
        for (partition, state) in metadata.partitions.elements {
            let isUnclean = metadata.topics[partition.topic]?.isUnclean ?? false
            var state = state
            if settings.plantedBug == .electsAnyReplica,
                let any = state.replicas.last(where: metadata.isAlive)
            {
                guard !(state.leader.map(metadata.isAlive) ?? false) else { continue }
                state.inSync = [any]
                state.leader = any
                state.leaderEpoch += 1
                state.version += 1
                decide(.partition(partition, state))
            } else if state.elect(among: metadata.isAlive, isUnclean: isUnclean) {
                decide(.partition(partition, state))
            }
        }
    }

    /// Has the first replicas lead that are in sync: what keeps the load even after failures.
    mutating func electPreferred() {
        for (partition, state) in metadata.partitions.elements
        where state.leader != state.replicas.first {
            var state = state
            if state.elect(among: metadata.isAlive, prefersFirst: true) {
                decide(.partition(partition, state))
            }
        }
    }

    /// Writes down who is in sync, as the leader proposes.
    mutating func changeInSync(_ request: InSyncRequest) -> Result<PartitionState, QueueError> {
        guard var state = metadata.partitions[request.partition] else {
            return .failure(.unknownPartition)
        }
        let isLeader =
            state.leader == request.leader.broker && state.leaderEpoch == request.leaderEpoch
            && isPresent(request.leader)
        guard isLeader else { return .failure(.fencedLeaderEpoch) }
        let members = request.members.map(\.broker)
        guard state.version == request.version, members.contains(request.leader.broker),
            members.allSatisfy(state.replicas.contains)
        else { return .failure(.outdatedState) }
        let joining = request.members.filter { !state.inSync.contains($0.broker) }
        guard joining.allSatisfy(isPresent) else { return .failure(.ineligibleReplica) }
        state.inSync = state.replicas.filter(members.contains)
        state.version += 1
        decide(.partition(request.partition, state))
        complete(request.partition)
        return .success(metadata.partitions[request.partition] ?? state)
    }

    private func isPresent(_ replica: FetchRequest.Replica) -> Bool {
        guard let known = metadata.brokers[replica.broker] else { return false }
        return known.isAlive && known.incarnation == replica.incarnation
    }

    // MARK: Producers

    /// The number of a producer: a later epoch of its own where it came before.
    ///
    /// Source: Apache Kafka, KIP-360; `TransactionMetadata.prepareIncrementProducerEpoch`.
    mutating func identity(
        for request: ProducerRequest
    ) -> Result<ProducerIdentity, QueueError> {
        guard let name = request.name else {
            // Nobody else has the number.
            return .success(request.present?.next ?? newIdentity())
        }
        let known = metadata.producers[name]
        if let known, let present = request.present, present != known.identity {
            // Where it got no answer it asks for the same again.
            let isRepeated = known.isSame && present.next == known.identity
            return isRepeated ? .success(known.identity) : .failure(.fencedProducer)
        }
        let identity = known?.identity.next ?? newIdentity()
        let isSame = request.present != nil
        decide(.producer(name: name, RegisteredProducer(identity: identity, isSame: isSame)))
        return .success(identity)
    }

    private mutating func newIdentity() -> ProducerIdentity {
        let identity = ProducerIdentity(id: metadata.nextProducer, epoch: 0)
        decide(.nextProducer(identity.id + 1))
        return identity
    }
}

extension ProducerIdentity {
    /// The next epoch of the same number; nothing where there is none.
    fileprivate var next: ProducerIdentity? {
        epoch < .max ? ProducerIdentity(id: id, epoch: epoch + 1) : nil
    }
}
