import Simulator

/// The backups of a scenario and the sync beside them, with what they did.
struct BackupPart {
    let journal: BackupJournal
    let checker: BackupChecker
    /// The regions that backups go to, in their order.
    let regions: [String]
    /// What the sync did and what its bucket holds, where there is one.
    let sync: (journal: SyncJournal, settings: SyncSettings, objects: any StoredObjects)?

    init?(
        _ cell: ScenarioCell,
        in simulation: Simulation,
        network: Network,
        store: ObjectStorePart?,
        _ plantedBugs: PlantedBugs
    ) {
        let cluster = cell.scenario.cluster
        guard let specification = cluster.backup, let store else { return nil }
        var settings = BackupSettings(specification, simulation)
        settings.plantedBug = plantedBugs.backup
        let places = specification.buckets.compactMap { bucket in
            store.place(ofBucket: bucket).map { (bucket: bucket, region: $0.name, of: $0.region) }
        }
        regions = places.map(\.region)
        let checker = BackupChecker(
            settings: settings,
            regions: places.map { ($0.region, StoredBucket($0.bucket, of: $0.of.store)) }
        )
        let journal = BackupJournal(regions: places.count)
        journal.audit(with: checker)
        self.checker = checker
        self.journal = journal
        sync = specification.sync.flatMap { sync in
            guard let place = store.place(ofBucket: sync.bucket) else { return nil }
            var settings = SyncSettings(sync, directory: specification.directory)
            settings.plantedBug = plantedBugs.sync
            return (SyncJournal(), settings, StoredBucket(sync.bucket, of: place.region.store))
        }
        let host = Host(
            simulation: simulation,
            network: network,
            settings: settings,
            buckets: places.map { ($0.region, $0.bucket) },
            journal: journal,
            sync: sync.map { ($0.journal, $0.settings) },
            syncBucket: specification.sync.map { ("", $0.bucket) },
            changes: FileChanges(specification.files, in: specification.directory),
            calendar: Timestamp(
                nanoseconds: Int64(cell.scenario.start.sinceEpoch.wholeNanoseconds)
            ),
            store: store.access
        )
        simulation.addNode(
            BackupSpecification.nodeName,
            placement: NodePlacement(
                role: FaultRole.backup.rawValue,
                zone: specification.standing.zone(of: 0, on: cluster.machines),
                machine: specification.standing.machine(of: 0)
            )
        ) { host.boot($0) }
    }

    /// What every incarnation of the node is built from.
    private struct Host: Sendable {
        let simulation: Simulation
        let network: Network
        let settings: BackupSettings
        let buckets: [(region: String, bucket: String)]
        let journal: BackupJournal
        let sync: (journal: SyncJournal, settings: SyncSettings)?
        let syncBucket: (region: String, bucket: String)?
        let changes: FileChanges
        let calendar: Timestamp
        let store: StoreAccess

        func boot(_ node: Node) {
            let random = simulation.random("backup")
            FileChanger.start(on: node, changes: changes, random: simulation.random("files"))
            let backup = BackupService.start(
                on: node,
                settings: settings,
                locations: buckets.map { location($0, node, random) },
                journal: journal,
                calendar: calendar,
                random: random
            )
            var served: (service: SyncService, journal: SyncJournal)?
            if let sync, let syncBucket {
                let service = SyncService.start(
                    on: node,
                    settings: sync.settings,
                    location: location(syncBucket, node, random.split("sync")),
                    journal: sync.journal,
                    random: random.split("sync")
                )
                served = (service, sync.journal)
            }
            StorageEndpoints.start(on: node, network: network, backup: backup, sync: served)
        }

        private func location(
            _ place: (region: String, bucket: String),
            _ node: Node,
            _ random: RandomStream
        ) -> BucketLocation {
            let label = "client \(place.bucket) \(node.incarnation)"
            return BucketLocation(
                region: place.region,
                bucket: place.bucket,
                access: store.client(of: place.bucket, on: node, random.split(label))
            )
        }
    }
}

/// The way to the buckets of a store.
struct StoreAccess: Sendable {
    let specification: ObjectStoreSpecification
    let network: Network
    let settings: ObjectStoreClientSettings

    /// A client on `node` that asks the store that has the bucket.
    func client(of bucket: String, on node: Node, _ random: RandomStream) -> ObjectStoreClient {
        ObjectStoreClient(
            on: node,
            network: network,
            server: specification.nodeName(ofBucket: bucket) ?? "",
            caller: ObjectStorePart.caller,
            settings: settings,
            random: random
        )
    }
}

extension BackupSettings {
    fileprivate init(_ specification: BackupSpecification, _ simulation: Simulation) {
        var random = simulation.random("backup key")
        self.init(
            directory: specification.directory,
            schedule: specification.schedule.flatMap { try? CronSchedule($0) },
            retention: specification.retention,
            grace: specification.grace,
            compresses: specification.compresses,
            key: specification.encrypts ? BackupKey(using: &random) : nil,
            concurrency: specification.concurrency,
            persistence: specification.persistence
        )
    }
}

extension SyncSettings {
    fileprivate init(_ specification: SyncSpecification, directory: String) {
        self.init(
            directory: directory,
            interval: specification.interval,
            compresses: specification.compresses,
            concurrency: specification.concurrency,
            persistence: specification.persistence
        )
    }
}

extension FileChanges {
    fileprivate init(_ specification: FilesSpecification, in directory: String) {
        self.init(
            directory: directory,
            count: specification.count,
            size: specification.size.least...specification.size.most,
            period: specification.period,
            edited: specification.edited,
            added: specification.added,
            removed: specification.removed
        )
    }
}
