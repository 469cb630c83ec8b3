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
