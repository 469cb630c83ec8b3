import OrderedCollections
import Simulator

/// Makes the record of a run from what the parts of its cluster logged.
///
/// What concerns the ring stands in `RunRecorder+Placement.swift`, jobs in
/// `RunRecorder+Jobs.swift`, the timeline and the notes in `RunRecorder+Timeline.swift`.
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
        recordJobs(&record)
        recordNetwork(&record.metrics)
        record.isSampleOfShares = isSampleOfShares(record.metrics)
        let entries = timeline(with: record.timeline)
        record.timeline = Array(entries.prefix(RunRecord.timelineMaximum))
        record.timelineOmitted += entries.count - record.timeline.count
        record.timelineOmitted += injected { $0.omittedEntries } ?? 0
        record.notes = faultNotes()
        return record
    }

    /// What `read` finds in the injector; nothing where there are no faults.
    func injected<Value: Sendable>(_ read: (isolated FaultInjector) -> Value) -> Value? {
        cluster.injector.map { cluster.simulation.inspect($0, read) }
    }

    // MARK: Requests

    private func recordRequests(_ record: inout RunRecord) {
        guard !cluster.logs.isEmpty else { return }
        for name in cluster.cell.scenario.cluster.serverNames {
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
    var cut: VirtualInstant? {
        outcome.ending == .deadline ? outcome.instant : nil
    }

    /// Counts the calls; those that say what they expect become results, and those that failed
    /// entries of the timeline.
    private func recordCalls(_ record: inout RunRecord) {
        guard !cluster.scripts.isEmpty else { return }
        record.metrics.count(MetricKey("calls.retried"), cluster.journal.keylessRetries)
        record.metrics.count(MetricKey("calls.rejected"), cluster.journal.keylessRejections)
        for (script, specifications) in cluster.scripts {
            for (number, specification) in specifications.enumerated() {
                let result = script.results[number]
                let expectation = specification.expect ?? CallExpectation()
                let problem = expectation.check(result)
                let received = CallExpectation.received(result)
                record.metrics.count(MetricKey(problem == nil ? "calls.passed" : "calls.failed"))
                if specification.expect != nil {
                    record.calls.append(
                        .init(text: specification.text, problem: problem, received: received)
                    )
                }
                guard problem != nil else { continue }
                record.timeline.append(
                    .init(
                        instant: .zero.advanced(by: specification.at),
                        subject: specification.requestText,
                        event: "failed: \(received)"
                    )
                )
            }
        }
    }

    // MARK: Servers

    private func recordServers(_ record: inout RunRecord) {
        let crashes = injected { $0.crashes } ?? []
        let crashed = crashes.first { $0.role == FaultRole.server.rawValue }?.count ?? 0
        record.metrics.count(MetricKey("servers.crashed"), crashed)
        guard cluster.placement != nil else { return }
        for start in cluster.journal.starts where start.replaced != nil {
            record.metrics.count(MetricKey("servers.respawned"))
            guard let crash = start.crash else { continue }
            record.metrics.record(MetricKey("respawn"), crash.duration(to: start.instant))
        }
        recordMovement(&record)
        recordResize(&record.metrics)
        recordRestoration(&record)
    }

    /// Whether as many servers of the ring are up as there should be.
    private func recordRestoration(_ record: inout RunRecord) {
        let first = cluster.cell.scenario.cluster.serverNames
        let expected = first.count + cluster.journal.scaling
        let members = cluster.journal.placementChanges.last?.serving ?? first
        let count = members.count { cluster.simulation.node(named: $0)?.isAlive ?? false }
        let problem = cluster.placement.flatMap {
            BalancerChecker.checkMembers(cluster.journal, from: $0)
        }
        record.invariants["servers-restored"] = .some(
            count == expected ? problem : "\(count) of \(expected) servers answer at the end"
        )
    }

    // MARK: The network

    private func recordNetwork(_ metrics: inout Metrics) {
        let traffic = cluster.network.traffic
        metrics.count(MetricKey("network.messages"), traffic.sent)
        metrics.count(MetricKey("network.lost"), traffic.lost)
        metrics.count(MetricKey("network.duplicated"), traffic.duplicated)
    }
}

extension MetricKey {
    fileprivate static func completed(server: String, status: Int) -> MetricKey {
        MetricKey("requests.completed", .init("server", server), .init("status", String(status)))
    }
}

extension Metrics {
    /// Counts one request by how it ended, and records its latency; an answer that is no success
    /// and no redirection is a failure.
    ///
    /// - Parameter cut: When the run was cut short, if it was.
    fileprivate mutating func add(_ entry: RequestLog.Entry, cutAt cut: VirtualInstant?) {
        let isUnderWay = cut.map { entry.isUnderWay(at: $0) } ?? false
        count(MetricKey("requests.sent"))
        count(MetricKey("requests.lost"), entry.ends.isEmpty && !isUnderWay ? 1 : 0)
        count(MetricKey("requests.failed"), 0)
        guard let end = entry.ends.first else { return }
        switch end.end {
        case .response(let status, let server) where (200..<400).contains(status):
            let name = server ?? ClusterSpecification.balancerName
            count(.completed(server: name, status: status))
            record(
                MetricKey("latency", .init("server", name)),
                entry.intended.duration(to: end.instant)
            )
        case .response(let status, let server):
            let label = MetricKey.Label("status", String(status))
            guard let server else { return count(MetricKey("requests.failed", label)) }
            count(MetricKey("requests.failed", .init("server", server), label))
        case .error(let error):
            count(MetricKey("requests.failed", .init("status", error.description)))
        }
    }
}
