/// Puts into a journal what monitoring asks of a database, under the names of PostgreSQL's exporter
/// for Prometheus.
struct DatabaseMetrics: DatabaseObserver {
    private let journal: MapReduceJournal

    init(_ journal: MapReduceJournal) {
        self.journal = journal
    }

    func note(connections: Int, of server: String, at instant: VirtualInstant) {
        journal.set(key("pg_stat_activity_count", server), connections, at: instant)
    }

    func noteRefusal(by server: String, at instant: VirtualInstant) {
        journal.count(key("pg_connections_refused_total", server))
    }

    private func key(_ name: String, _ server: String) -> MetricKey {
        MetricKey(name, .init("server", server))
    }
}
