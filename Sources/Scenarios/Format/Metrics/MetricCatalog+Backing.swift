/// What stands behind the servers, and who may reach them, is measured by.
extension MetricCatalog {
    static let backing: [MetricDefinition] =
        database + pool + cache + [
            .init(
                "servers.limited",
                .count,
                labels: ["server"],
                from: .serverLimit,
                "Requests that the limit of a server refused."
            )
        ]

    private static let database: [MetricDefinition] = [
        .init(
            "shared-database.queries",
            .count,
            from: .sharedDatabase,
            "Queries that the shared database performed."
        ),
        .init(
            "shared-database.failed",
            .count,
            from: .sharedDatabase,
            "Queries that gave a server no answer in time, or whose connection broke."
        ),
        .init(
            "shared-database.refused",
            .count,
            from: .sharedDatabase,
            "Connections that the shared database refused, since it had too many."
        ),
        .init(
            "shared-database.connections",
            .number,
            statistics: ["mean", "min", "max"],
            from: .sharedDatabase,
            "Connections that the shared database has open."
        ),
    ]

    private static let pool: [MetricDefinition] = [
        .init(
            "pool.wait",
            .duration,
            statistics: ["count", "mean", "p50", "p99", "max"],
            from: .sharedDatabase,
            "Time that requests waited for the connection that they got; many wait for no time."
        ),
        .init(
            "pool.timeouts",
            .count,
            from: .sharedDatabase,
            "Requests that got status 503, as no connection became free in time."
        ),
        .init(
            "pool.in-use",
            .number,
            statistics: ["mean", "min", "max"],
            labels: ["server"],
            from: .sharedDatabase,
            "Connections of a server that requests use."
        ),
    ]

    private static let cache: [MetricDefinition] = [
        .init(
            "shared-cache.hits",
            .count,
            from: .sharedCache,
            "Requests whose answer was in the shared cache."
        ),
        .init(
            "shared-cache.misses",
            .count,
            from: .sharedCache,
            "Requests whose answer was not, or that could not ask."
        ),
        .init("shared-cache.hit-rate", .ratio, from: .sharedCache, "Hits, as a part of both."),
        .init(
            "shared-cache.unreachable",
            .count,
            from: .sharedCache,
            "Questions to the shared cache without an answer in time."
        ),
        .init(
            "shared-cache.evictions",
            .count,
            from: .sharedCache,
            "Entries that made room for others."
        ),
        .init(
            "shared-cache.expirations",
            .count,
            from: .sharedCache,
            "Entries whose lifetime was over."
        ),
        .init(
            "shared-cache.coalesced",
            .count,
            from: .sharedCache,
            "Requests that shared the queries of another one."
        ),
        .init(
            "shared-cache.deletions",
            .count,
            from: .sharedCache,
            "Deletions of what requests changed that the shared cache confirmed."
        ),
        .init(
            "shared-cache.deletions-lost",
            .count,
            from: .sharedCache,
            "Deletions that it did not confirm, or that were not asked for, as a change gave no "
                + "answer: an entry may be there that should not."
        ),
        .init(
            "shared-cache.late-stores",
            .count,
            from: .sharedCache,
            "Answers that were not stored, since their key was deleted, or stored, meanwhile."
        ),
    ]
}
