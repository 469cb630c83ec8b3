/// Puts servers aside that answer worse than the others or keep failing: Envoy's outlier detection.
///
/// The rules for numbers of failures act at once; those that compare servers act when an interval
/// ends, as does everything that lets a server back in. So a server comes back at the first end of
/// an interval after its time, and each time it is put aside for longer by the base time.
/// Source: Envoy, `source/common/upstream/outlier_detection_impl.cc`, `outlier_detection.proto`.
public struct OutlierDetector: Sendable {
    /// What is known of one server.
    public struct Host: Hashable, Sendable {
        /// Server errors in a row: 5xx, and errors of the connection.
        public internal(set) var consecutiveErrors = 0
        /// Gateway errors in a row: 502, 503, 504, and errors of the connection.
        public internal(set) var consecutiveGatewayErrors = 0
        /// Requests in this interval.
        public internal(set) var requests = 0
        /// Those of them that succeeded.
        public internal(set) var successes = 0
        /// How many times the base time it is put aside for next, less one.
        public internal(set) var multiplier = 0
        /// Since when it is put aside, if it is.
        public internal(set) var ejectedAt: VirtualInstant?
        /// How often it was put aside.
        public internal(set) var ejections = 0
        /// For how much longer at random, drawn when it was put aside.
        var jitter = Duration.zero
    }

    /// A change that the group has to make.
    public enum Change: Hashable, Sendable {
        /// The server is to be put aside.
        case eject(Int, Reason)
        /// The server is to be let in again.
        case restore(Int)
    }

    /// Why a server is put aside.
    public enum Reason: String, Hashable, Sendable {
        /// Server errors in a row.
        case consecutiveErrors
        /// Gateway errors in a row.
        case consecutiveGatewayErrors
        /// Its rate of success is far below that of the others.
        case successRate
        /// Too many of its requests fail.
        case failurePercentage
    }

    /// The rules.
    public let settings: OutlierSettings
    /// The servers, by the slots of their group; none where there is no server.
    public private(set) var hosts: [Host?] = []
    /// When this interval ends.
    public private(set) var nextTick: VirtualInstant
    package var neverRestores = false

    /// How many servers there are, and how many of them are put aside.
    private(set) var count = 0
    private(set) var ejectedCount = 0

    /// A detector whose first interval begins now.
    public init(settings: OutlierSettings = OutlierSettings(), now: VirtualInstant) {
        self.settings = settings
        nextTick = now.advanced(by: settings.interval)
    }

    /// Watches the server of a slot from now on.
    public mutating func add(_ slot: Int) {
        while hosts.count <= slot { hosts.append(nil) }
        precondition(hosts[slot] == nil, "the slot is watched already")
        hosts[slot] = Host()
        count += 1
    }

    /// Watches the server of a slot no more.
    public mutating func remove(_ slot: Int) {
        guard slot < hosts.count, let host = hosts[slot] else { return }
        if host.ejectedAt != nil { ejectedCount -= 1 }
        hosts[slot] = nil
        count -= 1
    }

    /// Notes an answer of a server, or its absence where there is no status.
    ///
    /// - Returns: The ejection that follows, if one does.
    public mutating func note(
        _ slot: Int,
        status: Int?,
        now: VirtualInstant,
        using random: inout RandomStream
    ) -> Change? {
        note(slot, status: status, now: now, drawing: &random)
    }

    mutating func note(
        _ slot: Int,
        status: Int?,
        now: VirtualInstant,
        drawing random: inout some UpstreamRandomness
    ) -> Change? {
        guard slot < hosts.count, var host = hosts[slot] else { return nil }
        let isError = status.map { (500...599).contains($0) } ?? true
        let isGateway = status.map { (502...504).contains($0) } ?? true
        host.requests += 1
        host.successes += isError ? 0 : 1
        host.consecutiveErrors = isError ? host.consecutiveErrors + 1 : 0
        host.consecutiveGatewayErrors = isGateway ? host.consecutiveGatewayErrors + 1 : 0
        hosts[slot] = host
        var change: Change?
        if settings.consecutiveGatewayErrors > 0,
            host.consecutiveGatewayErrors == settings.consecutiveGatewayErrors
        {
            hosts[slot]?.consecutiveGatewayErrors = 0
            if enforces(settings.gatewayPercent, using: &random) {
                change = eject(slot, .consecutiveGatewayErrors, now: now, using: &random)
            }
        }
        if settings.consecutiveErrors > 0, host.consecutiveErrors == settings.consecutiveErrors {
            hosts[slot]?.consecutiveErrors = 0
            if enforces(settings.consecutivePercent, using: &random) {
                change = change ?? eject(slot, .consecutiveErrors, now: now, using: &random)
            }
        }
        return change
    }

    /// Ends the interval: lets servers back in whose time is over, and compares the others.
    ///
    /// - Complexity: O(*n*) in the number of servers.
    public mutating func tick(
        now: VirtualInstant,
        using random: inout RandomStream
    ) -> [Change] {
        tick(now: now, drawing: &random)
    }

    mutating func tick(
        now: VirtualInstant,
        drawing random: inout some UpstreamRandomness
    ) -> [Change] {
        nextTick = now.advanced(by: settings.interval)
        var changes: [Change] = []
        for slot in hosts.indices {
            guard let host = hosts[slot] else { continue }
            guard let ejectedAt = host.ejectedAt else {
                hosts[slot]?.multiplier = max(0, host.multiplier - 1)
                continue
            }
            let isOver =
                ejectedAt.duration(to: now) >= settings.duration(host.multiplier) + host.jitter
            guard isOver, !neverRestores else { continue }
            restore(slot)
            changes.append(.restore(slot))
        }
        changes += compare(now: now, using: &random)
        for slot in hosts.indices {
            hosts[slot]?.requests = 0
            hosts[slot]?.successes = 0
        }
        return changes
    }

    private mutating func restore(_ slot: Int) {
        ejectedCount -= 1
        hosts[slot]?.ejectedAt = nil
        hosts[slot]?.consecutiveErrors = 0
        hosts[slot]?.consecutiveGatewayErrors = 0
    }

    /// The rules that look at a whole interval.
    private mutating func compare(
        now: VirtualInstant,
        using random: inout some UpstreamRandomness
    ) -> [Change] {
        var changes: [Change] = []
        let judged = hostsJudged(requestVolume: settings.successRequestVolume)
        if judged.count >= max(1, settings.successHostsMinimum) {
            let rates = judged.map(\.rate)
            let mean = rates.reduce(0, +) / Double(rates.count)
            let variance = rates.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rates.count)
            let threshold = mean - settings.deviationFactor * variance.squareRoot()
            for (slot, rate) in judged where rate < threshold {
                guard enforces(settings.successPercent, using: &random) else { continue }
                eject(slot, .successRate, now: now, using: &random).map { changes.append($0) }
            }
        }
        let measured = hostsJudged(requestVolume: settings.failureRequestVolume)
        if measured.count >= max(1, settings.failureHostsMinimum) {
            for (slot, rate) in measured where 100 - rate >= Double(settings.failurePercentage) {
                guard enforces(settings.failurePercent, using: &random) else { continue }
                eject(slot, .failurePercentage, now: now, using: &random)
                    .map { changes.append($0) }
            }
        }
        return changes
    }

    /// The servers with enough requests that are not put aside, with the percentage that succeeded.
    private func hostsJudged(requestVolume: Int) -> [(slot: Int, rate: Double)] {
        hosts.indices.compactMap { slot in
            guard let host = hosts[slot], host.ejectedAt == nil, host.requests >= requestVolume,
                host.requests > 0
            else { return nil }
            return (slot, Double(host.successes) * 100 / Double(host.requests))
        }
    }

    private func enforces(_ percent: Int, using random: inout some UpstreamRandomness) -> Bool {
        if percent >= 100 { return true }
        return percent > 0 && random.below(100) < UInt64(percent)
    }

    /// Puts a server aside, unless as many are as may be.
    private mutating func eject(
        _ slot: Int,
        _ reason: Reason,
        now: VirtualInstant,
        using random: inout some UpstreamRandomness
    ) -> Change? {
        guard hosts[slot]?.ejectedAt == nil else { return nil }
        let isWithin = 100 * (ejectedCount + 1) <= settings.ejectionPercentMaximum * count
        let isFirst = settings.alwaysEjectsOne && ejectedCount == 0
        guard isWithin || isFirst else { return nil }
        ejectedCount += 1
        hosts[slot]?.ejectedAt = now
        hosts[slot]?.multiplier += 1
        hosts[slot]?.ejections += 1
        let span = settings.jitterMaximum.wholeNanoseconds
        if span > 0 {
            hosts[slot]?.jitter = Duration(wholeNanoseconds: random.below(span + 1))
        }
        return .eject(slot, reason)
    }
}
