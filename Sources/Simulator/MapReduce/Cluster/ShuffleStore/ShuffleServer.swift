/// What is asked of a shuffle server.
enum ShuffleRequest: Hashable, Sendable {
    /// Append pairs to a list that has `length` chunks.
    case push(String, [UInt8], pairs: Int, length: Int?, timeToLive: Duration)
    /// The chunks of a list.
    case range(String)
    /// Remove lists.
    case delete([String])
}

/// What a shuffle server answers.
enum ShuffleAnswer: Hashable, Sendable {
    case done
    case chunks([[UInt8]], pairs: Int)
    /// No such list, or no more.
    case missing
    case outOfMemory
    /// The list has so many chunks.
    case length(Int)
}

extension Service where Request == ShuffleRequest, Response == ShuffleAnswer {
    static var shuffle: Self { Self("shuffle") }
}

extension ShuffleKeyspace {
    /// Does what is asked.
    mutating func answer(_ request: ShuffleRequest, now: VirtualInstant) -> ShuffleAnswer {
        switch request {
        case .push(let key, let chunk, let pairs, let length, let timeToLive):
            do throws(PushError) {
                try push(
                    chunk,
                    pairs: pairs,
                    to: key,
                    length: length,
                    timeToLive: timeToLive,
                    now: now
                )
                return .done
            } catch {
                switch error {
                case .outOfMemory: return .outOfMemory
                case .unexpectedLength(let length): return .length(length)
                }
            }
        case .range(let key):
            return range(key, now: now).map { .chunks($0.chunks, pairs: $0.pairs) } ?? .missing
        case .delete(let keys):
            for key in keys { delete(key) }
            return .done
        }
    }
}

/// A shuffle server: lists of pairs in memory, which are gone when it crashes.
public actor ShuffleServer: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    private let settings: ShuffleSettings
    private let journal: MapReduceJournal
    private var keyspace: ShuffleKeyspace
    private let inbox: Mailbox<IncomingRequest<ShuffleRequest, ShuffleAnswer>>

    /// Starts a server on `node`.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        settings: ShuffleSettings,
        journal: MapReduceJournal
    ) -> ShuffleServer {
        let server = ShuffleServer(node, settings, journal)
        let inbox = server.inbox
        network.serve(.shuffle, on: node) { incoming in
            if !inbox.put(incoming) { incoming.refuse() }
        }
        node.spawn("commands", .background) { try await server.work() }
        return server
    }

    private init(_ node: Node, _ settings: ShuffleSettings, _ journal: MapReduceJournal) {
        self.node = node
        self.settings = settings
        self.journal = journal
        keyspace = ShuffleKeyspace(settings)
        inbox = Mailbox("commands", on: node, capacity: 100_000)
    }

    /// The lists.
    var contents: ShuffleKeyspace { keyspace }

    private func work() async throws {
        while true {
            let incoming = try await inbox.receive()
            try await node.work(
                for: .seconds(operations(incoming.request)) / settings.operationsPerSecond
            )
            incoming.reply(perform(incoming.request))
        }
    }

    private func operations(_ request: ShuffleRequest) -> Int {
        switch request {
        case .push(_, _, let pairs, _, _): max(1, pairs)
        case .range: 1
        case .delete(let keys): keys.count
        }
    }

    private func perform(_ request: ShuffleRequest) -> ShuffleAnswer {
        switch request {
        case .push(_, _, let pairs, _, _): note("rpush", pairs)
        case .range: note("lrange", 1)
        case .delete(let keys): note("del", keys.count)
        }
        return keyspace.answer(request, now: node.now)
    }

    private func note(_ command: String, _ count: Int) {
        journal.count(
            MetricKey("redis_commands_processed_total", .init("cmd", command)),
            count
        )
    }
}
