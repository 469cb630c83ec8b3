/// The endpoints by which operators see and change what stands behind a proxy.
///
/// `/health`, `/nginx-status`, and below `/api/v1/loadbalancer/`: `stats`, `server/add`,
/// `server/remove` and `server/update`.
extension Proxy {
    private static let prefix = "/api/v1/loadbalancer/"

    /// The answer to a request for operators; nothing where it is another one.
    ///
    /// Rules of access hold for whoever has an address; operators within the cluster have none.
    func operation(_ request: HTTPRequest) -> HTTPResponse? {
        guard
            request.path == "/health" || request.path == "/nginx-status"
                || request.path.hasPrefix(Self.prefix)
        else { return nil }
        if let client = request.client, !settings.access.allows(client) {
            return HTTPResponse(status: 403)
        }
        switch (request.method, request.path) {
        case (.get, "/health"):
            return HTTPResponse(status: 200, body: ProxyMessages.message("healthy"))
        case (.get, "/nginx-status"):
            return HTTPResponse(
                status: 200,
                body: ProxyMessages.status(journal, reading: clients.reading)
            )
        case (.get, Self.prefix + "stats"):
            return HTTPResponse(status: 200, body: ProxyMessages.statistics(of: self))
        case (.post, Self.prefix + "server/add"): return change(request.body, add)
        case (.post, Self.prefix + "server/remove"): return change(request.body, remove)
        case (.post, Self.prefix + "server/update"): return change(request.body, update)
        default: return nil
        }
    }

    private func change(
        _ body: [UInt8],
        _ perform: (ProxyMessages.Change) throws(ProxyOperationError) -> Void
    ) -> HTTPResponse {
        do {
            try perform(ProxyMessages.change(from: body))
            return HTTPResponse(status: 200, body: ProxyMessages.message("successful"))
        } catch {
            return HTTPResponse(status: error.status, body: ProxyMessages.failure("\(error)"))
        }
    }

    private func place(of change: ProxyMessages.Change) throws(ProxyOperationError) -> Int {
        guard let name = change.upstream else { return configuration.upstreams.lowerBound }
        let upstream = configuration.upstreams.first { upstreams[$0].settings.name == name }
        guard let upstream else { throw .unknownUpstream(name) }
        return upstream
    }

    private func add(_ change: ProxyMessages.Change) throws(ProxyOperationError) {
        let upstream = try place(of: change)
        let name = try change.name()
        guard network.hasNode(name) else { throw .unknownNode(name) }
        var server = upstreams[upstream].settings.standard
        server.name = name
        server.zone = network.placement(of: name)?.zone ?? server.zone
        server.weight = change.weight ?? server.weight
        server.isDown = change.down ?? server.isDown
        let ordinal: Int
        do {
            ordinal = try upstreams[upstream].add(server, now: node.now)
        } catch {
            throw .upstream(error)
        }
        journal.noteHealth(.added, of: name, at: node.now)
        startChecks(of: ordinal, in: upstream)
    }

    private func remove(_ change: ProxyMessages.Change) throws(ProxyOperationError) {
        let upstream = try place(of: change)
        let name = try change.name()
        do {
            let server = try upstreams[upstream].remove(name, now: node.now)
            journal.noteOrder(.removed, true, of: server, at: node.now)
        } catch {
            throw .upstream(error)
        }
    }

    /// Changes the weight of a server, takes it out of service, has it drain, or puts it back.
    private func update(_ change: ProxyMessages.Change) throws(ProxyOperationError) {
        let upstream = try place(of: change)
        let name = try change.name()
        guard let place = upstreams[upstream].groups[0].place(of: name) else {
            throw .upstream(.unknown(name: name))
        }
        let server = upstreams[upstream].server(place.ordinal)
        if let weight = change.weight {
            do {
                try upstreams[upstream].setWeight(weight, of: name, now: node.now)
            } catch {
                throw .upstream(error)
            }
        }
        for (reason, isBlocked) in [(UpstreamBlock.down, change.down), (.draining, change.drain)] {
            guard let isBlocked else { continue }
            upstreams[upstream].set(reason, isBlocked, for: name, now: node.now)
            let order: ProxyJournal.HealthChange = reason == .down ? .down : .drained
            journal.noteOrder(order, isBlocked, of: server, at: node.now)
        }
    }
}

/// Why an operator's request was not carried out.
enum ProxyOperationError: Error, CustomStringConvertible {
    /// The body is no JSON of the right shape.
    case malformed
    /// No server is named.
    case unnamed
    /// No group has this name.
    case unknownUpstream(String)
    /// Nothing of this name can be reached.
    case unknownNode(String)
    /// The group does not take it.
    case upstream(UpstreamError)

    var status: Int {
        switch self {
        case .malformed, .unnamed: 400
        case .unknownUpstream, .unknownNode, .upstream(.unknown): 404
        case .upstream: 409
        }
    }

    var description: String {
        switch self {
        case .malformed: "the body of the request cannot be read"
        case .unnamed: "the request names no server"
        case .unknownUpstream(let name): "there is no upstream '\(name)'"
        case .unknownNode(let name): "'\(name)' cannot be reached"
        case .upstream(let error): error.description
        }
    }
}
