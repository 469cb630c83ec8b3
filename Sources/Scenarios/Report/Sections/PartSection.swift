import Simulator

/// What a part of the cluster did: a row for each run, or for each figure.
struct PartSection {
    /// What stands above.
    let title: String
    /// The metrics that belong to the part.
    let metrics: [MetricDefinition]
    /// The figures that stand beside each other in the table of a matrix, with what stands above.
    let compared: [(name: String, header: String)]

    /// What the database and the cache behind the servers did.
    static let backing = Self(
        title: "Behind the servers",
        metrics: MetricCatalog.backing.filter {
            $0.source == .sharedDatabase || $0.source == .sharedCache
        },
        compared: [
            ("shared-database.queries", "queries"),
            ("shared-database.connections.max", "connections"),
            ("shared-database.refused", "refused"), ("pool.wait.mean", "wait"),
            ("pool.wait.p99", "p99"), ("pool.timeouts", "503"),
            ("shared-cache.hit-rate", "hit rate"), ("shared-cache.evictions", "evictions"),
        ]
    )

    /// What the object store did, and its clients.
    static let objects = Self(
        title: "Objects",
        metrics: MetricCatalog.objects + MetricCatalog.events,
        compared: [
            ("objects.completed", "completed"), ("objects.conflicts", "conflicts"),
            ("objects.failed", "failed"), ("objects.retries", "retries"),
            ("store.throttled", "throttled"), ("store.partitions", "partitions"),
            ("object-latency.p50", "p50"), ("object-latency.p99", "p99"),
            ("replication.p99", "replicated"), ("events.delivered", "events"),
        ]
    )

    /// What became of messages, and what the queue did.
    static let messages = Self(
        title: "Messages",
        metrics: MetricCatalog.messages,
        compared: [
            ("messages.sent", "sent"), ("messages.acknowledged", "acknowledged"),
            ("messages.failed", "failed"), ("messages.delivered", "delivered"),
            ("messages.lost", "lost"), ("messages.repeated", "repeated"),
            ("messages.duplicated", "duplicated"), ("queue.elections", "elections"),
            ("queue.moved", "moved"), ("message-latency.p50", "p50"),
            ("message-latency.p99", "p99"),
        ]
    )

    /// What became of backups, restores and the sync.
    static let backups = Self(
        title: "Backups",
        metrics: MetricCatalog.storage,
        compared: [
            ("backups.complete", "complete"), ("backups.partial", "partial"),
            ("backups.failed", "failed"), ("backup-time.p50", "backup p50"),
            ("restores.completed", "restores"), ("sync.completed", "rounds"),
            ("sync.failed", "rounds failed"), ("sync-time.p50", "round p50"),
        ]
    )

    /// All figures of a run that has the part, those of all labels together; what there is none of
    /// has no value, and is not shown.
    func figures(of cell: ResultDocument.Cell) -> [Figure] {
        metrics.filter { cell.figures.has($0.name) }.flatMap { metric in
            metric.figures.compactMap { name in
                Self.reference(to: name).map {
                    Figure(reference: $0, value: cell.figures.value(of: $0))
                }
            }
        }
    }

    private static func reference(to name: String) -> MetricReference? {
        guard let (metric, statistic) = MetricCatalog.figure(named: name) else { return nil }
        return MetricReference(
            metric: metric.name,
            statistic: statistic,
            labels: [],
            unit: metric.unit(of: statistic)
        )
    }

    /// The section, where any run has the part.
    func sections(of result: ResultDocument) -> [ReportSection] {
        guard result.cells.contains(where: { !figures(of: $0).isEmpty }) else { return [] }
        let table = result.isMatrix ? comparison(of: result) : list(of: result.cells[0])
        return [ReportSection(title: title, table: table)]
    }

    private func list(of cell: ResultDocument.Cell) -> ReportTable {
        ReportTable(
            columns: [.init(header: "figure", isNumeric: false), .init(header: "value")],
            rows: figures(of: cell).filter { $0.value != nil }.map {
                [$0.reference.description, FigureText.value($0.value, of: $0.reference)]
            },
            keyCount: 2
        )
    }

    private func comparison(of result: ResultDocument) -> ReportTable {
        let names = MatrixColumns(of: result)
        let all = result.cells.map { figures(of: $0).filter { $0.value != nil } }
        let shown = compared.compactMap { name, header in
            Self.reference(to: name).map { (reference: $0, header: header) }
        }.filter { figure in
            all.contains { $0.contains { $0.reference == figure.reference } }
        }
        return ReportTable(
            columns: [.init(header: "", isNumeric: false)] + shown.map { .init(header: $0.header) },
            rows: all.enumerated().map { index, own in
                [names.name(of: index, without: "")]
                    + shown.map { figure in
                        let found = own.first { $0.reference == figure.reference }
                        return FigureText.value(found?.value, of: figure.reference)
                    }
            }
        )
    }
}
