/// From the choice of a server to the answer, or to the next server.
extension Proxy {
    /// Sends a request to its first server.
    func begin(_ exchange: ProxyExchange) {
        guard !exchange.isAnswered else { return }
        let request = exchange.incoming.request
        let upstream = exchange.upstream
        if upstreams[upstream].circuit?.begin(.request) == false {
            node.sometimes(ProxyPlace.circuitFull)
            journal.noteOverflow()
            return answer(exchange, HTTPResponse(status: 503))
        }
        guard passesBreaker(exchange) else {
            upstreams[upstream].circuit?.end(.request)
            return answer(exchange, HTTPResponse(status: 503))
        }
        let line = ProxyLine(
            exchange,
            ZonalUpstream.Request(
                UpstreamRequest(
                    key: key(of: request, by: upstreams[upstream].settings.key),
                    address: request.client,
                    isIdempotent: request.method.isIdempotent,
                    now: node.now
                )
            )
        )
        exchange.primary = line
        if let hedging = upstreams[upstream].settings.hedging, request.method.isIdempotent {
            exchange.hedgeTimer = schedule(after: hedging.delay) { $0.hedge(exchange) }
        }
        attempt(line)
    }

    private func key(
        of request: HTTPRequest,
        by key: ProxyUpstreamSettings.Key
    ) -> PlacementKey? {
        switch key {
        case .request: request.key
        case .path: PlacementKey(request.path)
        case .client: request.client.map { PlacementKey($0.description) }
        }
    }

    /// Sends a request that has no answer yet to a second server, where there is one and the group
    /// has room for one attempt more.
    private func hedge(_ exchange: ProxyExchange) {
        exchange.hedgeTimer = nil
        let upstream = exchange.upstream
        let group = upstreams[upstream].group(of: exchange.worker)
        guard !exchange.isAnswered, let line = exchange.primary,
            let request = upstreams[upstream].groups[group].hedge(for: line.request)
        else { return }
        if upstreams[upstream].circuit?.begin(.retry) == false { return journal.noteOverflow() }
        let second = ProxyLine(exchange, request, isHedge: true)
        second.isCountedRetry = upstreams[upstream].circuit != nil
        guard choose(second) else {
            upstreams[upstream].forget(second)
            return endRetry(second)
        }
        exchange.hedge = second
        journal.noteHedge()
        dispatch(second)
    }

    /// Sends a request to the next server.
    private func attempt(_ line: ProxyLine) {
        if choose(line) { return dispatch(line) }
        node.sometimes(ProxyPlace.nobodyChosen)
        journal.noteNoLiveServer()
        endRetry(line)
        end(line, HTTPResponse(status: 502))
    }

    private func choose(_ line: ProxyLine) -> Bool {
        let upstream = line.exchange.upstream
        let choice = upstreams[upstream].choose(for: line, now: node.now, using: &random)
        guard let choice else { return false }
        line.server = upstreams[upstream].server(choice.ordinal)
        line.choice = choice
        // Also where a connection broke that was kept, and the attempt beside another one is made
        // once more: neither goes where the other one was.
        line.exchange.other(than: line)?.request.avoid(choice)
        return true
    }

    /// Sends a request to the server that was chosen, over a connection that is kept or a new one.
    private func dispatch(_ line: ProxyLine) {
        let exchange = line.exchange
        let upstream = exchange.upstream
        let connection = upstreams[upstream].connections[exchange.worker].take(
            to: line.choice.ordinal,
            now: node.now
        )
        if clients.countsConnections, !takeServerConnection(line, connection) {
            _ = upstreams[upstream].finish(line, with: .abandoned, took: .zero, now: node.now)
            endRetry(line)
            return end(line, HTTPResponse(status: 500))
        }
        line.began = node.now
        line.isUnderWay = true
        journal.noteAttempt(
            at: line.server,
            isRetry: line.request.attempts > 1 && !line.isHedge,
            now: node.now
        )
        line.connection = connection
        if connection.isReused { return send(line) }
        let call = network.connect(
            to: line.server.destination,
            from: node,
            timeout: upstreams[upstream].settings.connectTimeout,
            .background
        ) { result in
            self.atEvent { proxy in
                switch result {
                case .success(let process):
                    line.connection?.process = process
                    proxy.send(line)
                case .failure(.timedOut): proxy.finish(line, .connectTimedOut, nil)
                case .failure: proxy.finish(line, .refused, nil)
                }
            }
        }
        if let call { line.call = call }
    }

    /// Sends a request over the connection that it has. Whatever is no answer from now on may have
    /// been performed: also a refusal, which comes after the request.
    private func send(_ line: ProxyLine) {
        var request = line.exchange.incoming.request
        if settings.clients.forwardsHeaders || request.hasDetails { passOn(&request, line) }
        let call = network.send(
            request,
            to: line.server.destination,
            over: line.connection?.process ?? 0,
            from: node,
            timeout: upstreams[line.exchange.upstream].settings.readTimeout,
            .background
        ) { result in
            self.atEvent { proxy in
                switch result {
                case .success(let response):
                    proxy.finish(line, .answered(status: response.status), response)
                case .failure(.timedOut): proxy.finish(line, .timedOut, nil)
                case .failure: proxy.finish(line, .broken, nil)
                }
            }
        }
        if let call {
            line.call = call
            if request.hasDetails { watchBeginning(of: line, request) }
        }
    }

    /// Gives the server back and does what the group says.
    func finish(_ line: ProxyLine, _ outcome: AttemptOutcome, _ response: HTTPResponse?) {
        if line.hasBegun, response == nil, outcome != .abandoned { return breakOff(line) }
        let exchange = line.exchange
        let upstream = exchange.upstream
        let took = line.began.duration(to: node.now)
        let failed = isFailed(line)
        line.isUnderWay = false
        line.call = nil
        let verdict = upstreams[upstream].finish(line, with: outcome, took: took, now: node.now)
        if let connection = line.connection {
            _ = upstreams[upstream].connections[exchange.worker].give(
                connection,
                isSound: response.map { verdict != .retry || $0.isUncounted } ?? false,
                now: node.now
            )
            line.connection = nil
            if clients.countsConnections { clients.countServer(-1, of: exchange.worker) }
        }
        journal.noteOutcome(outcome, of: line.server, took: took, exchange, settings)
        noteForOutliers(line, outcome)
        noteFailures(line, before: failed)
        endRetry(line)
        switch verdict {
        case .retry where exchange.isAnswered: end(line, nil)
        case .retry: retry(line, response, outcome)
        case .respond(let status): end(line, response ?? HTTPResponse(status: status))
        case .abandoned: end(line, nil)
        }
    }

    /// Whether failures keep the server of a line away from its worker now.
    private func isFailed(_ line: ProxyLine) -> Bool {
        let upstream = line.exchange.upstream
        let group = upstreams[upstream].group(of: line.exchange.worker)
        let peers = upstreams[upstream].groups[group].groups[line.choice.zone].peers
        return peers[line.choice.slot].isFailed(second: node.now.second)
    }

    /// Notes that failures keep a server away, or do so no longer: from the first worker, or from
    /// the last one.
    private func noteFailures(_ line: ProxyLine, before: Bool) {
        let after = isFailed(line)
        let upstream = line.exchange.upstream
        guard after != before, configuration.upstreams.contains(upstream) else { return }
        let second = node.now.second
        if upstreams[upstream].groups.count > 1 {
            let count = upstreams[upstream].countFailed(line.server.name, second: second)
            guard count == (after ? 1 : 0) else { return }
        }
        node.sometimes(ProxyPlace.failedRecovered, !after)
        journal.noteHealth(after ? .failed : .recovered, of: line.server.name, at: node.now)
    }

    private func endRetry(_ line: ProxyLine) {
        guard line.isCountedRetry else { return }
        line.isCountedRetry = false
        upstreams[line.exchange.upstream].circuit?.end(.retry)
    }

    /// Sends a request to the next server, at once or after a pause, unless too many are on their
    /// second way already.
    private func retry(_ line: ProxyLine, _ response: HTTPResponse?, _ outcome: AttemptOutcome) {
        let upstream = line.exchange.upstream
        node.sometimes(ProxyPlace.repeatedAfterSilence, outcome == .timedOut || outcome == .broken)
        if upstreams[upstream].circuit?.begin(.retry) == false {
            node.sometimes(ProxyPlace.retriesFull)
            journal.noteOverflow()
            return end(line, response ?? HTTPResponse(status: outcome.gatewayStatus))
        }
        line.isCountedRetry = upstreams[upstream].circuit != nil
        guard let backoff = upstreams[upstream].settings.backoff else { return attempt(line) }
        let delay = backoff.delay(after: line.request.attempts, using: &random)
        schedule(after: delay) { proxy in
            if !line.exchange.isAnswered { proxy.attempt(line) }
        }
    }

    /// Ends one line of a request. Its answer is that of the client, unless it is an error and
    /// another line may still have a better one; the other line is given up then.
    private func end(_ line: ProxyLine, _ response: HTTPResponse?) {
        let exchange = line.exchange
        exchange.remove(line)
        upstreams[exchange.upstream].forget(line)
        if let response, !exchange.isAnswered, response.status < 500 || exchange.isIdle {
            if line.isHedge { node.sometimes(ProxyPlace.hedgeWon, response.status < 500) }
            stop(exchange)
            answer(exchange, response)
        }
        if exchange.isIdle, !exchange.hasEnded {
            exchange.hasEnded = true
            upstreams[exchange.upstream].circuit?.end(.request)
        }
        leave(exchange)
    }

    /// Gives up what is under way for a request, or waits.
    func stop(_ exchange: ProxyExchange) {
        for line in [exchange.primary, exchange.hedge] {
            if let line { stop(line) }
        }
    }

    /// Gives up what one line has under way, or waits for.
    func stop(_ line: ProxyLine) {
        if line.isUnderWay {
            line.call?.cancel()
            finish(line, .abandoned, nil)
        } else {
            endRetry(line)
            end(line, nil)
        }
    }
}

extension HTTPResponse {
    /// Whether it is no failure of its server also where it moves a request on.
    fileprivate var isUncounted: Bool { status == 403 || status == 404 }
}

extension AttemptOutcome {
    /// What a client gets where this was the last attempt and there is no answer.
    var gatewayStatus: Int {
        switch self {
        case .connectTimedOut, .timedOut: 504
        case .answered(let status): status
        case .refused, .broken, .invalidHeader: 502
        case .abandoned: 499
        }
    }
}
