/// Whether more of a figure is better or worse, where that is clear.
enum FigureTrend: Equatable {
    /// The less, the better.
    case lessIsBetter
    /// The more, the better.
    case moreIsBetter
    /// The nearer to a value, the better.
    case nearness(to: Double)
    /// Nobody knows without knowing what is wanted.
    case unclear

    /// What a change from one value to another means.
    func trend(from old: Double, to new: Double) -> Change.Trend {
        let isBetter: Bool
        switch self {
        case .unclear: return .changed
        case .lessIsBetter: isBetter = new < old
        case .moreIsBetter: isBetter = new > old
        case .nearness(let wanted):
            let (before, after) = ((old - wanted).magnitude, (new - wanted).magnitude)
            if before == after { return .changed }
            isBetter = after < before
        }
        return isBetter ? .better : .worse
    }

    /// What `checks` want of the figure, by its name; else what its metric says.
    init(of reference: MetricReference, wantedBy checks: [String: FigureTrend]) {
        self = checks[reference.description] ?? Self.known(of: reference)
    }

    /// What the comparisons among conditions want of figures, by the figures' names; those of which
    /// two conditions want different things are not among them.
    static func wanted(by checks: [ResultDocument.Check]) -> [String: FigureTrend] {
        var wanted: [String: FigureTrend] = [:]
        for check in checks where check.kind == .comparison {
            guard
                case .comparison(let figure, let comparison, let value, _)? =
                    try? CheckParser.check(check.text)
            else { continue }
            let trend: FigureTrend
            switch comparison {
            case .atMost, .less: trend = .lessIsBetter
            case .atLeast, .more: trend = .moreIsBetter
            case .equal: trend = .nearness(to: value.asNumber)
            case .notEqual: trend = .unclear
            }
            let name = figure.description
            wanted[name] = wanted[name].map { $0 == trend ? trend : .unclear } ?? trend
        }
        return wanted
    }

    private static func known(of reference: MetricReference) -> FigureTrend {
        if reference.statistic == "count" { return .unclear }
        if losses.contains(reference.metric) || delays.contains(reference.metric) {
            return .lessIsBetter
        }
        // More on one server may be less on another.
        if gains.contains(reference.metric), reference.labels.isEmpty { return .moreIsBetter }
        if reference.metric == "load", let statistic = reference.statistic {
            return load[statistic] ?? .unclear
        }
        return .unclear
    }

    /// Statistics of balance.
    private static let load: [String: FigureTrend] = [
        "variance": .lessIsBetter, "stddev": .lessIsBetter, "cv": .lessIsBetter,
        "max-to-mean": .lessIsBetter, "max-to-min": .lessIsBetter, "gini": .lessIsBetter,
        "jain": .moreIsBetter,
    ]

    /// Metrics of what should not happen, and of what costs something.
    static let losses: Set<String> = [
        "requests.failed", "requests.lost", "requests.rejected", "requests.unsent",
        "attempts.failed", "calls.failed", "proxy.without-server", "shared-database.failed",
        "shared-database.refused", "pool.timeouts", "shared-cache.unreachable",
        "backups.interrupted", "clients.refused", "clients.unconnected", "clients.header-timeouts",
        "events.lost", "jobs.failed", "jobs.abandoned", "jobs.unsubmitted", "map.outputs-lost",
        "tasks.failure-ratio", "deployments.failed", "deployment.drain-timeouts",
        "scaling.drain-timeouts", "objects.unsent", "objects.undecided", "cost", "topic.lag",
    ]

    /// Metrics of how long somebody waits.
    static let delays: Set<String> = [
        "latency", "workload-latency", "object-latency", "event-latency", "job-latency",
        "job-duration", "jobs.span", "task-duration", "shuffle-duration", "pool.wait",
        "backup-time", "restore-time", "sync-time", "replication", "recovery", "failover",
        "worker-detection", "rotation.detection", "respawn", "deployment.time", "scaling.launch",
    ]

    /// Metrics of what is wanted.
    static let gains: Set<String> = [
        "requests.completed", "availability", "workload-availability", "throughput",
        "jobs.completed", "map.rate", "reduce.rate", "shared-cache.hit-rate",
    ]
}
