/// What a rotation compares before it goes round among the equal ones.
enum RotationMode: Sendable {
    /// Nothing: all take part in every round.
    case all
    /// Requests under way.
    case connections
    /// The time until what is under way is answered.
    case time

    /// Whether a server that is alone at the front takes part in a round of one.
    ///
    /// nginx's `least_conn` and `least_time` leave the accounts alone then, round robin does not.
    var countsAlone: Bool {
        if case .all = self { true } else { false }
    }

    /// The load of a server, which is compared as load / weight.
    func load(of peer: UpstreamPeer, second: Int) -> Int {
        switch self {
        case .all: 0
        case .connections: peer.connections
        case .time: estimate(peer, second: second)
        }
    }

    /// The milliseconds that a server needs for what it has and one more request.
    ///
    /// Times are raised to multiples of 20; above 5,000 all are the same. Once in `fail_timeout`
    /// the time of a server that was not chosen is halved, to give slow ones another chance.
    /// Source: nginx 1.31, `ngx_http_upstream_least_time_module.c`.
    private func estimate(_ peer: UpstreamPeer, second: Int) -> Int {
        var time = peer.measures.responseMilliseconds
        let since = second - peer.checked
        if since > peer.failSeconds {
            time >>= min(62, since / (peer.failSeconds + 1))
        }
        time = time > 5_000 ? 5_000 : time + 20 - time % 20
        return time * (1 + peer.connections)
    }

    /// The next second in which the load of an idle server changes by itself.
    func nextChange(of peer: UpstreamPeer, second: Int) -> Int? {
        guard case .time = self else { return nil }
        let period = peer.failSeconds + 1
        let since = second - peer.checked
        guard peer.measures.responseMilliseconds >> min(62, since / period) > 0 else { return nil }
        return peer.checked + (since / period + 1) * period
    }
}
