/// What servers behind a balancer are measured by.
extension MetricCatalog {
    static let requests: [MetricDefinition] = [
        .init(
            "requests.sent",
            .count,
            labels: ["server"],
            from: .requests,
            "Requests sent by the client."
        ),
        .init(
            "requests.unsent",
            .count,
            from: .requests,
            "Requests that were never sent, because their client had stopped."
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
        .init(
            "availability",
            .ratio,
            from: .requests,
            "Part of the requests that were answered with a status from 200 to 399."
        ),
        .init(
            "throughput",
            .number,
            from: .requests,
            "Requests completed a second, from the first that was due to the last end."
        ),
        .init(
            "workload-latency",
            .duration,
            statistics: quantiles,
            labels: ["name"],
            from: .namedRequests,
            "Latency of the workloads that have a name."
        ),
        .init(
            "workload-availability",
            .ratio,
            labels: ["name"],
            from: .namedRequests,
            "Availability of the workloads that have a name."
        ),
    ]

    static let balance: [MetricDefinition] = [
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

    static let proxy: [MetricDefinition] = [
        .init(
            "attempts",
            .count,
            labels: ["server"],
            from: .proxy,
            "Requests that the proxy sent to servers, each attempt by itself."
        ),
        .init(
            "attempts.failed",
            .count,
            labels: ["server"],
            from: .proxy,
            "Of those, the ones without an answer, or with a status of 500 or more."
        ),
        .init("attempts.retried", .count, from: .proxy, "Attempts after the first of a request."),
        .init(
            "attempts.hedged",
            .count,
            from: .proxy,
            "Attempts beside another one that took long."
        ),
        .init(
            "attempts.cross-zone",
            .count,
            from: .proxy,
            "Attempts at servers of another zone than that of their proxy."
        ),
        .init("proxy.limited", .count, from: .proxy, "Requests that a limit refused."),
        .init(
            "proxy.overflowed",
            .count,
            from: .proxy,
            "Requests and retries that were one too many for their upstream."
        ),
        .init(
            "proxy.broken",
            .count,
            from: .breaker,
            "Requests that a breaker refused."
        ),
        .init(
            "proxy.breaker-openings",
            .count,
            labels: ["upstream"],
            from: .breaker,
            "Times that a breaker opened."
        ),
        .init(
            "proxy.reloads",
            .count,
            from: .reload,
            "Configurations that the proxies read while they ran."
        ),
        .init(
            "proxy.without-server",
            .count,
            from: .proxy,
            "Times that no server could be chosen."
        ),
        .init(
            "proxy.takeovers",
            .count,
            from: .failover,
            "Times that a proxy took the address that it shares, the one at the start included."
        ),
        .init(
            "rotation.exclusions",
            .count,
            labels: ["server"],
            from: .proxy,
            "Times that the proxy left a server alone: failures, checks, an outlier, an order."
        ),
        .init(
            "rotation.returns",
            .count,
            labels: ["server"],
            from: .proxy,
            "Times that it took one back."
        ),
        .init(
            "rotation.detection",
            .duration,
            statistics: ["count", "mean", "min", "max"],
            from: .proxy,
            "Time from the crash of a server until the proxy leaves it alone, before it is back."
        ),
    ]

    static let ring: [MetricDefinition] = [
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

    static let recovery: [MetricDefinition] = [
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
}
