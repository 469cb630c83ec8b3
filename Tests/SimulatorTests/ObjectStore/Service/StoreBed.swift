@testable import Simulator

/// A store over the network with one bucket, and a client, one millisecond from each other.
struct StoreBed {
    static let bucket = "data"

    let simulation: Simulation
    let network: Network
    let region: ObjectStoreRegion
    let server: Node
    let client: Node
    private let random: RandomStream

    init(
        seed: UInt64 = 1,
        settings: ObjectStoreSettings = .quick,
        versioning: BucketVersioning = .unversioned,
        partSizeMinimum: Int = 5 << 20
    ) throws {
        let simulation = Simulation(seed: seed)
        let network = Network(simulation: simulation)
        let region = ObjectStoreRegion(
            store: ObjectStore(settings: .init(partSizeMinimum: partSizeMinimum))
        )
        let context = RequestContext(now: settings.start, caller: "cluster")
        try region.store.createBucket(Self.bucket, context)
        if versioning != .unversioned {
            try region.store.setVersioning(versioning, of: Self.bucket, context)
        }
        let random = simulation.random("store")
        server = simulation.addNode("s3", placement: NodePlacement(role: "object-store")) { node in
            ObjectStoreServer.start(
                on: node,
                network: network,
                settings: settings,
                region: region,
                random: random.split("incarnation \(node.incarnation)")
            )
        }
        client = simulation.addNode("client")
        self.simulation = simulation
        self.network = network
        self.region = region
        self.random = random
    }

    /// - Parameter number: Tells the clients of a bed apart.
    func makeClient(
        _ number: Int = 0,
        settings: ObjectStoreClientSettings = ObjectStoreClientSettings(),
        caller: Principal = "cluster",
        observer: (any ObjectStoreObserver)? = nil
    ) -> ObjectStoreClient {
        ObjectStoreClient(
            on: client,
            network: network,
            server: "s3",
            caller: caller,
            settings: settings,
            observer: observer,
            random: random.split("client \(number)")
        )
    }

    /// Performs something on the node of the client, and gives what it gave, and when.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> (value: Value?, error: (any Error)?, at: Duration) {
        let end = End<Value>()
        client.spawn("test") { [client] in
            do { end.value = try await body() } catch { end.error = error }
            end.at = VirtualInstant.zero.duration(to: client.now)
        }
        _ = simulation.run()
        return (end.value, end.error, end.at)
    }

    /// Soundness of `@unchecked Sendable`: a simulation has one thread.
    private final class End<Value: Sendable>: @unchecked Sendable {
        var value: Value?
        var error: (any Error)?
        var at = Duration.zero
    }
}

extension ObjectStoreSettings {
    /// Answers after ten milliseconds, whatever is asked.
    static var quick: Self {
        Self(
            readLatency: .constant(.milliseconds(10)),
            writeLatency: .constant(.milliseconds(10)),
            listLatency: .constant(.milliseconds(10))
        )
    }

    func failing(_ faults: ObjectStoreFaults) -> Self {
        var settings = self
        settings.faults = faults
        return settings
    }
}

extension PutObjectRequest {
    init(_ key: String, _ content: ObjectContent, conditions: WriteConditions = .init()) {
        self.init(bucket: StoreBed.bucket, key: key, content: content, conditions: conditions)
    }
}

extension GetObjectRequest {
    init(_ key: String) { self.init(bucket: StoreBed.bucket, key: key) }
}
