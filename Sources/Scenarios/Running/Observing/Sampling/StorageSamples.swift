import OrderedCollections
import Simulator

/// The counts of MapReduce, under the names that monitoring has for them.
struct MapReduceSamples: SampledPart {
    let journal: MapReduceJournal
    /// The column of each counter, in the order in which the counters came.
    private var columns: [Int] = []

    /// Counters that are there from the start, as those of real systems are.
    private static let standing: [MetricKey] = {
        let jobs = ["submitted", "completed", "failed"].map {
            MetricKey("mapreduce_jobs_\($0)_total")
        }
        let tasks = ["failed", "lost"].flatMap { end in
            TaskKind.allCases.map { kind in
                MetricKey(
                    "mapreduce_tasks_\(end)_total",
                    .init("type", kind.rawValue.lowercased())
                )
            }
        }
        return jobs + tasks
    }()

    init(_ journal: MapReduceJournal) {
        self.journal = journal
    }

    mutating func read(into table: inout SampleTable, at instant: VirtualInstant) {
        for key in Self.standing { _ = table.column(key) }
        let counters = journal.metrics.counters
        while columns.count < counters.count {
            columns.append(table.column(counters.keys[columns.count]))
        }
        for (column, count) in zip(columns, counters.values) { table.set(column, count) }
    }
}

/// What a queue took in and gave out, and what groups have still to read.
struct QueueSamples: SampledPart {
    let journal: QueueJournal
    let log: MessageLog

    func read(into table: inout SampleTable, at instant: VirtualInstant) {
        table.set(table.column(MetricKey("queue.appended")), journal.appended)
        table.set(table.column(MetricKey("queue.bytes")), journal.bytes)
        table.set(table.column(MetricKey("queue.elections")), journal.elections)
        table.set(table.column(MetricKey("queue.rebalances")), journal.rebalances)
        table.set(table.column(MetricKey("messages.processed")), log.delivered)
        table.set("message-latency", [], log.latencies)
        for lag in journal.lags {
            let key = MetricKey(
                "kafka_consumergroup_lag",
                .init("consumergroup", lag.group),
                .init("topic", lag.topic)
            )
            table.set(table.column(key), lag.messages)
        }
    }
}

/// What the regions of an object store did.
struct ObjectStoreSamples: SampledPart {
    let regions: [(name: String, region: ObjectStoreRegion)]

    func read(into table: inout SampleTable, at instant: VirtualInstant) {
        for (name, region) in regions {
            let journal = region.journal
            let label = MetricKey.Label("region", name)
            for kind in ObjectStoreOperation.Kind.allCases {
                let key = MetricKey("store.requests", label, .init("kind", kind.rawValue))
                table.set(table.column(key), journal.requests[kind])
            }
            for (name, count) in [
                ("throttled", journal.throttled), ("bytes-in", journal.bytesIn),
                ("bytes-out", journal.bytesOut),
                ("partitions", journal.partitions.last?.count ?? 0),
            ] {
                table.set(table.column(MetricKey("store.\(name)", label)), count)
            }
            table.set("replication", [label], journal.replicationTimes)
        }
    }
}

/// What backups and the sync beside them did.
struct BackupSamples: SampledPart {
    let backup: BackupJournal
    let sync: SyncJournal?

    func read(into table: inout SampleTable, at instant: VirtualInstant) {
        for (name, count) in [
            ("begun", backup.counts.begun), ("complete", backup.counts.complete),
            ("partial", backup.counts.partial), ("failed", backup.counts.failed),
            ("uploads", backup.counts.uploads), ("expired", backup.counts.expired),
            ("swept", backup.counts.swept),
        ] {
            table.set(table.column(MetricKey("backups.\(name)")), count)
        }
        table.set(table.column(MetricKey("restores.completed")), backup.counts.restores)
        guard let sync else { return }
        for (name, count) in [
            ("uploads", sync.counts.uploads), ("bytes", sync.counts.bytes),
            ("removals", sync.counts.removals), ("failed", sync.counts.failed),
        ] {
            table.set(table.column(MetricKey("sync.\(name)")), count)
        }
    }
}
