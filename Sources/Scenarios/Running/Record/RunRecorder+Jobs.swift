import OrderedCollections
import Simulator

/// What jobs did, and whether they did it right.
extension RunRecorder {
    /// Takes over what the cluster counted, and checks every job.
    func recordJobs(_ record: inout RunRecord) {
        guard let part = cluster.mapReduce else { return }
        JobFigures(of: part, faults: injected { $0.entries } ?? [], end: outcome.instant)
            .add(to: &record.metrics)
        let history = part.cluster.history
        record.invariants["deposed-leaders-write-nothing"] = .some(
            Self.sentence(
                (disksKeepPromises ? history.findings : [])
                    + (disksKeepPromises && clocksKeepTime ? history.lateActs : [])
            )
        )
        record.tables = part.cluster.mirror.tables
        let entries = part.jobs.flatMap(\.log.entries)
        let checker = JobTablesChecker(
            part.cluster.mirror.tables,
            library: part.library,
            topics: part.topics.all,
            consumed: part.consumed,
            expectsDurability: disksKeepPromises,
            copy: part.copy
        )
        recordChecks(checker, entries, part.watch, &record)
        record.jobs = entries.map { JobRecord($0, status: checker.status(of: $0.job)) }
        if !part.jobs.isEmpty { recordClients(entries, &record) }
    }

    /// Whether no fault has a disk lose what it said to have kept: else even an end that was
    /// written down can be undone.
    private var disksKeepPromises: Bool {
        !faultKinds.contains { if case .diskLostWrites = $0 { true } else { false } }
    }

    /// Whether no fault sets a clock: else a lease may be over before its holder knows. What that
    /// one writes is refused all the same.
    private var clocksKeepTime: Bool {
        !faultKinds.contains { if case .clockSkew = $0 { true } else { false } }
    }

    private var faultKinds: [FaultKind] {
        cluster.cell.scenario.faults.flatMap { fault in
            (fault.kind.map { [$0] } ?? []) + (fault.random?.kinds ?? [])
        }
    }

    /// What the clients saw.
    private func recordClients(_ entries: [JobLog.Entry], _ record: inout RunRecord) {
        var first: VirtualInstant?
        var last = VirtualInstant.zero
        record.metrics.count(MetricKey("jobs.abandoned"), 0)
        record.metrics.count(MetricKey("results.rows"), 0)
        for entry in entries {
            first = min(first ?? entry.intended, entry.intended)
            if isAbandoned(entry) { record.metrics.count(MetricKey("jobs.abandoned")) }
            guard let outcome = entry.outcome else { continue }
            guard let results = outcome.results else { continue }
            last = max(last, outcome.endedAt)
            let rows = results.reduce(0) { $0 + $1.count { $0 == 0x0A } }
            record.metrics.count(MetricKey("results.rows"), rows)
            if entry.submission.window?.isSession == true {
                for length in SessionLengths.all(in: results) {
                    record.metrics.record(MetricKey("session-length"), length)
                }
            }
            record.metrics.record(
                MetricKey("job-latency", .init("job", entry.identifier)),
                entry.intended.duration(to: outcome.endedAt)
            )
        }
        if let first, last > first {
            record.metrics.record(MetricKey("jobs.span"), first.duration(to: last))
        }
    }

    /// Whether the client of a job waits no more, and has neither the results nor a failure.
    private func isAbandoned(_ entry: JobLog.Entry) -> Bool {
        guard let outcome = entry.outcome else { return clientStop != nil }
        return outcome.status != .failed && outcome.results == nil
    }

    /// The first findings in one sentence; nothing where there are none.
    static func sentence(_ findings: [String]) -> String? {
        guard !findings.isEmpty else { return nil }
        let shown = findings.prefix(3).joined(separator: "; ")
        return findings.count > 3 ? "\(shown); and \(findings.count - 3) more" : shown
    }
}
