import OrderedCollections
import Simulator

/// What the proxies did.
extension RunRecorder {
    func recordProxies(_ record: inout RunRecord) {
        guard let part = cluster.serving?.proxy,
            let specification = cluster.cell.scenario.cluster.proxy
        else { return }
        let journals = part.journals
        for journal in journals {
            for server in journal.servers {
                let label = MetricKey.Label("server", server.name)
                record.metrics.count(MetricKey("attempts", label), server.attempts)
                record.metrics.count(MetricKey("attempts.failed", label), server.failures)
            }
            record.metrics.count(MetricKey("attempts.retried"), journal.retries)
            record.metrics.count(MetricKey("attempts.hedged"), journal.hedges)
            record.metrics.count(MetricKey("attempts.cross-zone"), journal.crossings)
            record.metrics.count(MetricKey("proxy.limited"), journal.limited)
            record.metrics.count(MetricKey("proxy.overflowed"), journal.overflows)
            record.metrics.count(MetricKey("proxy.without-server"), journal.withoutServer)
            if !specification.reloads.isEmpty {
                record.metrics.count(MetricKey("proxy.reloads"), journal.reloads.count)
            }
            recordRotation(journal, &record)
        }
        recordBreakers(journals, specification, &record)
        if let address = part.addressJournal {
            record.metrics.count(MetricKey("proxy.takeovers"), address.takeovers)
        }
        recordAccess(journals, &record)
        let problems = journals.flatMap(\.problems)
        record.invariants["orders-obeyed"] = .some(
            problems.isEmpty ? nil : problems.joined(separator: "; ")
        )
        let brokenRules = journals.flatMap(\.brokenRules)
        record.invariants["servers-chosen-by-the-rules"] = .some(
            brokenRules.isEmpty ? nil : brokenRules.joined(separator: "; ")
        )
    }

    private func recordBreakers(
        _ journals: [ProxyJournal],
        _ specification: ProxySpecification,
        _ record: inout RunRecord
    ) {
        let names = specification.allUpstreams.map(\.upstream).filter { $0.breaker != nil }
            .map(\.name)
        guard !names.isEmpty else { return }
        for name in OrderedSet(names) {
            let openings = journals.reduce(0) { $0 + ($1.breakerOpenings[name] ?? 0) }
            let label = MetricKey.Label("upstream", name)
            record.metrics.count(MetricKey("proxy.breaker-openings", label), openings)
        }
        record.metrics.count(MetricKey("proxy.broken"), journals.reduce(0) { $0 + $1.broken })
    }

    /// The lines of all proxies, in the order of time.
    private func recordAccess(_ journals: [ProxyJournal], _ record: inout RunRecord) {
        let start = cluster.cell.scenario.start.sinceEpoch
        let entries = journals.flatMap(\.accessLog).enumerated().sorted {
            ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
        }
        record.accessLog = entries.map { _, entry in
            let since = VirtualInstant.zero.duration(to: entry.instant)
            return entry.line(time: InstantText.local(CalendarInstant(sinceEpoch: start + since)))
        }
    }

    /// Counts how often servers left the rotation, and how long each crash took to be noticed.
    private func recordRotation(_ journal: ProxyJournal, _ record: inout RunRecord) {
        record.metrics.count(MetricKey("rotation.exclusions"), 0)
        record.metrics.count(MetricKey("rotation.returns"), 0)
        for entry in journal.health {
            let name = entry.change.isExclusion ? "rotation.exclusions" : "rotation.returns"
            record.metrics.count(MetricKey(name, .init("server", entry.server)))
        }
        let entries = injected({ $0.entries }) ?? []
        for (number, crash) in entries.enumerated() where crash.endsNode {
            let end = journal.returnOfServer(after: crash, entries[(number + 1)...])
            let noticed = journal.health.first {
                $0.server == crash.subject && $0.instant >= crash.instant && $0.change.isFinding
            }
            guard let noticed, end.map({ noticed.instant < $0 }) ?? true else { continue }
            record.metrics.record(
                MetricKey("rotation.detection"),
                crash.instant.duration(to: noticed.instant)
            )
        }
    }
}

extension ProxyJournal {
    /// When a server is there again that crashed: its fault ended, something else happened to it as
    /// one that runs, or it was added anew.
    fileprivate func returnOfServer(
        after crash: FaultInjector.Entry,
        _ later: ArraySlice<FaultInjector.Entry>
    ) -> VirtualInstant? {
        let names = [Fault.crash.name, Fault.kill.name, Fault.restart.name]
        let event = later.first { entry in
            entry.subject == crash.subject
                && (names.contains(entry.event) || entry.event == "end of \(crash.event)")
        }
        let addition = health.first {
            $0.server == crash.subject && $0.instant >= crash.instant && $0.change == .added
        }
        return [event?.instant, addition?.instant].compactMap { $0 }.min()
    }
}

extension ProxyJournal.HealthChange {
    /// Whether the proxy found out by itself that the server is not well.
    fileprivate var isFinding: Bool {
        switch self {
        case .failed, .checkedUnhealthy, .ejected: true
        case .recovered, .checkedHealthy, .readmitted, .added, .removed, .drained, .down, .enabled,
            .leftOut, .reinstated:
            false
        }
    }
}
