/// Every metric that a run can produce, and every invariant that can be demanded of it.
public enum MetricCatalog {
    /// The metrics, in the order in which they are documented.
    public static let metrics: [MetricDefinition] = requests + balance + ring + recovery + others

    /// The invariants with what they say.
    public static let invariants: [(name: String, documentation: String)] = [
        (
            "every-request-answered-once",
            "Each request has exactly one answer or reported failure."
        ),
        ("no-request-lost", "No request is without an answer or a reported failure."),
        (
            "keys-move-only-from-the-dead",
            "As a server leaves the ring, no key of a server that stays moves."
        ),
        (
            "servers-restored",
            "At the end as many servers of the ring are up as at the start, plus those that were "
                + "added, less those that were removed."
        ),
    ]

    /// Shorter names of some metrics.
    static let shorthands = ["requests": "requests.completed"]

    /// The metric with this name, without a statistic.
    public static func metric(named name: String) -> MetricDefinition? {
        let full = shorthands[name] ?? name
        return metrics.first { $0.name == full }
    }

    /// The metric and statistic of a figure such as `latency.p99`.
    public static func figure(named name: String) -> (metric: MetricDefinition, statistic: String?)?
    {
        let full = shorthands[name] ?? name
        for metric in metrics where metric.figures.contains(full) {
            let statistic = metric.statistics.first { "\(metric.name).\($0)" == full }
            return (metric, statistic)
        }
        return nil
    }

    /// The names of all figures.
    static let figureNames = metrics.flatMap(\.figures)

    private static let quantiles = ["mean", "min", "p50", "p90", "p95", "p99", "p99.9", "max"]

    private static let requests: [MetricDefinition] = [
        .init(
            "requests.sent",
            .count,
            labels: ["server"],
            from: .requests,
            "Requests sent by the client."
        ),
        .init(
            "requests.completed",
            .count,
            labels: ["server", "status"],
            from: .requests,
            "Requests answered with a status from 200 to 399, by the server that answered."
        ),
        .init(
            "requests.failed",
            .count,
            labels: ["server", "status"],
            from: .requests,
            "Requests that ended with another status, or with an error."
        ),
        .init(
            "requests.retried",
            .count,
            from: .requests,
            "Attempts of the balancer after the first, at requests of these workloads."
        ),
        .init(
            "requests.lost",
            .count,
            labels: ["server"],
            from: .requests,
            "Requests without any end."
        ),
        .init(
            "requests.rejected",
            .count,
            labels: ["server"],
            from: .requests,
            "Attempts of the balancer that met a full queue."
        ),
        .init(
            "latency",
            .duration,
            statistics: quantiles,
            labels: ["server"],
            from: .requests,
            "Time from the intended start of a request to its answer."
        ),
    ]

    private static let balance: [MetricDefinition] = [
        .init(
            "load",
            .number,
            statistics: [
                "mean", "min", "max", "variance", "stddev", "cv", "max-to-mean", "max-to-min",
                "jain",
                "gini", "chi-square", "p-value", "expected-chi-square", "expected-p-value",
            ],
            from: .requests,
            "Requests completed per server, and how evenly."
        ),
        .init(
            "share",
            .ratio,
            labels: ["server"],
            requiredLabels: ["server"],
            from: .requests,
            "Part of the requests completed by one server."
        ),
        .init(
            "expected-share",
            .ratio,
            labels: ["server"],
            requiredLabels: ["server"],
            from: .balancer,
            "Part of the keys that the placement gives one server by construction."
        ),
        .init(
            "keys.moved",
            .count,
            from: .balancer,
            "Keys of requests whose server changed, summed over all changes of the ring."
        ),
        .init(
            "keys.moved-from-others",
            .count,
            from: .balancer,
            "Of those, keys that went from one server that stayed to another that stayed."
        ),
        .init(
            "keys.moved-fraction",
            .ratio,
            from: .balancer,
            "Part of the keys of requests that one change of the ring moves, on average."
        ),
    ]

    private static let ring: [MetricDefinition] = [
        .init("ring.changes", .count, from: .balancer, "Times that a server joined or left."),
        .init("ring.slots", .count, from: .balancer, "Slots of a ring of slots."),
        .init("ring.slots-occupied", .count, from: .balancer, "Slots that a server holds."),
        .init("ring.slots-requested", .count, from: .balancer, "Slots that requests reach."),
        .init(
            "ring.arc-maximum",
            .count,
            from: .balancer,
            "The most slots from one that is held to the next."
        ),
        .init(
            "ring.failed-probes",
            .count,
            from: .balancer,
            "Slots that were taken when a server looked for its own."
        ),
        .init(
            "resize",
            .number,
            statistics: ["moved-fraction", "ideal-fraction", "min-to-mean", "max-to-mean"],
            from: .balancer,
            "What one more server would do to the keys of the requests."
        ),
    ]

    private static let recovery: [MetricDefinition] = [
        .init(
            "respawn",
            .duration,
            statistics: ["count", "mean", "min", "p50", "p99", "max"],
            from: .balancer,
            "Time from the crash of a server to the first answer of the one that replaces it."
        ),
        .init("servers.crashed", .count, from: .always, "Servers that crashed."),
        .init(
            "servers.respawned",
            .count,
            from: .balancer,
            "Servers that were replaced, whether they crashed or only seemed dead."
        ),
    ]

    private static let others: [MetricDefinition] = [
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
