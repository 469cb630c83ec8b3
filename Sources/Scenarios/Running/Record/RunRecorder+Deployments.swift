import OrderedCollections
import Simulator

/// What deployments did.
extension RunRecorder {
    func recordDeployments(_ record: inout RunRecord) {
        guard !cluster.deployments.isEmpty else { return }
        let results: [DeploymentResult] = [.completed, .rolledBack, .failed]
        for result in results { record.metrics.count(Self.key(of: result), 0) }
        record.metrics.count(MetricKey("deployment.fallbacks"), 0)
        record.metrics.count(MetricKey("deployment.drain-timeouts"), 0)
        for deployment in cluster.deployments {
            if let end = deployment.journal.end { record.metrics.count(Self.key(of: end.result)) }
            for (server, time) in deployment.journal.times {
                record.metrics.record(MetricKey("deployment.time", .init("server", server)), time)
            }
            for entry in deployment.journal.entries { record.metrics.count(entry.event) }
        }
        let problems = cluster.deployments.compactMap(\.problem)
        record.invariants["deployment-in-turn"] = .some(
            problems.isEmpty ? nil : problems.joined(separator: "; ")
        )
    }

    private static func key(of result: DeploymentResult) -> MetricKey {
        switch result {
        case .completed: MetricKey("deployments.completed")
        case .rolledBack: MetricKey("deployments.rolled-back")
        case .failed: MetricKey("deployments.failed")
        }
    }

    /// What is told of deployments in the timeline.
    var deploymentEntries: [RunRecord.TimelineEntry] {
        cluster.deployments.enumerated().flatMap { number, deployment in
            let told = deployment.journal.entries.filter { $0.event != .confirmed }
            let entries = told.map {
                RunRecord.TimelineEntry(
                    instant: $0.instant,
                    subject: $0.server,
                    event: $0.event.description
                )
            }
            guard let end = deployment.journal.end else { return entries }
            return entries + [
                .init(
                    instant: end.instant,
                    subject: Scenario.deployerName(number),
                    event: end.result.rawValue
                )
            ]
        }
    }
}

extension Metrics {
    fileprivate mutating func count(_ event: DeploymentJournal.Event) {
        switch event {
        case .transferred(let way):
            count(MetricKey("deployment.transfers", .init("way", way.rawValue)))
        case .transferFailed: count(MetricKey("deployment.fallbacks"))
        case .drainTimedOut: count(MetricKey("deployment.drain-timeouts"))
        default: break
        }
    }
}
