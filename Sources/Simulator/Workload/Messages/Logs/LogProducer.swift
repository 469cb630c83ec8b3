/// Sends the messages of a log through a manager.
actor LogProducer: ManagerAsking {
    nonisolated let client: ManagerClient
    private let settings: LogClients.Settings
    private let log: ProducerLog
    private let index: Int
    private let transcript: LogTranscript
    private var random: RandomStream
    private var sending = 0
    private let ended: Mailbox<Bool>

    init(
        _ client: ManagerClient,
        _ settings: LogClients.Settings,
        _ log: ProducerLog,
        _ index: Int,
        _ transcript: LogTranscript,
        _ random: RandomStream
    ) {
        self.client = client
        self.settings = settings
        self.log = log
        self.index = index
        self.transcript = transcript
        self.random = random
        ended = Mailbox("sent", on: client.node, capacity: 1)
    }

    /// Sends all messages.
    func run() async throws(Interruption) {
        var numbers: [Int] = []
        for selector in log.selectors {
            numbers.append(try await register(selector, at: "/producer/register"))
        }
        for (place, line) in log.lines.enumerated() {
            let turn = place % numbers.count
            if turn == 0, place > 0 {
                let wait = Double.random(in: 0..<1, using: &random)
                try await node.sleep(for: .nanoseconds(Int64(wait * 1e9)))
            }
            send(line.message, as: numbers[turn], log.selectors[turn])
        }
        while sending > 0 { _ = try await ended.receive() }
    }

    private func send(_ text: String, as number: Int, _ selector: ShardSelector) {
        let message = transcript.begin(
            LogTranscript.Sent(
                producer: index,
                topic: selector.topic,
                shard: selector.shard,
                text: text,
                began: node.now
            )
        )
        sending += 1
        node.spawn("message") {
            try await self.deliver(text, as: number, message)
        }
    }

    private func deliver(
        _ text: String,
        as number: Int,
        _ message: Int
    ) async throws(Interruption) {
        defer {
            sending -= 1
            ended.put(true)
        }
        for _ in 0..<settings.attempts {
            transcript.noteAttempt(message)
            let answer = try await ask(
                .post,
                "/producer/produce",
                ["producer_id": .integer(number), "message": .string(text)]
            )
            if let answer, answer.isSuccess {
                return transcript.end(message, in: shard(in: answer), at: node.now)
            }
            try await node.sleep(for: ManagerClient.backoff)
        }
        transcript.end(message, in: nil, at: node.now)
    }

    /// The shard that `T1xP1:Success` names.
    private func shard(in answer: ManagerClient.Answer) -> String? {
        guard let place = answer.text("message")?.split(separator: ":").first,
            let mark = place.lastIndex(of: "x")
        else { return nil }
        return String(place[place.index(after: mark)...])
    }
}
