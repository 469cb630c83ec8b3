/// Asks a manager of a queue over HTTP.
///
/// Source: prasenjit52282/shardQ @ fe0c8e7, `myqueue/api.py`.
struct ManagerClient: Sendable {
    /// How long to wait before another attempt.
    static let backoff = Duration.seconds(1)

    let node: Node
    let network: Network
    let manager: String
    let timeout: Duration

    /// An answer: whether it was done, and what it says.
    struct Answer: Sendable {
        let isSuccess: Bool
        private let members: [JSONDocument.Member]

        init?(_ response: HTTPResponse) {
            guard case .object(let members) = try? JSONDocument(response.body) else { return nil }
            isSuccess = response.status != 400 && response.status != 500
            self.members = members
        }

        func text(_ name: String) -> String? {
            if case .string(let text) = value(name) { text } else { nil }
        }

        /// The message, where it is a whole number.
        var number: Int? {
            if case .number(let text) = value("message") { Int(text) } else { nil }
        }

        private func value(_ name: String) -> JSONDocument? {
            members.first { $0.name == name }?.value
        }
    }
}

/// One who asks managers.
protocol ManagerAsking: SimulatedActor {
    nonisolated var client: ManagerClient { get }
}

extension ManagerAsking {
    nonisolated var node: Node { client.node }

    /// The answer to a request; nothing where there is none.
    func ask(
        _ method: HTTPMethod,
        _ path: String,
        _ body: KeyValuePairs<String, JSONDocument> = [:]
    ) async throws(Interruption) -> ManagerClient.Answer? {
        let bytes = body.isEmpty ? [] : JSONDocument.object(body).bytes
        let request = HTTPRequest(method, path, body: bytes)
        do {
            let response = try await client.network.call(
                .http,
                of: client.manager,
                from: node,
                request,
                timeout: client.timeout
            )
            return ManagerClient.Answer(response)
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            return nil
        }
    }

    /// The number of a producer or a consumer, asked for until it is given.
    func register(
        _ selector: ShardSelector,
        at path: String
    ) async throws(Interruption) -> Int {
        while true {
            let topic = JSONDocument.string(selector.topic)
            let answer =
                if let shard = selector.shard {
                    try await ask(.post, path, ["topic": topic, "part": .string(shard)])
                } else {
                    try await ask(.post, path, ["topic": topic])
                }
            if let answer, answer.isSuccess, let number = answer.number { return number }
            try await node.sleep(for: ManagerClient.backoff)
        }
    }
}
