/// What a client says to servers about its job, and what it makes of their answers.
protocol JobDialogue: Sendable {
    /// What it asks.
    associatedtype Request: Sendable
    /// What it is told.
    associatedtype Answer: Sendable

    /// What to ask next.
    var request: Request { get }
    /// Whether there is nothing left to ask.
    var isOver: Bool { get }
    /// Takes in the answer to the request.
    ///
    /// - Returns: Whom to ask next.
    mutating func note(_ answer: Answer, now: VirtualInstant) -> NextServer
}

/// Whom a client asks after an answer.
enum NextServer: Hashable, Sendable {
    /// The same server.
    case same
    /// The one that was named, where it is known, or else another one.
    case other(String?)
}

/// Asks servers now and then, one after the other where they do not help, until there is nothing
/// left to ask.
struct PollingClient<Dialogue: JobDialogue>: Sendable {
    let node: Node
    let network: Network
    /// What the servers serve.
    let service: Service<Dialogue.Request, Dialogue.Answer>
    /// Their nodes, the preferred one first.
    let servers: [String]
    /// From an answer to the next request.
    let period: Duration
    /// How long an answer may take.
    let timeout: Duration

    /// Has a conversation, for `patience` at most.
    ///
    /// - Parameter first: The server that it begins with, by its place; beyond the last one from
    ///   the first one on again.
    /// - Returns: The dialogue at its end, or where patience was lost.
    func run(
        _ dialogue: Dialogue,
        beginningWith first: Int = 0,
        patience: Duration
    ) async throws(Interruption) -> Dialogue {
        precondition(!servers.isEmpty && period > .zero, "somebody to ask, now and then")
        var dialogue = dialogue
        var turn = first
        let deadline = node.now.advanced(by: patience)
        while node.now < deadline, !dialogue.isOver {
            let answer = try await ask(servers[turn % servers.count], dialogue.request)
            switch answer.map({ dialogue.note($0, now: node.now) }) ?? .other(nil) {
            case .same: break
            case .other(let hint): turn = hint.flatMap(servers.firstIndex) ?? turn + 1
            }
            if !dialogue.isOver { try await node.sleep(for: period) }
        }
        return dialogue
    }

    /// One answer; nothing where none came.
    private func ask(
        _ server: String,
        _ request: Dialogue.Request
    ) async throws(Interruption) -> Dialogue.Answer? {
        do throws(CallError) {
            return try await network.call(
                service,
                of: server,
                from: node,
                request,
                timeout: timeout
            )
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            return nil
        }
    }
}
