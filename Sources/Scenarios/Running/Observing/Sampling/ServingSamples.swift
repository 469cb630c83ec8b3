import OrderedCollections
import Simulator

/// What the network carried, and what a balancer tried again.
struct TrafficSamples: SampledPart {
    let network: Network
    let balancer: BalancerJournal?

    func read(into table: inout SampleTable, at instant: VirtualInstant) {
        let traffic = network.traffic
        table.set(table.column(MetricKey("network.messages")), traffic.sent)
        table.set(table.column(MetricKey("network.lost")), traffic.lost)
        guard let balancer else { return }
        table.set(table.column(MetricKey("requests.retried")), balancer.retries)
    }
}

/// What proxies did, with the first servers told apart.
struct ProxySamples: SampledPart {
    let journals: [ProxyJournal]
    private var columns: OrderedDictionary<String, Columns?> = [:]

    /// Where the numbers of a server go.
    private struct Columns {
        let attempts: Int
        let failed: Int
        let active: Int
    }

    init(_ journals: [ProxyJournal]) {
        self.journals = journals
    }

    mutating func read(into table: inout SampleTable, at instant: VirtualInstant) {
        for journal in journals {
            for (key, count) in [
                ("attempts.retried", journal.retries), ("attempts.hedged", journal.hedges),
                ("proxy.limited", journal.limited), ("proxy.overflowed", journal.overflows),
                ("proxy.without-server", journal.withoutServer), ("proxy.broken", journal.broken),
                ("proxy.connections", journal.clients.open),
            ] {
                table.add(table.column(MetricKey(key)), count)
            }
            for server in journal.servers {
                guard let columns = columns(of: server.name, in: &table) else { continue }
                table.add(columns.attempts, server.attempts)
                table.add(columns.failed, server.failures)
                table.add(columns.active, server.active)
            }
        }
    }

    private mutating func columns(of server: String, in table: inout SampleTable) -> Columns? {
        if let known = columns[server] { return known }
        var made: Columns?
        if columns.count < RequestSeries.serversMaximum {
            let label = MetricKey.Label("server", server)
            made = Columns(
                attempts: table.column(MetricKey("attempts", label)),
                failed: table.column(MetricKey("attempts.failed", label)),
                active: table.column(MetricKey("attempts.active", label))
            )
        }
        columns[server] = .some(made)
        return made
    }
}

/// How busy servers are, the first ones of them, and what stands behind them.
struct ServerSamples: SampledPart {
    let serving: ServingPart

    func read(into table: inout SampleTable, at instant: VirtualInstant) {
        for (name, meter) in serving.meters.elements.prefix(RequestSeries.serversMaximum) {
            let times = meter.times(until: instant)
            let label = MetricKey.Label("server", name)
            table.set(
                table.column(MetricKey("server.busy", label)),
                Int(clamping: times.busy.wholeNanoseconds)
            )
            table.set(
                table.column(MetricKey("server.capacity", label)),
                Int(clamping: times.capacity.wholeNanoseconds)
            )
        }
        guard let counts = serving.backing?.journal.counts else { return }
        for (name, count) in [
            ("shared-database.queries", counts.queries), ("shared-database.failed", counts.failed),
            ("shared-database.refused", counts.refused), ("pool.timeouts", counts.timeouts),
            ("shared-cache.hits", counts.hits), ("shared-cache.misses", counts.misses),
        ] {
            table.set(table.column(MetricKey(name)), count)
        }
    }
}
