/// A group whose requests failed too often gets none for a while.
extension Proxy {
    /// Whether the breaker of its group lets a request pass, which is judged by its answer then.
    func passesBreaker(_ exchange: ProxyExchange) -> Bool {
        let upstream = exchange.upstream
        // Most groups have none; to ask for its state is to copy the group.
        guard upstreams[upstream].breaker != nil,
            let before = upstreams[upstream].breaker?.state
        else { return true }
        let passes = upstreams[upstream].breaker?.admits(now: node.now) ?? true
        exchange.isJudged = passes
        if !passes { journal.noteBroken() }
        noteBreaker(of: upstream, before: before)
        return passes
    }

    /// Has the breaker of its group see how a request was answered. That a client went away says
    /// nothing of the servers.
    func judge(_ exchange: ProxyExchange, _ response: HTTPResponse) {
        let upstream = exchange.upstream
        guard upstreams[upstream].breaker != nil,
            let before = upstreams[upstream].breaker?.state
        else { return }
        if exchange.isForsaken {
            upstreams[upstream].breaker?.release()
        } else {
            let failed = exchange.isBrokenOff || response.status >= 500
            upstreams[upstream].breaker?.note(failed: failed, now: node.now)
        }
        noteBreaker(of: upstream, before: before)
    }

    private func noteBreaker(of upstream: Int, before: CircuitBreaker.State) {
        guard let state = upstreams[upstream].breaker?.state, state != before,
            configuration.upstreams.contains(upstream)
        else { return }
        node.sometimes(ProxyPlace.breakerHalfOpened, state == .halfOpen)
        node.sometimes(ProxyPlace.breakerOpenedAgain, before == .halfOpen && state == .open)
        journal.noteBreaker(state, of: upstreams[upstream].settings.name, at: node.now)
    }
}
