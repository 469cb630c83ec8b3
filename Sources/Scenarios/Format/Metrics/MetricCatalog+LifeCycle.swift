/// What comes and goes behind a proxy is measured by.
extension MetricCatalog {
    static let deployment: [MetricDefinition] = [
        .init(
            "deployments.completed",
            .count,
            from: .deploy,
            "Deployments after which all servers had the new version."
        ),
        .init(
            "deployments.rolled-back",
            .count,
            from: .deploy,
            "Deployments of a bad version, after which all servers had the old one."
        ),
        .init(
            "deployments.failed",
            .count,
            from: .deploy,
            "Deployments that could not be carried out: a server was not reached, or not well."
        ),
        .init(
            "deployment.time",
            .duration,
            statistics: ["count", "mean", "min", "max"],
            labels: ["server"],
            from: .deploy,
            "Time from the turn of a server until it has stood the test."
        ),
        .init(
            "deployment.transfers",
            .count,
            labels: ["way"],
            from: .deploy,
            "Packages that arrived."
        ),
        .init(
            "deployment.fallbacks",
            .count,
            from: .deploy,
            "Packages that did not arrive, so that another way was tried."
        ),
        .init(
            "deployment.drain-timeouts",
            .count,
            from: .deploy,
            "Servers that were restarted with requests, since their time was over."
        ),
    ]

    static let scaling: [MetricDefinition] = [
        .init(
            "servers.in-service",
            .number,
            statistics: ["mean", "min", "max"],
            from: .autoscaler,
            "Servers that are in service."
        ),
        .init(
            "server.utilisation",
            .ratio,
            labels: ["server"],
            from: .serverUse,
            "Part of the time of its processors for which a server was busy, while it was up."
        ),
        .init("scaling.out", .count, from: .autoscaler, "Decisions to have more servers."),
        .init("scaling.in", .count, from: .autoscaler, "Decisions to have fewer servers."),
        .init(
            "scaling.launch",
            .duration,
            statistics: ["count", "mean", "min", "max"],
            from: .autoscaler,
            "Time from a decision until a server that it added is in service."
        ),
        .init(
            "scaling.drain-timeouts",
            .count,
            from: .autoscaler,
            "Servers that were stopped with requests, since their time was over."
        ),
    ]
}
