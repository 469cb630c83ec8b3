/// A response that a client reads, which takes a while.
///
/// Soundness of `@unchecked Sendable`: reached only from the actor of its proxy.
final class ProxyDelivery: @unchecked Sendable {
    private let response: HTTPResponse
    /// When the client began to read it.
    private let began: VirtualInstant
    /// The bytes that it reads in a second.
    private let rate: Int?

    init(_ response: HTTPResponse, began: VirtualInstant, rate: Int?) {
        self.response = response
        self.began = began
        self.rate = rate
    }

    /// What a client has of it that gives up.
    ///
    /// The status stays the one that was sent. Source: nginx, `ngx_http_free_request`.
    func part(until now: VirtualInstant) -> HTTPResponse {
        var part = response
        guard let rate, began < now else {
            part.body = []
            return part
        }
        let seconds = Double(began.duration(to: now).wholeNanoseconds) / 1e9
        part.body = Array(part.body.prefix(Int(min(seconds * Double(rate), 0x1p53))))
        return part
    }
}

/// What a proxy passes on: requests to servers, and responses to clients.
extension Proxy {
    // MARK: To servers

    /// Makes what a server gets of a client's request.
    ///
    /// Headers of the client go on as they are, but for `Host`; where the proxy is told to forward
    /// them it also says who the client is, as with nginx's lines `proxy_set_header Host $host`,
    /// `X-Real-IP $remote_addr`, `X-Forwarded-For $proxy_add_x_forwarded_for` and
    /// `X-Forwarded-Proto $scheme`. Source: nginx, `ngx_http_proxy_add_x_forwarded_for_variable`:
    /// what the client said, a comma and its address, or its address alone.
    func passOn(_ request: inout HTTPRequest, _ line: ProxyLine) {
        let incoming = request.details ?? RequestDetails()
        var details = RequestDetails()
        details.headers = incoming.headers
        if settings.clients.forwardsHeaders {
            details.headers.host = incoming.headers.host ?? settings.clients.address ?? node.name
            details.headers.forwardedProtocol = incoming.connection == nil ? "http" : "https"
            if let address = request.client?.description {
                details.headers.realIP = address
                details.headers.forwardedFor = [incoming.headers.forwardedFor ?? "", address]
                    .filter { !$0.isEmpty }
                    .joined(separator: ", ")
            }
        } else {
            details.headers.host = upstreams[line.exchange.upstream].settings.name
        }
        if let rate = incoming.reading, !line.exchange.buffersResponses {
            details.flow = ResponseFlow { [gzip = clients.gzip] response in
                let body = gzip?.compressed(response, for: incoming) ?? response.body
                return ResponseFlow.time(of: body.count, perSecond: rate)
            }
        }
        request.details = details
    }

    /// Has the proxy learn when the response begins that the server sends only as fast as the
    /// client reads it: from then on it is too late for another server.
    func watchBeginning(of line: ProxyLine, _ request: HTTPRequest) {
        guard request.details?.flow != nil, let beginning else { return }
        line.call?.head = ResponseHead(
            beginning.eventTarget,
            number: UInt32(line.exchange.number * 2 + (line.isHedge ? 1 : 0)),
            timeout: upstreams[line.exchange.upstream].settings.readTimeout
        )
    }

    /// The response to a request begins: the client gets it, and no other one.
    func noteBeginning(_ number: UInt32) {
        guard let exchange = underWay[Int(number / 2)],
            let line = number % 2 == 0 ? exchange.primary : exchange.hedge, line.isUnderWay
        else { return }
        exchange.hasBegun = true
        line.hasBegun = true
        if let timer = exchange.hedgeTimer {
            agenda.clear(timer)
            exchange.hedgeTimer = nil
        }
        if let other = number % 2 == 0 ? exchange.hedge : exchange.primary { stop(other) }
    }

    /// Closes the connection of a client that has a part of its response: there will be no more.
    ///
    /// That is no failure of the server for its group. Source: nginx,
    /// `ngx_http_upstream_finalize_request`, which frees the server without a state.
    func breakOff(_ line: ProxyLine) {
        let exchange = line.exchange
        node.sometimes(ProxyPlace.brokenOff)
        exchange.isBrokenOff = true
        finish(line, .abandoned, nil)
        complete(exchange, HTTPResponse(status: 200), closesConnection: true)
    }

    // MARK: To clients

    /// Sends a response to a client that may want it compressed, or reads it slowly.
    ///
    /// A buffering proxy has the whole response and keeps the connection of the client until it is
    /// read; without buffering the server has kept it until then. What fits into the buffers of
    /// sockets is not modelled. Source: nginx, "proxy_buffering".
    func deliver(_ response: HTTPResponse, to exchange: ProxyExchange) {
        endHead(of: exchange)
        if let delivery = exchange.delivery {
            return complete(exchange, delivery.part(until: node.now))
        }
        if exchange.hasBegun, response.status != 200 {
            // The client went away in the middle: nginx's log has the status that was sent.
            return complete(exchange, HTTPResponse(status: 200))
        }
        let details = exchange.incoming.request.details
        var response = response
        var wait = Duration.zero
        if let gzip = clients.gzip, let bytes = gzip.compressed(response, for: details) {
            journal.clients.noteGzip(from: response.body.count, to: bytes.count)
            wait = occupy(exchange.worker, for: gzip.work(for: response.body.count))
            response.body = bytes
            response.isGzipped = true
        }
        let began = node.now.advanced(by: wait)
        if let rate = details?.reading, exchange.buffersResponses {
            wait += ResponseFlow.time(of: response.body.count, perSecond: rate)
        }
        guard wait > .zero else { return complete(exchange, response) }
        exchange.delivery = ProxyDelivery(response, began: began, rate: details?.reading)
        schedule(after: wait) { [response] proxy in proxy.complete(exchange, response) }
    }
}
