import OrderedCollections
import Simulator

/// What listeners were told of objects, and whether they were told of all.
extension RunRecorder {
    func recordEvents(of part: ObjectStorePart, _ record: inout RunRecord) {
        guard !part.events.isEmpty else { return }
        let regions = part.regions.map(\.region)
        var problems: [String] = []
        for (listener, log) in part.events {
            let sent = regions.reduce(0) { count, region in
                count + region.journal.sentEvents.count { $0.destination == listener }
            }
            let name = NotificationSpecification.name(ofNode: listener)
            record.metrics.add(log, sent: sent, of: name)
            problems += log.problems(name, of: listener, regions)
        }
        let lost = regions.reduce(0) { $0 + $1.journal.lostEvents }
        record.metrics.count(MetricKey("events.lost"), lost)
        record.invariants["events-delivered"] = .some(Self.sentence(problems))
    }
}

extension Metrics {
    fileprivate mutating func add(_ log: EventLog, sent: Int, of listener: String) {
        let label = MetricKey.Label("listener", listener)
        for (name, number) in [
            ("sent", sent), ("delivered", log.delivered.values.reduce(0, +)),
            ("repeated", log.repeated), ("reordered", log.reordered),
        ] {
            count(MetricKey("events.\(name)", label), number)
        }
        if log.delays.count > 0 { add(log.delays, to: MetricKey("event-latency", label)) }
    }
}
