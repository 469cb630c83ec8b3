/// What came of an order to proxies.
enum OrderOutcome: Equatable, Sendable {
    /// All of them carried it out.
    case done
    /// One of them will not, with this status.
    case refused(status: Int)
    /// One of them did not answer: nobody knows what it did.
    case unanswered
}

/// Which servers proxies have, and what for: what they said, not what they were told.
///
/// A proxy that starts anew has the servers of its configuration, and none of them drains.
struct ProxyRotation: Sendable {
    private let proxies: [ProxyMessages.Statistics]

    /// What these proxies said.
    init(_ proxies: [ProxyMessages.Statistics]) {
        self.proxies = proxies
    }

    private func places(of name: String, in upstream: String) -> [ProxyMessages.Server] {
        proxies.compactMap { $0.servers.first { $0.id == name && $0.upstream == upstream } }
    }

    /// Whether all proxies list the server in this group.
    func lists(_ name: String, in upstream: String) -> Bool {
        places(of: name, in: upstream).count == proxies.count
    }

    /// Whether a proxy lists the server in this group.
    func mentions(_ name: String, in upstream: String) -> Bool {
        !places(of: name, in: upstream).isEmpty
    }

    /// Whether no proxy sends the server anything new for this group: it drains wherever it is
    /// listed.
    func drains(_ name: String, in upstream: String) -> Bool {
        places(of: name, in: upstream).allSatisfy(\.draining)
    }

    /// What the proxies together have sent to the server.
    func counts(of name: String) -> ServerCounts {
        var counts = ServerCounts()
        for proxy in proxies {
            // The counts of a server are those of all its groups.
            guard let server = proxy.servers.first(where: { $0.id == name }) else { continue }
            counts.active += server.active_connections
            counts.requests += server.requests
            counts.errors += server.errors
        }
        return counts
    }
}
