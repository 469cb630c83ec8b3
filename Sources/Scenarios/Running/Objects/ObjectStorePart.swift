import Simulator

/// The object store of a scenario, with what its clients asked of it.
struct ObjectStorePart {
    /// A workload of operations on objects.
    struct Load {
        let bucket: String
        let log: ObjectLog
        let client: ObjectStoreClient
        let history: ObjectHistory?
    }

    let specification: ObjectStoreSpecification
    /// What each region holds and did, in their order.
    let regions: [(name: String, region: ObjectStoreRegion)]
    /// What each listener was told, by the names of their nodes.
    let events: [(listener: String, log: EventLog)]
    private(set) var loads: [Load] = []
    private let network: Network
    private let clientSettings: ObjectStoreClientSettings
    /// The civil time at the start of the run.
    private let start: Timestamp
    /// The history of each bucket, which all of its workloads share.
    private var histories: [String: ObjectHistory] = [:]

    /// Whom programs ask as.
    static let caller: Principal = "cluster"

    init(
        _ specification: ObjectStoreSpecification,
        _ cell: ScenarioCell,
        in simulation: Simulation,
        network: Network,
        _ plantedBugs: PlantedBugs
    ) {
        self.specification = specification
        self.network = network
        var clientSettings = specification.client.settings
        clientSettings.plantedBug = plantedBugs.objectStoreClient
        self.clientSettings = clientSettings
        var settings = ObjectStoreSettings(specification, start: cell.scenario.start)
        settings.plantedBug = plantedBugs.objectStore
        self.start = settings.start
        regions = specification.regions.enumerated().map { number, name in
            (
                name,
                ObjectStoreRegion(
                    store: ObjectStore(
                        settings: ObjectStore.Settings(region: name, number: UInt16(number))
                    )
                )
            )
        }
        let start = settings.start
        events = specification.listenerNames.map { listener in
            let log = EventLog()
            let placement = NodePlacement(role: FaultRole.listener.rawValue)
            simulation.addNode(listener, placement: placement) { [network] node in
                EventListener.start(on: node, network: network, log: log, start: start)
            }
            return (listener, log)
        }
        for (name, region) in regions {
            makeBuckets(of: name, in: region, at: settings.start)
            let node = ObjectStoreSpecification.nodeName(ofRegion: name)
            let random = simulation.random(node)
            let placement = NodePlacement(role: FaultRole.objectStore.rawValue, zone: name)
            simulation.addNode(node, placement: placement) { [network, settings] node in
                ObjectStoreServer.start(
                    on: node,
                    network: network,
                    settings: settings,
                    region: region,
                    random: random.split("incarnation \(node.incarnation)")
                )
            }
        }
    }

    /// Creates the buckets of a region as the file has them.
    private func makeBuckets(
        of name: String,
        in region: ObjectStoreRegion,
        at start: Timestamp
    ) {
        let context = RequestContext(now: start, caller: Self.caller)
        for bucket in specification.buckets where specification.region(of: bucket) != name {
            region.store.regionsElsewhere[bucket.name] = specification.region(of: bucket)
        }
        for bucket in specification.buckets where specification.region(of: bucket) == name {
            do {
                try region.store.createBucket(bucket.name, context)
                if bucket.keepsVersions {
                    try region.store.setVersioning(.enabled, of: bucket.name, context)
                }
                if let lifecycle = try bucket.lifecycleConfiguration() {
                    try region.store.setLifecycle(lifecycle, of: bucket.name, context)
                }
                try region.store.setNotifications(
                    NotificationConfiguration(bucket.notifications.map(\.rule)),
                    of: bucket.name,
                    context
                )
                guard let destination = bucket.replicateTo else { continue }
                let rule = ReplicationRule(
                    id: "all",
                    destination: destination,
                    replicatesDeleteMarkers: true
                )
                try region.store.setReplication(
                    ReplicationConfiguration([rule]),
                    of: bucket.name,
                    context
                )
                region.destinations[destination] = specification.nodeName(ofBucket: destination)
            } catch {
                preconditionFailure("the file was checked: \(error)")
            }
        }
    }

    /// Puts an object into a bucket at the start.
    func put(_ bytes: [UInt8], as key: String, in bucket: String) {
        let request = PutObjectRequest(bucket: bucket, key: key, content: ObjectContent(bytes))
        do {
            _ = try region(ofBucket: bucket)?.store.put(
                request,
                RequestContext(now: start, caller: Self.caller)
            )
        } catch {
            preconditionFailure("the file was checked: \(error)")
        }
    }

    /// Sets the policies of buckets, once everything is there that they might forbid.
    func setPolicies() {
        let context = RequestContext(now: start, caller: Self.caller)
        for bucket in specification.buckets where !bucket.policy.isEmpty {
            let policy = AccessPolicy(bucket.policy.map(\.statement))
            do {
                try region(ofBucket: bucket.name)?.store
                    .setPolicy(policy, of: bucket.name, context)
            } catch {
                preconditionFailure("the bucket is the caller's own: \(error)")
            }
        }
    }

    /// Starts the operations of a workload.
    mutating func start(
        _ load: ObjectLoad,
        _ workload: ObjectsSpecification,
        _ number: Int,
        on node: Node,
        _ random: RandomStream
    ) -> ObjectLog {
        let log = ObjectLog()
        var history: ObjectHistory?
        if workload.recordsHistory {
            history = histories[load.bucket] ?? ObjectHistory(of: load.bucket)
            histories[load.bucket] = history
        }
        let client = ObjectStoreClient(
            on: node,
            network: network,
            server: specification.nodeName(ofBucket: load.bucket) ?? "",
            caller: Self.caller,
            settings: clientSettings,
            observer: history,
            random: random.split("client")
        )
        loads.append(Load(bucket: load.bucket, log: log, client: client, history: history))
        ObjectGenerator.start(
            load,
            number: number,
            on: node,
            client: client,
            log: log,
            history: history,
            random: random
        )
        return log
    }

    /// What a bucket has cost up to an instant.
    func costReport(
        of name: String,
        _ prices: PriceList,
        at instant: VirtualInstant
    ) -> CostReport? {
        let elapsed = Int64(VirtualInstant.zero.duration(to: instant).wholeNanoseconds)
        let context = RequestContext(
            now: start.adding(nanoseconds: elapsed),
            caller: Self.caller
        )
        return try? region(ofBucket: name)?.store.costReport(of: name, prices: prices, context)
    }

    /// The way to its buckets.
    var access: StoreAccess {
        StoreAccess(specification: specification, network: network, settings: clientSettings)
    }

    /// The region in which a bucket stands, by its name.
    func place(ofBucket name: String) -> (name: String, region: ObjectStoreRegion)? {
        guard let bucket = specification.buckets.first(where: { $0.name == name }) else {
            return nil
        }
        let wanted = specification.region(of: bucket)
        return regions.first { $0.name == wanted }
    }

    /// The region in which a bucket stands.
    func region(ofBucket name: String) -> ObjectStoreRegion? { place(ofBucket: name)?.region }
}

extension ObjectStoreSettings {
    fileprivate init(_ specification: ObjectStoreSpecification, start: CalendarInstant) {
        self.init(
            readLatency: specification.readLatency,
            writeLatency: specification.writeLatency,
            listLatency: specification.listLatency,
            connectionBandwidth: specification.connectionBandwidth,
            fastConnections: specification.fastConnections,
            capacity: specification.limits.settings,
            faults: specification.faults,
            replicationLag: specification.replicationLag,
            notificationLag: specification.notificationLag,
            lifecycleLag: specification.lifecycleLag,
            start: Timestamp(nanoseconds: Int64(start.sinceEpoch.wholeNanoseconds))
        )
    }
}

extension ObjectLoad {
    /// The load of a workload, whose keys may be drawn from the seed itself.
    init(_ specification: ObjectsSpecification, seed: UInt64) {
        self.init(
            bucket: specification.bucket,
            prefix: specification.prefix,
            mix: specification.actions.mix,
            keys: KeySource(specification.key, seed: seed),
            size: specification.size.least...specification.size.most,
            partSize: specification.partSize,
            storageClass: specification.storageClass,
            pace: LoadPace(
                arrival: Arrival(specification.arrival),
                count: specification.count,
                start: specification.from,
                duration: specification.duration
            )
        )
    }
}
