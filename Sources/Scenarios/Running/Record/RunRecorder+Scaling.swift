import OrderedCollections
import Simulator

/// What an autoscaler did.
extension RunRecorder {
    func recordScaling(_ record: inout RunRecord) {
        guard let serving = cluster.serving, let scaling = serving.scaling else { return }
        let journal = scaling.journal
        if let servers = journal.servers {
            record.metrics.take(servers, as: MetricKey("servers.in-service"))
        }
        recordUse(of: serving.meters, &record)
        record.metrics.count(MetricKey("scaling.out"), journal.actions.count { $0.change > 0 })
        record.metrics.count(MetricKey("scaling.in"), journal.actions.count { $0.change < 0 })
        record.metrics.count(
            MetricKey("scaling.drain-timeouts"),
            journal.stops.count(where: \.isForced)
        )
        if journal.launches.count > 0 {
            record.metrics.add(journal.launches, to: MetricKey("scaling.launch"))
        }
        record.invariants["scaling-in-bounds"] = .some(scaling.problem)
    }

    /// Counts how long the processors of each server were up and busy.
    func recordUse(of meters: OrderedDictionary<String, ServerMeter>, _ record: inout RunRecord) {
        for (name, meter) in meters {
            let times = meter.times(until: outcome.instant)
            let label = MetricKey.Label("server", name)
            record.metrics.count(MetricKey("server.busy", label), times.busy.microseconds)
            record.metrics.count(MetricKey("server.capacity", label), times.capacity.microseconds)
        }
    }

    /// What is told of scaling in the timeline.
    var scalingEntries: [RunRecord.TimelineEntry] {
        (cluster.serving?.scaling?.journal.actions ?? []).map { action in
            let use = action.use.map { ", used to \(Int(($0 * 100).rounded())) %" } ?? ""
            let change = "\(abs(action.change)) \(action.change > 0 ? "more" : "less")"
            return RunRecord.TimelineEntry(
                instant: action.instant,
                subject: ClusterSpecification.autoscalerName,
                event: "\(action.servers) servers\(use): \(change)"
            )
        }
    }
}

extension Duration {
    /// Whole microseconds: counts of them do not overflow.
    fileprivate var microseconds: Int { Int(wholeNanoseconds / 1_000) }
}
