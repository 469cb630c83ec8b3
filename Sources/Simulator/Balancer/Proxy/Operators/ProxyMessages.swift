import FoundationEssentials

/// The bodies of a proxy's endpoints for operators.
enum ProxyMessages {
    /// What is asked for: `{"id":"server-1","address":"192.168.1.100","port":8080,"weight":10}` or
    /// `{"server_id":"server-1"}`, with what else is to change.
    struct Change: Codable {
        var id: String?
        var server_id: String?
        var upstream: String?
        var weight: Int?
        var down: Bool?
        var drain: Bool?

        /// The server that is meant.
        func name() throws(ProxyOperationError) -> String {
            guard let name = server_id ?? id, !name.isEmpty else { throw .unnamed }
            return name
        }
    }

    /// What the proxy says of itself and of its servers.
    struct Statistics: Codable {
        var requests: Int
        var active_connections: Int
        var retries: Int
        var error_rate: Double
        var availability: Double
        var servers: [Server]
    }

    /// What the proxy says of one server of one group; the counts are those of all groups.
    struct Server: Codable {
        var id: String
        var upstream: String
        var healthy: Bool
        var draining: Bool
        var weight: Int
        var requests: Int
        var errors: Int
        var share: Double
        var active_connections: Int
        var error_rate: Double
        var response_time_ms: Double
    }

    private struct Text: Encodable {
        var message: String
        var status: String
    }

    static func change(from body: [UInt8]) throws(ProxyOperationError) -> Change {
        guard let change = try? JSONDecoder().decode(Change.self, from: Data(body)) else {
            throw .malformed
        }
        return change
    }

    /// The body that asks for `change`.
    static func body(of change: Change) -> [UInt8] { encode(change) }

    /// What a proxy says of itself; nothing where the body says something else.
    static func statistics(from body: [UInt8]) -> Statistics? {
        try? JSONDecoder().decode(Statistics.self, from: Data(body))
    }

    static func message(_ text: String) -> [UInt8] {
        encode(Text(message: text, status: "successful"))
    }

    static func failure(_ text: String) -> [UInt8] {
        encode(Text(message: text, status: "failure"))
    }

    /// The page of nginx's `stub_status`. A client's connection carries one request; those that
    /// still have to send it are being read or, after a handshake, waited for.
    ///
    /// - Parameter reading: Requests whose heads are awaited.
    static func status(_ journal: ProxyJournal, reading: Int) -> [UInt8] {
        let clients = journal.clients
        let waiting = clients.open - journal.underWay
        return Array(
            """
            Active connections: \(clients.open) \n\
            server accepts handled requests
             \(clients.accepted + clients.refused) \(clients.accepted) \(journal.arrivals) \n\
            Reading: \(reading) Writing: \(journal.underWay - reading) Waiting: \(waiting) \n
            """.utf8
        )
    }

    /// Health, distribution, error rates, response times and active connections.
    static func statistics(of proxy: isolated Proxy) -> [UInt8] {
        let journal = proxy.journal
        let attempts = max(1, journal.servers.reduce(0) { $0 + $1.attempts })
        var servers: [Server] = []
        for upstream in proxy.upstreams[proxy.configuration.upstreams] {
            for server in upstream.groups[0].members {
                let name = server.name
                guard let peer = upstream.groups[0].peer(named: name) else { continue }
                let figures = journal.figures(of: name)
                let second = proxy.node.now.second
                let sent = figures?.attempts ?? 0
                servers.append(
                    Server(
                        id: name,
                        upstream: upstream.settings.name,
                        healthy: peer.blocks.isEmpty
                            && upstream.countFailed(name, second: second) == 0,
                        draining: peer.blocks.contains(.draining),
                        weight: peer.weight,
                        requests: sent,
                        errors: figures?.failures ?? 0,
                        share: ratio(sent, attempts),
                        active_connections: figures?.active ?? 0,
                        error_rate: ratio(figures?.failures ?? 0, max(1, sent)),
                        response_time_ms: milliseconds(figures?.meanTime ?? .zero)
                    )
                )
            }
        }
        let errors = journal.answers.reduce(0) { $0 + ($1.key >= 500 ? $1.value : 0) }
        let answered = max(1, journal.answers.values.reduce(0, +))
        return encode(
            Statistics(
                requests: journal.arrivals,
                active_connections: journal.underWay,
                retries: journal.retries,
                error_rate: ratio(errors, answered),
                availability: ratio(answered - errors, answered),
                servers: servers
            )
        )
    }

    /// A ratio to six digits, so that it prints as it is.
    private static func ratio(_ part: Int, _ whole: Int) -> Double {
        (Double(part) / Double(whole) * 1e6).rounded() / 1e6
    }

    private static func milliseconds(_ time: Duration) -> Double {
        Double(time.wholeNanoseconds / 1_000) / 1e3
    }

    private static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Structures of strings and finite numbers always encode.
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }
}
