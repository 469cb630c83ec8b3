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
        guard !part.jobs.isEmpty else { return }
        recordClients(part, &record)
        recordChecks(part, &record)
        record.jobs = part.jobs.flatMap { jobs in
            jobs.log.entries.map { JobRecord($0, cutAt: cut) }
        }
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
    private func recordClients(_ part: MapReducePart, _ record: inout RunRecord) {
        var first: VirtualInstant?
        var last = VirtualInstant.zero
        record.metrics.count(MetricKey("jobs.abandoned"), 0)
        record.metrics.count(MetricKey("results.rows"), 0)
        for entry in part.jobs.flatMap(\.log.entries) {
            first = min(first ?? entry.intended, entry.intended)
            guard let outcome = entry.outcome else { continue }
            if outcome.status == .running { record.metrics.count(MetricKey("jobs.abandoned")) }
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

    private func recordChecks(_ part: MapReducePart, _ record: inout RunRecord) {
        var wrong: [String] = []
        var unended: [String] = []
        let checker = OutputChecker(expectsDurability: disksKeepPromises)
        for entry in part.jobs.flatMap(\.log.entries) {
            guard let outcome = entry.outcome else {
                if !(cut.map { entry.deadline > $0 } ?? false) {
                    unended.append("\(entry.identifier) has no end for its client")
                }
                continue
            }
            guard let topic = part.topics.all[entry.submission.inputTopic],
                let code = try? part.library.code(for: entry.submission),
                let finding = checker.finding(in: outcome, code: code, topic: topic)
            else { continue }
            if outcome.status == .completed, !outcome.wasContradicted {
                wrong.append(finding)
            } else {
                unended.append(finding)
            }
        }
        record.invariants["output-equals-sequential-run"] = .some(Self.sentence(wrong))
        record.invariants["every-job-ends"] = .some(Self.sentence(unended))
    }

    /// The first findings in one sentence; nothing where there are none.
    private static func sentence(_ findings: [String]) -> String? {
        guard !findings.isEmpty else { return nil }
        let shown = findings.prefix(3).joined(separator: "; ")
        return findings.count > 3 ? "\(shown); and \(findings.count - 3) more" : shown
    }
}
