/// What a client of a replicated shuffle store believes of who owns what.
struct ShuffleDirectory: Hashable, Sendable {
    private let shards: [[String]]
    private var owners: [String]

    /// A directory of the owners at first.
    init(_ settings: ShuffleSettings) {
        shards = settings.shards
        owners = settings.servers
    }

    /// Whom to ask.
    func owner(of shard: Int) -> String { owners[shard] }

    /// Somebody said that it is this one.
    mutating func note(owner: String, of shard: Int) {
        if shards[shard].contains(owner) { owners[shard] = owner }
    }

    /// It did not answer: the next one of the shard knows more, perhaps.
    mutating func noteFailure(of owner: String, of shard: Int) {
        guard owners[shard] == owner, let place = shards[shard].firstIndex(of: owner) else {
            return
        }
        owners[shard] = shards[shard][(place + 1) % shards[shard].count]
    }
}

extension TaskWorker {
    /// Asks whoever owns a list, and waits for a takeover if need be: two node timeouts and ten
    /// seconds at most.
    func askOwner(_ request: ShuffleRequest) async throws -> ShuffleAnswer {
        let shard = request.key.map(settings.shuffle.shard) ?? 0
        let deadline = node.now.advanced(by: settings.shuffle.nodeTimeout * 2 + .seconds(10))
        var wait = Duration.zero
        repeat {
            let owner = directory.owner(of: shard)
            do throws(CallError) {
                let answer = try await network.call(
                    .shuffle,
                    of: owner,
                    from: node,
                    request,
                    timeout: settings.shuffle.timeout,
                    .background
                )
                switch answer {
                case .moved(let other): directory.note(owner: other, of: shard)
                case .down: directory.noteFailure(of: owner, of: shard)
                default: return answer
                }
            } catch {
                if case .interrupted(let interruption) = error { throw interruption }
                directory.noteFailure(of: owner, of: shard)
            }
            try await node.sleep(for: wait)
            wait = min(wait + .milliseconds(100), .seconds(1))
        } while node.now < deadline
        throw Failure.failed("no shuffle server owned the slots in time")
    }
}
