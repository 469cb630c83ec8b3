/// Many requests that are alike.
public struct RequestLoad: Sendable {
    /// The nodes they go to, in turn, as names with several addresses have it; at least one.
    public var addresses: [String]
    /// How they ask.
    public var method: HTTPMethod
    /// What they ask for.
    public var path: String
    /// How many addresses they come from, in turn; the first is 10.0.0.0.
    public var clients: Int
    /// Their keys.
    public var keys: KeySource
    /// When they come.
    public var pace: LoadPace
    /// How long a client waits for its answer.
    public var timeout: Duration?
    /// What its clients are like, where they are not like most.
    public var traits: ClientTraits?

    /// A load with these parts.
    public init(
        addresses: [String],
        method: HTTPMethod = .get,
        path: String,
        clients: Int = 1,
        keys: KeySource,
        pace: LoadPace,
        timeout: Duration? = nil,
        traits: ClientTraits? = nil
    ) {
        precondition(!addresses.isEmpty, "requests go somewhere")
        self.addresses = addresses
        self.method = method
        self.path = path
        self.clients = clients
        self.keys = keys
        self.pace = pace
        self.timeout = timeout
        self.traits = traits
    }
}

/// Sends the requests of a load and logs how each ended.
///
/// Soundness of the fields whose exclusive access is not checked: functions of the actor alone
/// change them, and call nothing else meanwhile that comes back here.
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
    @exclusivity(unchecked) var issued = 0
    private let network: Network
    private let load: RequestLoad
    private let log: RequestLog
    @exclusivity(unchecked) private var keys: KeyGenerator
    private var traits: ClientTraitsGenerator?
    private let destinations: [Destination]
    /// Requests under way that no task waits for.
    @exclusivity(unchecked) private var underWay = 0
    /// A word for each of them that ends once all have begun.
    private let ends: Mailbox<Void>
    private var isFinishing = false

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
        node.spawn("load") {
            do {
                try await generator.generate()
            } catch {
                await generator.giveUp()
                throw error
            }
        }
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
        traits = load.traits.map { ClientTraitsGenerator($0, random: random.split("clients")) }
        destinations = load.addresses.map { Destination($0) }
        ends = Mailbox("the ends of its requests", on: node, capacity: .max)
    }

    func begin(_ intended: VirtualInstant) -> Item {
        let number = log.begin(
            keys.next(),
            intended: intended,
            deadline: load.timeout.map { node.now.advanced(by: $0) }
        )
        return Item(number: number, key: log.entries[number].key)
    }

    /// The address that a request comes from.
    private func address(of item: Item) -> NetworkAddress {
        .version4(10 << 24 + UInt32(item.number % load.clients))
    }

    private func request(of item: Item) -> HTTPRequest {
        HTTPRequest(
            load.method,
            load.path,
            key: item.key,
            client: address(of: item),
            details: traits == nil ? nil : traits?.next()
        )
    }

    /// Sends a request of an open load; one task waits for the ends of all, unless each has to
    /// shake hands first.
    func launch(_ item: Item) {
        if load.traits?.tls != nil {
            node.spawn(itemName) { try await self.perform(item) }
            return
        }
        underWay += 1
        network.send(
            request(of: item),
            to: destinations[item.number % destinations.count],
            from: node,
            timeout: load.timeout
        ) { result in
            self.atEvent { $0.end(item, result) }
        }
    }

    private func end(_ item: Item, _ result: Result<HTTPResponse, CallError>) {
        underWay -= 1
        switch result {
        case .success(let response):
            log.end(
                item.number,
                at: node.now,
                .response(status: response.status, server: response.servedBy)
            )
        case .failure(let error): log.end(item.number, at: node.now, .error(error))
        }
        if isFinishing { ends.put(()) }
    }

    func finish() async throws {
        isFinishing = true
        while underWay > 0 { try await ends.receive() }
    }

    /// A client that crashed leaves a note: its requests were given up, not lost.
    private func giveUp() {
        log.endAll(at: node.now, .error(.interrupted(.crashed)))
    }

    func perform(_ item: Item) async throws(Interruption) {
        do throws(CallError) {
            let address = load.addresses[item.number % load.addresses.count]
            let begin = node.now
            var request = request(of: item)
            if let tls = load.traits?.tls {
                var details = request.details ?? RequestDetails()
                details.connection = try await tls.connect(
                    to: address,
                    from: node,
                    over: network,
                    isResumed: traits?.resumes() ?? false,
                    patience: load.timeout
                )
                request.details = details
            }
            let response = try await network.call(
                .http,
                of: address,
                from: node,
                request,
                timeout: load.timeout.map { max(.zero, $0 - begin.duration(to: node.now)) }
            )
            log.end(
                item.number,
                at: node.now,
                .response(status: response.status, server: response.servedBy)
            )
        } catch .interrupted(let interruption) {
            // A client that crashed leaves a note too: its requests were given up, not lost. Of an
            // open load it has left the note for all of them already.
            if log.entries[item.number].first == nil {
                log.end(item.number, at: node.now, .error(.interrupted(interruption)))
            }
            throw interruption
        } catch {
            log.end(item.number, at: node.now, .error(error))
        }
    }
}
