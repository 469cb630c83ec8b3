import OrderedCollections
import Simulator

/// Makes the record of a run from what the parts of its cluster logged.
struct RunRecorder {
    let cluster: ScenarioCluster
    let outcome: RunOutcome

    func record() -> RunRecord {
        var record = RunRecord(seed: cluster.cell.seed, outcome: outcome)
        record.expectedShares = cluster.placement?.shares()
        record.placementFigures = placementFigures()
        recordRequests(&record)
        recordCalls(&record)
        recordServers(&record)
        recordNetwork(&record.metrics)
        record.timeline = timeline()
        return record
    }

    // MARK: Requests

    private func recordRequests(_ record: inout RunRecord) {
        guard !cluster.logs.isEmpty else { return }
        for name in cluster.cell.scenario.cluster.servers.allNames {
            record.metrics.count(.completed(server: name, status: 200), 0)
        }
        for log in cluster.logs {
            for entry in log.entries { record.metrics.add(entry, cutAt: cut) }
        }
        record.metrics.count(MetricKey("requests.retried"), cluster.journal.retries)
        for (server, count) in cluster.journal.rejections {
            record.metrics.count(
                MetricKey("requests.rejected", .init("server", server)),
                count
            )
        }
        let problems = cluster.logs.compactMap { RequestChecker.check($0, cutAt: cut) }
        let problem = problems.isEmpty ? nil : problems.joined(separator: "; ")
        record.invariants["every-request-answered-once"] = .some(problem)
        let lost = record.metrics.total("requests.lost")
        record.invariants["no-request-lost"] = .some(
            lost == 0 ? nil : "\(lost) requests have no end"
        )
    }

    /// When the run was cut short, if it was.
    private var cut: VirtualInstant? {
        outcome.ending == .deadline ? outcome.instant : nil
    }

    private func recordCalls(_ record: inout RunRecord) {
        for (script, expectations) in cluster.scripts {
            for (number, expectation) in expectations.enumerated() {
                let problem = expectation.check(script.results[number])
                record.metrics.count(MetricKey(problem == nil ? "calls.passed" : "calls.failed"))
                guard let problem else { continue }
                let request = script.calls[number].request
                record.timeline.append(
                    .init(
                        instant: .zero.advanced(by: script.calls[number].instant),
                        subject: "\(request.method.rawValue) \(request.path)",
                        event: problem
                    )
                )
            }
        }
    }

    // MARK: Servers

    private func recordServers(_ record: inout RunRecord) {
        var crashed = 0
        if let injector = cluster.injector {
            let crashes = cluster.simulation.inspect(injector) { $0.crashes }
            crashed = crashes.first { $0.role == FaultRole.server.rawValue }?.count ?? 0
        }
        record.metrics.count(MetricKey("servers.crashed"), crashed)
        guard cluster.placement != nil else { return }
        for start in cluster.journal.starts {
            guard let dead = start.replaced, let crash = lastCrash(of: dead, before: start.instant)
            else { continue }
            record.metrics.count(MetricKey("servers.respawned"))
            record.metrics.record(MetricKey("respawn"), crash.duration(to: start.instant))
        }
        recordMovement(&record)
        recordRestoration(&record)
    }

    private func lastCrash(of name: String, before instant: VirtualInstant) -> VirtualInstant? {
        guard let crash = cluster.simulation.node(named: name)?.lastCrash, crash <= instant else {
            return nil
        }
        return crash
    }

    /// Counts, over the keys of the requests, those whose server each change of the ring changed.
    private func recordMovement(_ record: inout RunRecord) {
        guard let first = cluster.placement else { return }
        let keys = cluster.logs.flatMap { $0.entries.map(\.key) }
        let movement = BalancerChecker.movement(of: keys, cluster.journal, from: first)
        record.metrics.count(MetricKey("keys.moved"), movement.moved)
        record.metrics.count(MetricKey("keys.moved-from-others"), movement.movedFromOthers)
        record.metrics.count(MetricKey("keys.compared"), movement.compared)
        record.invariants["keys-move-only-from-the-dead"] = .some(movement.problem)
    }

    private func recordRestoration(_ record: inout RunRecord) {
        let first = cluster.cell.scenario.cluster.servers.count
        let expected = first + cluster.journal.scaling
        let count = cluster.journal.placementChanges.last?.serving.count ?? first
        let members = cluster.placement.flatMap {
            BalancerChecker.checkMembers(cluster.journal, from: $0)
        }
        record.invariants["servers-restored"] = .some(
            count == expected ? members : "\(count) of \(expected) servers answer at the end"
        )
    }

    // MARK: The rest

    private func recordNetwork(_ metrics: inout Metrics) {
        let traffic = cluster.network.traffic
        metrics.count(MetricKey("network.messages"), traffic.sent)
        metrics.count(MetricKey("network.lost"), traffic.lost)
        metrics.count(MetricKey("network.duplicated"), traffic.duplicated)
    }

    private func placementFigures() -> OrderedDictionary<String, String> {
        var figures: OrderedDictionary<String, String> = [:]
        guard let placement = cluster.placement else { return figures }
        figures["algorithm"] = placement.name
        guard let ring = placement as? SlotRing else { return figures }
        figures["slots"] = String(ring.settings.slots)
        figures["slots occupied"] = String(ring.occupiedSlots)
        figures["failed probes"] = String(ring.failedProbes)
        figures["largest arc"] = String(ring.arcMaximum)
        figures["slots that requests reach"] = String(ring.distinctRequestSlots)
        return figures
    }

    private func timeline() -> [RunRecord.TimelineEntry] {
        var entries: [RunRecord.TimelineEntry] = []
        if let injector = cluster.injector {
            entries += cluster.simulation.inspect(injector) { $0.entries }.map {
                .init(instant: $0.instant, subject: $0.subject, event: $0.event)
            }
        }
        for change in cluster.journal.placementChanges {
            if let left = change.left {
                entries.append(
                    .init(instant: change.instant, subject: left, event: "left the ring")
                )
            }
            if let joined = change.joined {
                entries.append(
                    .init(instant: change.instant, subject: joined, event: "joined the ring")
                )
            }
        }
        for (instant, error) in cluster.journal.errors {
            entries.append(.init(instant: instant, subject: "balancer", event: error.description))
        }
        return entries.enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
            .map(\.element)
    }
}

extension MetricKey {
    fileprivate static func completed(server: String, status: Int) -> MetricKey {
        MetricKey("requests.completed", .init("server", server), .init("status", String(status)))
    }
}

extension Metrics {
    /// Counts one request by how it ended, and records its latency.
    ///
    /// - Parameter cut: When the run was cut short, if it was.
    fileprivate mutating func add(_ entry: RequestLog.Entry, cutAt cut: VirtualInstant?) {
        let isUnderWay = cut.map { entry.isUnderWay(at: $0) } ?? false
        count(MetricKey("requests.sent"))
        count(MetricKey("requests.lost"), entry.ends.isEmpty && !isUnderWay ? 1 : 0)
        count(MetricKey("requests.failed"), 0)
        guard let end = entry.ends.first else { return }
        switch end.end {
        case .response(let status, let server) where status < 500:
            let name = server ?? ClusterSpecification.balancerName
            count(.completed(server: name, status: status))
            record(
                MetricKey("latency", .init("server", name)),
                entry.intended.duration(to: end.instant)
            )
        case .response(let status, _):
            count(MetricKey("requests.failed", .init("status", String(status))))
        case .error(let error):
            count(MetricKey("requests.failed", .init("status", error.description)))
        }
    }
}
