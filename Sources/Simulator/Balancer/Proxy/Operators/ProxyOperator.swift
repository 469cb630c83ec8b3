/// Gives orders to proxies over the network, as operators and their tools do.
///
/// Each proxy has a configuration of its own, so each of them is told.
struct ProxyOperator: Sendable {
    /// Who gives the orders.
    let node: Node
    let network: Network
    /// The nodes of the proxies.
    let proxies: [String]
    /// How long an answer may take.
    let timeout: Duration

    private static let prefix = "/api/v1/loadbalancer/"

    /// Gives an order to all proxies.
    ///
    /// - Parameter settled: A status that says that it was so before: 409 of a server to add, 404
    ///   of one to remove.
    func order(
        _ operation: String,
        _ change: ProxyMessages.Change,
        settledBy settled: Int = 200
    ) async throws(Interruption) -> OrderOutcome {
        var outcome = OrderOutcome.done
        for proxy in proxies {
            let request = HTTPRequest(
                .post,
                Self.prefix + "server/" + operation,
                body: ProxyMessages.body(of: change)
            )
            let answer = try await ask(proxy, request)
            if let answer {
                guard answer.status != 200, answer.status != settled else { continue }
                if outcome == .done { outcome = .refused(status: answer.status) }
            } else {
                outcome = .unanswered
            }
        }
        return outcome
    }

    /// What all proxies say of their servers; nothing where one of them says nothing.
    func rotation() async throws(Interruption) -> ProxyRotation? {
        var all: [ProxyMessages.Statistics] = []
        for proxy in proxies {
            let request = HTTPRequest(.get, Self.prefix + "stats")
            guard let response = try await ask(proxy, request),
                let statistics = ProxyMessages.statistics(from: response.body)
            else { return nil }
            all.append(statistics)
        }
        return ProxyRotation(all)
    }

    /// Asks a node for something.
    ///
    /// - Returns: The answer; nothing where none came.
    func ask(_ name: String, _ request: HTTPRequest) async throws(Interruption) -> HTTPResponse? {
        do throws(CallError) {
            return try await network.call(
                .http,
                of: name,
                from: node,
                request,
                timeout: timeout,
                .background
            )
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            return nil
        }
    }
}

/// What proxies have sent to a server.
struct ServerCounts: Equatable, Sendable {
    /// Requests that it has now.
    var active = 0
    /// Requests that were sent there.
    var requests = 0
    /// Those that ended without an answer, or with a status of 500 or more.
    var errors = 0
}
