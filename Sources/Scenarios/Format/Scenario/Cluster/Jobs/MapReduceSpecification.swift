import Simulator

/// What MapReduce jobs need: coordinators, workers, a shuffle, a database, and what they read.
///
/// Its parts are sections of `cluster`; where one of them is named, those that no cluster can do
/// without stand as well.
public struct MapReduceSpecification: Sendable, Equatable {
    /// The coordinators.
    public var coordinator = CoordinatorSpecification()
    /// The workers that run map tasks.
    public var mapWorkers = MapWorkersSpecification()
    /// The workers that run reduce tasks.
    public var reduceWorkers = ReduceWorkersSpecification()
    /// What all workers have in common.
    public var workers = WorkersSpecification()
    /// How map output travels.
    public var shuffle = ShuffleSpecification()
    /// The database.
    public var database = DatabaseSpecification()
    /// The gateways, if there are any.
    public var gateway: GatewaySpecification?
    /// What jobs read.
    public var topics: [TopicSpecification] = []

    /// The original's cluster, without a gateway and without anything to read.
    public init() {}

    /// The names of the gateways.
    var gatewayNames: [String] { components.first { $0.role == .gateway }?.names ?? [] }

    /// The components at the start, by role.
    var components: [(role: FaultRole, names: [String])] {
        func names(_ role: FaultRole, _ count: Int) -> (role: FaultRole, names: [String]) {
            (role, (0..<count).map { "\(role.rawValue)-\($0 + 1)" })
        }
        return [
            names(.coordinator, coordinator.count),
            names(.subCoordinator, coordinator.subCoordinators),
            names(.mapWorker, mapWorkers.count),
            names(.reduceWorker, reduceWorkers.count),
            (.shuffle, shuffle.names),
            (.database, ["database"]),
            (.databaseReplica, (0..<database.replicas).map { "database-replica-\($0 + 1)" }),
            names(.gateway, gateway?.count ?? 0),
        ].filter { !$0.names.isEmpty }
    }

    /// Where the components stand, by the key of their section.
    var standings: [(key: String, standing: StandingSpecification)] {
        [
            ("coordinator", coordinator.standing), ("map-workers", mapWorkers.standing),
            ("reduce-workers", reduceWorkers.standing), ("shuffle", shuffle.standing),
            ("database", database.standing),
        ] + (gateway.map { [("gateway", $0.standing)] } ?? [])
            + topics.enumerated().map { ("topics.\($0.offset)", $0.element.standing) }
    }

    /// Where the components of a role stand.
    func standing(of role: FaultRole) -> StandingSpecification {
        switch role {
        case .coordinator, .subCoordinator: coordinator.standing
        case .mapWorker: mapWorkers.standing
        case .reduceWorker: reduceWorkers.standing
        case .shuffle: shuffle.standing
        case .database, .databaseReplica: database.standing
        case .gateway: gateway?.standing ?? StandingSpecification()
        case .server, .balancer, .client, .deployer, .autoscaler, .sharedDatabase, .sharedCache,
            .objectStore, .listener, .backup, .controller, .broker, .manager, .producer, .consumer:
            StandingSpecification()
        }
    }
}

extension MapReduceSpecification {
    /// The sections of `cluster` that it is made of.
    static func fields<Root: Sendable>(
        _ path: any WritableKeyPath<Root, MapReduceSpecification?> & Sendable
    ) -> [Field<Root>] {
        [
            field(path, \.coordinator, "coordinator", .section, "Coordinators of MapReduce jobs."),
            field(path, \.mapWorkers, "map-workers", .section, "Workers that run map tasks."),
            field(
                path,
                \.reduceWorkers,
                "reduce-workers",
                .section,
                "Workers that run reduce tasks."
            ),
            field(path, \.workers, "workers", .section, "What all workers have in common."),
            field(path, \.shuffle, "shuffle", .section, "How map output reaches them."),
            field(path, \.database, "database", .section, "The database of jobs and results."),
            .gateway(path),
            field(
                path,
                \.topics,
                "topics",
                .list("a list of topics", of: .section, length: 0...1_000),
                "What jobs read."
            ),
        ]
    }

    private static func field<Root: Sendable, Value>(
        _ path: any WritableKeyPath<Root, MapReduceSpecification?> & Sendable,
        _ inner: any WritableKeyPath<MapReduceSpecification, Value> & Sendable,
        _ key: String,
        _ format: ValueFormat<Value>,
        _ documentation: String
    ) -> Field<Root> {
        Field(
            key: key,
            documentation: documentation,
            shape: format.shape,
            isRequired: false,
            read: { node, reading, root in
                guard let value = format.read(node, &reading) else { return }
                var specification = root[keyPath: path] ?? MapReduceSpecification()
                specification[keyPath: inner] = value
                root[keyPath: path] = specification
            },
            write: { root in
                root[keyPath: path].map { format.write($0[keyPath: inner]) }
            }
        )
    }
}

extension Field {
    /// The gateways, which are there only where the key is.
    fileprivate static func gateway(
        _ path: any WritableKeyPath<Root, MapReduceSpecification?> & Sendable
    ) -> Field {
        let format = ValueFormat<GatewaySpecification>.section
        return Field(
            key: "gateway",
            documentation: GatewaySpecification.documentation,
            shape: format.shape,
            isRequired: false,
            read: { node, reading, root in
                guard let value = format.read(node, &reading) else { return }
                var specification = root[keyPath: path] ?? MapReduceSpecification()
                specification.gateway = value
                root[keyPath: path] = specification
            },
            write: { root in root[keyPath: path]?.gateway.map(format.write) }
        )
    }
}
