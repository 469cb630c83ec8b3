/// Reads shards through a manager, and writes down what it gets.
actor LogConsumer: ManagerAsking {
    nonisolated let client: ManagerClient
    private let settings: LogClients.Settings
    private let selectors: [ShardSelector]
    private let number: Int
    private let transcript: LogTranscript

    init(
        _ client: ManagerClient,
        _ settings: LogClients.Settings,
        _ selectors: [ShardSelector],
        _ number: Int,
        _ transcript: LogTranscript
    ) {
        self.client = client
        self.settings = settings
        self.selectors = selectors
        self.number = number
        self.transcript = transcript
    }

    /// Reads until nothing has come for as long as it waits.
    func run() async throws(Interruption) {
        var identifiers: [Int] = []
        for selector in selectors {
            identifiers.append(try await register(selector, at: "/consumer/register"))
        }
        transcript.register(number, at: node.now)
        var last = node.now
        while last.duration(to: node.now) < settings.idle {
            var isSomething = false
            for identifier in identifiers where try await read(identifier) {
                isSomething = true
                last = node.now
            }
            if !isSomething { try await node.sleep(for: settings.poll) }
        }
        transcript.end(consumer: number, at: node.now)
    }

    /// Reads a message where there is one.
    private func read(_ identifier: Int) async throws(Interruption) -> Bool {
        let size = try await ask(.get, "/size?consumer_id=\(identifier)")
        guard let size, size.isSuccess, (size.number ?? 0) > 0 else { return false }
        let path = "/consumer/consume?consumer_id=\(identifier)"
        guard let answer = try await ask(.get, path) else {
            transcript.noteUnanswered(number)
            return false
        }
        guard answer.isSuccess, let text = answer.text("message"),
            let place = answer.text("topic").flatMap({ ShardSelector($0) }),
            let shard = place.shard
        else { return false }
        transcript.write(
            LogTranscript.Line(topic: place.topic, shard: shard, text: text),
            of: number
        )
        return true
    }
}
