import OrderedCollections
import Simulator

/// Makes the record of a run from what the parts of its cluster logged.
///
/// What concerns the ring stands in `RunRecorder+Placement.swift`, jobs in `RunRecorder+Jobs.swift`
/// and `RunRecorder+JobChecks.swift`, what the client did not do in `RunRecorder+Loads.swift`, the
/// timeline and the notes of faults in `RunRecorder+Timeline.swift`.
struct RunRecorder {
    let cluster: ScenarioCluster
    let outcome: RunOutcome
    /// What the record keeps beside what every report shows.
    let details: RunDetails
    /// What was read while the run went on; nothing where nobody looks at charts.
    let samples: SampleTable?

    func record() -> RunRecord {
        var record = RunRecord(seed: cluster.cell.seed, outcome: outcome)
        record.expectedShares = cluster.placement?.shares()
        record.placementFigures = placementFigures()
        recordRequests(&record)
        recordCalls(&record)
        recordServers(&record)
        recordProxies(&record)
        recordClients(&record)
        recordDeployments(&record)
        recordScaling(&record)
        recordBacking(&record)
        recordJobs(&record)
        recordObjects(&record)
        recordBackups(&record)
        recordMessages(&record)
        recordLoads(&record)
        recordNetwork(&record.metrics)
        recordPlaces(&record.places)
        record.isSampleOfShares = isSampleOfShares(record.metrics)
        let entries = timeline(with: record.timeline)
        record.timeline = Array(entries.prefix(RunRecord.timelineMaximum))
        record.timelineOmitted += entries.count - record.timeline.count
        record.timelineOmitted += injected { $0.omittedEntries } ?? 0
        record.injections = injected { $0.injections } ?? []
        record.notes = idleNotes() + record.notes
        recordDetails(&record)
        if let samples { record.observations = observations(record, samples) }
        return record
    }

    /// What `read` finds in the injector; nothing where there are no faults.
    func injected<Value: Sendable>(_ read: (isolated FaultInjector) -> Value) -> Value? {
        cluster.injector.map { cluster.simulation.inspect($0, read) }
    }

    // MARK: Requests

    private func recordRequests(_ record: inout RunRecord) {
        guard !cluster.logs.isEmpty else { return }
        // A client that stands still for good gave its requests up, as one that crashed did.
        let cut = [cut, clientPause].compactMap { $0 }.min()
        var tally = RequestTally(
            of: cluster.cell.scenario.cluster.serverNames,
            gateway: cluster.cell.scenario.cluster.proxy == nil
                ? ClusterSpecification.balancerName : ClusterSpecification.proxyName
        )
        for (log, start) in zip(cluster.logs, cluster.countedFrom) {
            for entry in log.entries {
                tally.add(entry, isCounted: entry.intended >= start, cutAt: cut)
            }
        }
        tally.count(in: &record.metrics)
        for (number, name) in cluster.logNames.enumerated() {
            if let name { record.metrics.add(countedEntries(of: number), of: name) }
        }
        recordSpan(&record.metrics)
        let proxied = cluster.serving?.proxy?.journals.reduce(0) { $0 + $1.retries } ?? 0
        record.metrics.count(MetricKey("requests.retried"), cluster.journal.retries + proxied)
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

    /// The requests of a log that began after the warm-up; logs are in the order of time.
    private func countedEntries(of log: Int) -> ArraySlice<RequestLog.Entry> {
        let start = cluster.countedFrom[log]
        return cluster.logs[log].entries.drop { $0.intended < start }
    }

    /// The time from the first request that was due to the last end of one, after the warm-up.
    private func recordSpan(_ metrics: inout Metrics) {
        let entries = cluster.logs.indices.lazy.flatMap { countedEntries(of: $0) }
        guard let first = entries.map(\.intended).min() else { return }
        let last = entries.compactMap { $0.first?.instant }.max() ?? first
        metrics.record(MetricKey("requests.span"), first.duration(to: last))
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
                let expectation = (specification.expect ?? CallExpectation())
                    .filled(script.captured)
                let unsent = script.unsent[number].map { "nothing was captured as '\($0)'" }
                let problem = unsent ?? expectation.check(result)
                let received = unsent ?? expectation.received(result)
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

    // MARK: Coverage

    private func recordPlaces(_ places: inout OrderedDictionary<String, Int>) {
        let reached = cluster.simulation.reachedPlaces
        for place in CoverageCatalog.places(of: cluster.cell.scenario) {
            places[place.name] = reached[place.name] ?? 0
        }
    }

    // MARK: The network

    private func recordNetwork(_ metrics: inout Metrics) {
        let traffic = cluster.network.traffic
        metrics.count(MetricKey("network.messages"), traffic.sent)
        metrics.count(MetricKey("network.lost"), traffic.lost)
        metrics.count(MetricKey("network.duplicated"), traffic.duplicated)
    }
}

extension Metrics {
    /// Counts the requests of a workload that has a name, and records their latencies.
    fileprivate mutating func add(_ entries: ArraySlice<RequestLog.Entry>, of name: String) {
        let label = MetricKey.Label("name", name)
        count(MetricKey("workload.sent", label), entries.count)
        for entry in entries {
            guard let end = entry.first, case .response(let status, _) = end.end,
                (200..<400).contains(status)
            else { continue }
            count(MetricKey("workload.completed", label))
            record(MetricKey("workload-latency", label), entry.intended.duration(to: end.instant))
        }
    }
}
