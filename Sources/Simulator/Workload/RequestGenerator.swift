/// Many requests that are alike, to one address.
public struct RequestLoad: Sendable {
    /// The node they go to.
    public var address: String
    /// What they ask for.
    public var path: String
    /// Their keys.
    public var keys: KeySource
    /// When they come.
    public var arrival: Arrival
    /// How many; without it, as many as come within `duration`.
    public var count: Int?
    /// When the load begins.
    public var start: Duration
    /// After which no more begin.
    public var duration: Duration?
    /// How long a client waits for its answer.
    public var timeout: Duration?

    /// A load with these parts.
    public init(
        address: String,
        path: String,
        keys: KeySource,
        arrival: Arrival,
        count: Int?,
        start: Duration = .zero,
        duration: Duration? = nil,
        timeout: Duration? = nil
    ) {
        precondition(count != nil || duration != nil, "a load has an end")
        self.address = address
        self.path = path
        self.keys = keys
        self.arrival = arrival
        self.count = count
        self.start = start
        self.duration = duration
        self.timeout = timeout
    }
}

/// Sends the requests of a load and logs how each ended.
///
/// An open load keeps its schedule whatever the answers do, so that a slow system does not get
/// fewer requests and look better than it is (coordinated omission).
public actor RequestGenerator: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    private let network: Network
    private let load: RequestLoad
    private let log: RequestLog
    private var keys: KeyGenerator
    private let random: RandomStream
    private var issued = 0

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

    private func generate() async throws {
        let start = VirtualInstant.zero.advanced(by: load.start)
        try await node.sleep(until: start)
        if case .closed(let clients, let think) = load.arrival {
            for client in 0..<clients {
                let random = random.split("client \(client)")
                node.spawn("client \(client)") { try await self.repeatRequests(think, random) }
            }
            return
        }
        var schedule = ArrivalSchedule(load.arrival, random: random.split("arrivals"))
        while let due = nextDue(&schedule) {
            let intended = start.advanced(by: due)
            if intended > node.now { try await node.sleep(until: intended) }
            let number = begin(intended)
            let key = log.entries[number].key
            node.spawn("request") { try await self.perform(number, key) }
        }
    }

    /// When the next request is due; nil when there is none.
    private func nextDue(_ schedule: inout ArrivalSchedule) -> Duration? {
        if let count = load.count, issued >= count { return nil }
        guard let due = schedule.next() else { return nil }
        if let duration = load.duration, due >= duration { return nil }
        return due
    }

    private func repeatRequests(
        _ think: DurationDistribution,
        _ stream: RandomStream
    ) async throws {
        var random = stream
        let end = load.duration.map { VirtualInstant.zero.advanced(by: load.start + $0) }
        while issued < load.count ?? .max, node.now < end ?? .distantFuture {
            let number = begin(node.now)
            try await perform(number, log.entries[number].key)
            try await node.sleep(for: think.sample(using: &random))
        }
    }

    private func begin(_ intended: VirtualInstant) -> Int {
        issued += 1
        return log.begin(
            keys.next(),
            intended: intended,
            deadline: load.timeout.map { node.now.advanced(by: $0) }
        )
    }

    private func perform(_ number: Int, _ key: PlacementKey) async throws(Interruption) {
        do {
            let response = try await network.call(
                .http,
                of: load.address,
                from: node,
                HTTPRequest(.get, load.path, key: key),
                timeout: load.timeout
            )
            log.end(
                number,
                at: node.now,
                .response(status: response.status, server: response.servedBy)
            )
        } catch {
            // A client that crashed leaves a note too: its requests were given up, not lost.
            log.end(number, at: node.now, .error(error))
            if case .interrupted(let interruption) = error { throw interruption }
        }
    }
}
