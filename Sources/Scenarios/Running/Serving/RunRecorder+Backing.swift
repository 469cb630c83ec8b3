import OrderedCollections
import Simulator

/// What the database and the cache behind the servers did, and the limits of servers.
extension RunRecorder {
    func recordBacking(_ record: inout RunRecord) {
        guard let serving = cluster.serving else { return }
        let specification = cluster.cell.scenario.cluster
        if specification.servers?.limit != nil {
            for (name, meter) in serving.meters {
                record.metrics.count(
                    MetricKey("servers.limited", .init("server", name)),
                    meter.limited
                )
            }
        }
        guard let journal = serving.backing?.journal else { return }
        if specification.sharedDatabase != nil { recordDatabase(journal, &record) }
        if specification.sharedCache != nil { recordCache(journal, &record) }
    }

    private func recordDatabase(_ journal: BackingJournal, _ record: inout RunRecord) {
        let counts = journal.counts
        record.metrics.count(MetricKey("shared-database.queries"), counts.queries)
        record.metrics.count(MetricKey("shared-database.failed"), counts.failed)
        record.metrics.count(MetricKey("shared-database.refused"), counts.refused)
        record.metrics.count(MetricKey("pool.timeouts"), counts.timeouts)
        if let open = journal.open {
            record.metrics.take(open, as: MetricKey("shared-database.connections"))
        }
        if journal.waits.count > 0 {
            record.metrics.add(journal.waits, to: MetricKey("pool.wait"))
        }
        for (server, gauge) in journal.inUse {
            record.metrics.take(gauge, as: MetricKey("pool.in-use", .init("server", server)))
        }
        record.invariants["connections-in-bounds"] = .some(journal.connectionProblems.asProblem)
    }

    private func recordCache(_ journal: BackingJournal, _ record: inout RunRecord) {
        let counts = journal.counts
        for (name, count) in [
            ("hits", counts.hits), ("misses", counts.misses), ("unreachable", counts.unreachable),
            ("evictions", counts.evictions), ("expirations", counts.expirations),
            ("coalesced", counts.shared), ("deletions", counts.deletions),
            ("deletions-lost", counts.lostDeletions), ("late-stores", counts.lateStores),
        ] {
            record.metrics.count(MetricKey("shared-cache.\(name)"), count)
        }
        record.invariants["cache-tells-nothing-stale"] = .some(journal.cacheProblems.asProblem)
    }
}

extension [String] {
    /// What is wrong, in one text; nothing where nothing is.
    fileprivate var asProblem: String? { isEmpty ? nil : joined(separator: "; ") }
}
