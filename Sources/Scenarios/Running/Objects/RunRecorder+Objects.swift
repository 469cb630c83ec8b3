import OrderedCollections
import Simulator

/// What the object store did, and whether it kept its promises.
extension RunRecorder {
    func recordObjects(_ record: inout RunRecord) {
        guard let part = cluster.objects else { return }
        for (name, region) in part.regions {
            record.metrics.add(region.journal, of: name)
        }
        recordCosts(of: part, &record.metrics)
        recordEvents(of: part, &record)
        guard !part.loads.isEmpty else { return }
        for load in part.loads { record.metrics.add(load.log, load.client.counts) }
        recordHistories(of: part, &record)
        var problems = part.loads.flatMap(\.log.wrongBytes)
        for load in part.loads { problems += load.history?.baselessAcknowledgements ?? [] }
        for bucket in part.specification.buckets {
            problems +=
                part.region(ofBucket: bucket.name)?.store
                .findAlteredObjects(of: bucket.name) ?? []
        }
        record.invariants["objects-intact"] = .some(Self.sentence(problems))
    }

    private func recordHistories(of part: ObjectStorePart, _ record: inout RunRecord) {
        var seen: Set<String> = []
        var violations: [String] = []
        var undecided = 0
        var hasHistory = false
        for load in part.loads where seen.insert(load.bucket).inserted {
            guard let history = load.history, let region = part.region(ofBucket: load.bucket) else {
                continue
            }
            hasHistory = true
            history.close { region.store.currentTag(of: $0, in: load.bucket) }
            let findings = history.check()
            violations += findings.violations
            undecided += findings.undecided
        }
        guard hasHistory else {
            return record.notes.append(
                "`history: false` records nothing: whether objects are linearizable is not judged"
            )
        }
        record.metrics.count(MetricKey("objects.undecided"), undecided)
        record.invariants["objects-linearizable"] = .some(Self.sentence(violations))
    }
}

extension Metrics {
    /// What a region did.
    fileprivate mutating func add(_ journal: ObjectStoreJournal, of region: String) {
        let label = MetricKey.Label("region", region)
        for kind in ObjectStoreOperation.Kind.allCases {
            count(
                MetricKey("store.requests", label, .init("kind", kind.rawValue)),
                journal.requests[kind]
            )
        }
        for (name, number) in [
            ("throttled", journal.throttled), ("bytes-in", journal.bytesIn),
            ("bytes-out", journal.bytesOut),
            ("partitions", journal.partitions.last?.count ?? 0),
            ("replications-failed", journal.failedReplications),
        ] {
            count(MetricKey("store.\(name)", label), number)
        }
        if journal.replicationTimes.count > 0 {
            add(journal.replicationTimes, to: MetricKey("replication", label))
        }
    }

    /// What the clients of a workload saw.
    fileprivate mutating func add(_ log: ObjectLog, _ counts: ObjectStoreClient.Counts) {
        for (action, tally) in ActionTally.tallies(of: log) { add(tally, of: action) }
        for (name, number) in [
            ("attempts", counts.attempts), ("retries", counts.retries),
            ("slow-downs", counts.throttled), ("errors", counts.failed),
            ("unanswered", counts.unanswered), ("corrupt", counts.corrupt),
            ("met-themselves", counts.metThemselves),
        ] {
            count(MetricKey("objects.\(name)"), number)
        }
    }

    private mutating func add(_ tally: ActionTally, of action: ObjectAction) {
        guard tally.sent > 0 else { return }
        let label = MetricKey.Label("action", action.rawValue)
        count(MetricKey("objects.sent", label), tally.sent)
        if tally.completed > 0 {
            count(MetricKey("objects.completed", label), tally.completed)
            count(MetricKey("objects.bytes", label), tally.bytes)
            add(tally.latencies, to: MetricKey("object-latency", label))
        }
        if tally.conflicts > 0 { count(MetricKey("objects.conflicts", label), tally.conflicts) }
        if tally.failed > 0 { count(MetricKey("objects.failed", label), tally.failed) }
    }
}

/// What became of the operations of one kind.
private struct ActionTally {
    var sent = 0
    var completed = 0
    var bytes = 0
    var conflicts = 0
    var failed = 0
    var latencies = DurationHistogram()

    /// What became of all operations of a log: one pass, for logs are long.
    static func tallies(of log: ObjectLog) -> [(ObjectAction, ActionTally)] {
        let actions = ObjectAction.allCases
        var tallies = actions.map { _ in ActionTally() }
        var (last, place) = (actions[0], 0)
        for entry in log.entries {
            if entry.action != last, let next = actions.firstIndex(of: entry.action) {
                (last, place) = (entry.action, next)
            }
            tallies[place].note(entry)
        }
        return Array(zip(actions, tallies))
    }

    private mutating func note(_ entry: ObjectLog.Entry) {
        sent += 1
        guard let end = entry.end else { return }
        switch end.end {
        case .done:
            completed += 1
            bytes += entry.bytes
            latencies.record(entry.intended.duration(to: end.instant))
        case .conflict: conflicts += 1
        case .refused, .unavailable, .interrupted: failed += 1
        }
    }
}
