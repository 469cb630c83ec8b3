/// How many requests a proxy lets in, and of whom.
extension Proxy {
    /// Counts the request for the limits on requests under way, or for none.
    func takeConnections(_ exchange: ProxyExchange) -> Bool {
        for index in connectionLimits.indices {
            let request = exchange.incoming.request
            guard let key = limitKey(connectionLimits[index].key, request) else { continue }
            guard connectionLimits[index].limit.begin(key) else {
                giveConnections(exchange)
                return false
            }
            exchange.limits.append((index, key))
        }
        return true
    }

    func giveConnections(_ exchange: ProxyExchange) {
        if exchange.limits.isEmpty { return }
        for (index, key) in exchange.limits { connectionLimits[index].limit.end(key) }
        exchange.limits = []
    }

    /// How long the limits on requests hold a request back; nothing where one refuses it, and then
    /// none counts it.
    func admit(_ request: HTTPRequest) -> Duration? {
        var delay = Duration.zero
        for limiting in requestLimits {
            guard let key = limitKey(limiting.key, request) else { continue }
            switch limiting.rule.decision(for: key, now: node.now) {
            case .pass: break
            case .delay(let time): delay = max(delay, time)
            case .refuse: return nil
            }
        }
        for index in requestLimits.indices {
            guard let key = limitKey(requestLimits[index].key, request) else { continue }
            requestLimits[index].rule.charge(key, now: node.now)
        }
        return delay
    }

    /// What a limit counts a request by; nothing where it does not count this one, as nginx does
    /// not count an empty key.
    private func limitKey(
        _ key: ProxySettings.LimitKey,
        _ request: HTTPRequest
    ) -> PlacementKey? {
        switch key {
        case .all: PlacementKey(0)
        case .client: request.client.map { PlacementKey($0.description) }
        case .key: request.key
        }
    }
}

extension ProxySettings.RequestLimiting.Rule {
    /// What would become of a request of `key` now: one that several limits are asked about is
    /// counted by all of them or by none.
    func decision(for key: PlacementKey, now: VirtualInstant) -> RequestLimit.Decision {
        switch self {
        case .leakyBucket(let limit): limit.decision(for: key, now: now)
        case .tokenBucket(let buckets): buckets.admits(key, now: now) ? .pass : .refuse
        }
    }

    /// Counts a request of `key`.
    mutating func charge(_ key: PlacementKey, now: VirtualInstant) {
        switch self {
        case .leakyBucket(var limit):
            // Without a second owner the table is changed in its place.
            self = .none
            limit.charge(key, now: now)
            self = .leakyBucket(limit)
        case .tokenBucket(var buckets):
            self = .none
            buckets.charge(key, now: now)
            self = .tokenBucket(buckets)
        }
    }

    private static var none: Self { .tokenBucket(TokenBuckets(rate: 1, capacity: 1)) }
}
