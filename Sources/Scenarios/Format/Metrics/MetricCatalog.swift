/// Every metric that a run can produce, and every invariant that can be demanded of it.
public enum MetricCatalog {
    /// The metrics, in the order in which they are documented.
    public static let metrics: [MetricDefinition] = parts.flatMap(\.metrics)

    /// What a part of the cluster is measured by.
    struct Part: Sendable {
        /// What the part is, for a heading.
        let title: String
        /// The metrics.
        let metrics: [MetricDefinition]
    }

    /// The metrics by part.
    static let parts: [Part] = [
        Part(title: "Requests", metrics: requests),
        Part(title: "Balance", metrics: balance),
        Part(title: "Reverse proxy", metrics: proxy),
        Part(title: "Clients of the proxy", metrics: clients),
        Part(title: "Deployments", metrics: deployment),
        Part(title: "Scaling", metrics: scaling),
        Part(title: "Shared database and cache", metrics: backing),
        Part(title: "Ring", metrics: ring),
        Part(title: "Recovery", metrics: recovery),
        Part(title: "Jobs", metrics: jobs),
        Part(title: "Tasks", metrics: tasks),
        Part(title: "Shuffle", metrics: shuffle),
        Part(title: "Workers and coordinators", metrics: processes),
        Part(title: "Object store", metrics: objects),
        Part(title: "Events of objects", metrics: events),
        Part(title: "Queue", metrics: messages),
        Part(title: "Backups and sync", metrics: storage),
        Part(title: "Calls, network and run", metrics: others),
    ]

    /// The properties that can be demanded of a run.
    public static let invariants = mainInvariants + messageInvariants + storageInvariants

    private static let mainInvariants: [InvariantDefinition] = [
        .init(
            "every-request-answered-once",
            from: .requests,
            always: true,
            "Each request has exactly one answer or reported failure."
        ),
        .init(
            "no-request-lost",
            from: .requests,
            "No request is without an answer or a reported failure."
        ),
        .init(
            "keys-move-only-from-the-dead",
            from: .balancer,
            "As a server leaves the ring, no key of a server that stays moves."
        ),
        .init(
            "servers-restored",
            from: .balancer,
            "At the end as many servers of the ring are up as at the start, plus those that were "
                + "added, less those that were removed."
        ),
        .init(
            "orders-obeyed",
            from: .proxy,
            always: true,
            "No request goes to a server that an operator removed, drained or took down."
        ),
        .init(
            "servers-chosen-by-the-rules",
            from: .proxy,
            always: true,
            "Servers are chosen, and requests repeated, as the rules say, by books of a checker's "
                + "own; followed up to \(ProxyPart.checkedMaximum) servers."
        ),
        .init(
            "client-connections-in-bounds",
            from: .clients,
            always: true,
            "Clients never have more connections than all workers of a proxy may have, and none is "
                + "sent away for connections that are closed."
        ),
        .init(
            "deployment-in-turn",
            from: .deploy,
            always: true,
            "A deployment takes one server at a time out of service, restarts none that has "
                + "requests before its time to drain is over, and leaves one version in the end."
        ),
        .init(
            "scaling-in-bounds",
            from: .autoscaler,
            always: true,
            "Servers are never more or fewer than they may be, nothing changes in a cooldown, and "
                + "no server is stopped with requests before its time to drain is over."
        ),
        .init(
            "connections-in-bounds",
            from: .sharedDatabase,
            always: true,
            "No server uses more connections to the shared database than its pool has, and the "
                + "database never has more than it may."
        ),
        .init(
            "cache-tells-nothing-stale",
            from: .sharedCache,
            always: true,
            "No answer of the shared cache is older than its lifetime, or than the last deletion "
                + "of its key, and nobody shares an answer from before it."
        ),
        .init(
            "output-equals-sequential-run",
            from: .mapReduce,
            always: true,
            "The results of each job that completed are those of a sequential run, byte for byte."
        ),
        .init(
            "every-job-ends",
            from: .mapReduce,
            always: true,
            "Each job that was taken is COMPLETED or, for a reason that is told, FAILED; "
                + "and it stays so."
        ),
        .init(
            "deposed-leaders-write-nothing",
            from: .mapReduce,
            always: true,
            "Once a coordinator has taken over, none before it changes a job; no end is undone."
        ),
        .init(
            "objects-linearizable",
            from: .objects,
            always: true,
            "What clients were answered about each object, lists too, and what there is at the "
                + "end, is what a store gives that does one operation after the other."
        ),
        .init(
            "objects-intact",
            from: .objects,
            always: true,
            "Each object has the bytes that its tag says at the end, no client that compares "
                + "checksums took others, and none took a write for done that no answer told of."
        ),
        .init(
            "events-delivered",
            from: .notifications,
            always: true,
            "Each event that a listener is to be told of has come to it at least once or is on its "
                + "way at the end, and none came that never was."
        ),
    ]

    /// Other names of some metrics.
    static let shorthands = ["requests": "requests.completed"].merging(monitoringNames) {
        first,
        _ in
        first
    }

    /// The values that some labels can have: of all metrics, or of one of them.
    static let labelValues = [
        "type": ["map", "reduce"], "cmd": ["rpush", "lrange", "del"],
        "way": ["scp", "http"],
        "cpu.usage job": ["map-worker", "reduce-worker"],
        "memory.used job": ["map-worker", "reduce-worker"],
    ]

    /// The metric with this name, without a statistic.
    public static func metric(named name: String) -> MetricDefinition? {
        let full = shorthands[name] ?? name
        return metrics.first { $0.name == full }
    }

    /// The metric and statistic of a figure such as `latency.p99`.
    public static func figure(named name: String) -> (metric: MetricDefinition, statistic: String?)?
    {
        let full = fullName(of: name)
        for metric in metrics where metric.figures.contains(full) {
            let statistic = metric.statistics.first { "\(metric.name).\($0)" == full }
            return (metric, statistic)
        }
        return nil
    }

    /// The name of a figure that may be said by another name of its metric.
    private static func fullName(of name: String) -> String {
        if let full = shorthands[name] { return full }
        guard let dot = name.firstIndex(of: "."), let metric = monitoringNames[String(name[..<dot])]
        else { return name }
        return metric + name[dot...]
    }

    /// The names of all figures.
    static let figureNames = metrics.flatMap(\.figures)

    static let quantiles = ["mean", "min", "p50", "p90", "p95", "p99", "p99.9", "max"]

    static let others: [MetricDefinition] = [
        .init("calls.passed", .count, from: .calls, "Calls that were answered as expected."),
        .init("calls.failed", .count, from: .calls, "Calls that were not."),
        .init(
            "calls.retried",
            .count,
            from: .calls,
            "Attempts of the balancer after the first, at calls."
        ),
        .init(
            "calls.rejected",
            .count,
            from: .calls,
            "Attempts of the balancer at calls that met a full queue."
        ),
        .init("network.messages", .count, from: .always, "Messages sent."),
        .init("network.lost", .count, from: .always, "Messages that never arrived."),
        .init("network.duplicated", .count, from: .always, "Messages that arrived twice."),
        .init("run.duration", .duration, from: .always, "Virtual time at the end."),
        .init("run.events", .count, from: .always, "Events of the run."),
    ]
}
