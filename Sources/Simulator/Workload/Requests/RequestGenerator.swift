/// Many requests that are alike, to one address.
public struct RequestLoad: Sendable {
    /// The node they go to.
    public var address: String
    /// What they ask for.
    public var path: String
    /// Their keys.
    public var keys: KeySource
    /// When they come.
    public var pace: LoadPace
    /// How long a client waits for its answer.
    public var timeout: Duration?

    /// A load with these parts.
    public init(
        address: String,
        path: String,
        keys: KeySource,
        pace: LoadPace,
        timeout: Duration? = nil
    ) {
        self.address = address
        self.path = path
        self.keys = keys
        self.pace = pace
        self.timeout = timeout
    }
}

/// Sends the requests of a load and logs how each ended.
public actor RequestGenerator: LoadGenerator {
    /// A request that has begun.
    struct Item: Sendable {
        let number: Int
        let key: PlacementKey
    }

    /// The node it runs on.
    public nonisolated let node: Node
    nonisolated let itemName = "request"
    nonisolated let random: RandomStream
    var issued = 0
    private let network: Network
    private let load: RequestLoad
    private let log: RequestLog
    private var keys: KeyGenerator

    nonisolated var pace: LoadPace { load.pace }

    /// Starts to send the requests of `load` from `node`, into `log`.
    public static func start(
        _ load: RequestLoad,
        on node: Node,
        network: Network,
        log: RequestLog,
        random: RandomStream
    ) {
        let generator = RequestGenerator(
            load,
            on: node,
            network: network,
            log: log,
            random: random
        )
        node.spawn("load") { try await generator.generate() }
    }

    private init(
        _ load: RequestLoad,
        on node: Node,
        network: Network,
        log: RequestLog,
        random: RandomStream
    ) {
        self.load = load
        self.node = node
        self.network = network
        self.log = log
        self.random = random
        keys = KeyGenerator(load.keys, random: random.split("keys"))
    }

    func begin(_ intended: VirtualInstant) -> Item {
        let number = log.begin(
            keys.next(),
            intended: intended,
            deadline: load.timeout.map { node.now.advanced(by: $0) }
        )
        return Item(number: number, key: log.entries[number].key)
    }

    func perform(_ item: Item) async throws(Interruption) {
        do {
            let response = try await network.call(
                .http,
                of: load.address,
                from: node,
                HTTPRequest(.get, load.path, key: item.key),
                timeout: load.timeout
            )
            log.end(
                item.number,
                at: node.now,
                .response(status: response.status, server: response.servedBy)
            )
        } catch {
            // A client that crashed leaves a note too: its requests were given up, not lost.
            log.end(item.number, at: node.now, .error(error))
            if case .interrupted(let interruption) = error { throw interruption }
        }
    }
}
