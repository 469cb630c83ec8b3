/// The manager of a queue: what operators, producers and consumers ask over HTTP.
///
/// | request | answer |
/// |---|---|
/// | `GET /brokers` | the brokers that run |
/// | `GET /brokers/add?broker_name=` | starts one |
/// | `GET /brokers/rm?broker_name=` | has it give its shards away; `all` stops all of them |
/// | `GET /brokers/test?broker_name=` | tries it |
/// | `GET /topics` | which broker leads each shard of each topic |
/// | `POST /topics/add` | makes `part` of `topic` |
/// | `POST /producer/register` | the number of a producer for `part` of `topic`, or for all |
/// | `POST /producer/produce` | sends `message` as `producer_id` |
/// | `POST /consumer/register` | the number of a consumer of `part` of `topic`, or of all |
/// | `GET /consumer/consume?consumer_id=` | its next message |
/// | `GET /size?consumer_id=` | how many messages it has not read |
///
/// One that only reads answers `GET /brokers`, `GET /topics` and what consumers ask. Each counts
/// the numbers of its producers and consumers from zero, and keeps on its disk what it knows of
/// them. A consumer reads what comes after it was registered; a message that it was given, but of
/// which it did not hear, it gets no second time.
///
/// Source: prasenjit52282/shardQ, `manager/manager.py`, `manager/library/brokerlog.py`. There a
/// registration is bound to the brokers of that time; here messages go to whoever leads the shard.
actor QueueManager: SimulatedActor {
    private static let file = "registrations.log"
    private static let retry = Duration.seconds(1)
    /// Bytes that the body of a request may have.
    private static let bodySizeMaximum = 1 << 20

    /// The node it runs on.
    nonisolated let node: Node
    let settings: QueueManagerSettings
    unowned let cluster: QueueCluster
    var registrations = Registrations()
    let leaders: LeaderClient
    var producer: QueueProducer?
    /// Those who wait for the fate of a message.
    var waiting: [Int: Mailbox<QueueProducer.Outcome>] = [:]
    var lastTag = 0
    /// How many shards were made to try brokers.
    var trials = 0
    /// Lines that are not on the disk yet.
    private var unwritten = ""
    /// Those who wait until they are.
    private var writing: [Mailbox<Bool>] = []
    private let wakeUp: Mailbox<Bool>

    var network: Network { cluster.address.network }

    /// Starts a manager of `cluster` on `node`.
    @discardableResult
    static func start(
        on node: Node,
        of cluster: QueueCluster,
        settings: QueueManagerSettings,
        random: RandomStream
    ) -> QueueManager {
        let leaders = LeaderClient(
            on: node,
            of: cluster.address,
            timeout: settings.timeout,
            random: random.split("brokers")
        )
        let manager = QueueManager(node, cluster, settings, leaders)
        var producing = ProducerSettings()
        producing.acknowledgement = settings.acknowledgement
        producing.isIdempotent = settings.acknowledgement != .none
        producing.linger = .zero
        producing.requestTimeout = settings.timeout
        producing.deliveryTimeout = settings.timeout
        let producer = QueueProducer.start(
            on: node,
            settings: producing,
            cluster: cluster.address,
            random: random.split("producer")
        ) { [weak manager] tag, outcome in
            manager?.atEvent { $0.waiting.removeValue(forKey: tag)?.put(outcome) }
        }
        manager.assumeIsolated { $0.producer = producer }
        node.spawn("registrations", .background) { try await manager.work() }
        return manager
    }

    private init(
        _ node: Node,
        _ cluster: QueueCluster,
        _ settings: QueueManagerSettings,
        _ leaders: LeaderClient
    ) {
        self.node = node
        self.cluster = cluster
        self.settings = settings
        self.leaders = leaders
        wakeUp = Mailbox("registrations", on: node, capacity: 1)
    }

    // MARK: Registrations

    private func work() async throws(Interruption) {
        registrations = Registrations((try? await node.disk.read(Self.file)) ?? [])
        // What stands behind a line that is not whole would do so for ever.
        try? await node.disk.write(Array(registrations.lines.utf8), to: Self.file)
        network.serve(.http, on: node) { incoming in
            self.assumeIsolated { $0.accept(incoming) }
        }
        while true {
            while !unwritten.isEmpty { try await write() }
            _ = try await wakeUp.receive()
        }
    }

    private func write() async throws(Interruption) {
        let (lines, waiting) = (unwritten, writing)
        (unwritten, writing) = ("", [])
        do {
            try await node.disk.append(Array(lines.utf8), to: Self.file)
            try await node.disk.synchronize()
            for mailbox in waiting { mailbox.put(true) }
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            (unwritten, writing) = (lines + unwritten, waiting + writing)
            try await node.sleep(for: Self.retry)
        }
    }

    /// Makes a change, and waits until it is on the disk.
    func keep(_ change: Registrations.Change) async throws(Interruption) {
        registrations.apply(change)
        unwritten += change.line
        let done = Mailbox<Bool>("registration", on: node, capacity: 1)
        writing.append(done)
        wakeUp.put(true)
        _ = try await done.receive()
    }

    // MARK: Requests

    private func accept(_ incoming: IncomingRequest<HTTPRequest, HTTPResponse>) {
        let request = incoming.request
        node.spawn("\(request.method.rawValue) \(request.path)", .background) {
            incoming.reply(try await self.answer(to: request).response)
        }
    }

    private func answer(to request: HTTPRequest) async throws(Interruption) -> ManagerAnswer {
        guard request.body.count <= Self.bodySizeMaximum else {
            return .problem(413, "Request Entity Too Large")
        }
        let target = HTTPTarget(request.path)
        let path = target.path.joined(separator: "/")
        guard let route = Route(rawValue: path), route.isForReaders || !settings.isReadOnly else {
            return .problem(404, "Not Found")
        }
        guard request.method == route.method else { return .problem(405, "Method Not Allowed") }
        let fields = ManagerRequest(target, request.body)
        switch route {
        case .brokers: return try await brokers()
        case .addBroker: return try await addBroker(fields)
        case .removeBroker: return try await removeBroker(fields)
        case .tryBroker: return try await tryBroker(fields)
        case .topics: return try await topics()
        case .addTopic: return try await addTopic(fields)
        case .registerProducer: return try await registerProducer(fields)
        case .produce: return try await produce(fields)
        case .registerConsumer: return try await registerConsumer(fields)
        case .consume: return try await consume(fields)
        case .size: return try await size(fields)
        }
    }

    /// What can be asked.
    private enum Route: String {
        case brokers
        case addBroker = "brokers/add"
        case removeBroker = "brokers/rm"
        case tryBroker = "brokers/test"
        case topics
        case addTopic = "topics/add"
        case registerProducer = "producer/register"
        case produce = "producer/produce"
        case registerConsumer = "consumer/register"
        case consume = "consumer/consume"
        case size

        var method: HTTPMethod {
            switch self {
            case .addTopic, .registerProducer, .produce, .registerConsumer: .post
            default: .get
            }
        }

        /// Whether a manager that only reads answers it.
        var isForReaders: Bool {
            switch self {
            case .brokers, .topics, .registerConsumer, .consume, .size: true
            default: false
            }
        }
    }
}

/// The parameters of a request: fields of its query, and of the object in its body.
struct ManagerRequest: Sendable {
    private let target: HTTPTarget
    private let members: [JSONDocument.Member]

    init(_ target: HTTPTarget, _ body: [UInt8]) {
        self.target = target
        if case .object(let members) = try? JSONDocument(body) {
            self.members = members
        } else {
            members = []
        }
    }

    /// A field of the query.
    func query(_ name: String) -> String? {
        target.value(of: name).flatMap { PercentEncoding.decoded($0) }
    }

    /// A text of the body.
    func text(_ name: String) -> String? {
        if case .string(let text) = value(name) { text } else { nil }
    }

    /// A whole number of the body, which may stand there as text.
    func integer(_ name: String) -> Int? {
        switch value(name) {
        case .number(let text), .string(let text): Int(text)
        default: nil
        }
    }

    /// A value of the body; the last one of its name, as Python has it.
    func value(_ name: String) -> JSONDocument? {
        members.last { $0.name == name }.flatMap { $0.value == .null ? nil : $0.value }
    }
}
