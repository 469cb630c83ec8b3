import Simulator

/// A result as a trace: a track for each node, bars for what lasted, instants for what happened,
/// lines for what went up and down, and arrows for messages.
///
/// The Perfetto UI (ui.perfetto.dev) and `chrome://tracing` open it.
public struct TraceReport: ReportRenderer {
    /// The records of the same runs, for what only they keep; empty where nobody has them.
    private let details: [RunRecord]

    /// A report as a trace.
    ///
    /// - Parameter details: The records of the runs, where every request and every message that
    ///   they keep is to be shown.
    public init(details: [RunRecord] = []) {
        self.details = details
    }

    /// The whole trace of `result`, ending with a line feed.
    public func render(_ result: ResultDocument) -> String {
        var events = TraceEvents()
        for cell in result.cells {
            let name = cell.name.isEmpty ? result.scenario : "\(result.scenario): \(cell.name)"
            let process = TraceEvents.Process(number: cell.index + 1, name: name)
            events.add(process)
            add(cell, of: process, to: &events)
            let record = details.indices.contains(cell.index) ? details[cell.index] : nil
            for request in record?.requests ?? [] {
                add(request, of: process, until: cell.duration, to: &events)
            }
            // All messages of a run have those around a violation among them.
            let messages = record.map(\.messages) ?? []
            for message in messages.isEmpty ? cell.observations.messages : messages {
                add(message, of: process, to: &events)
            }
        }
        return events.written([
            "scenario": result.scenario, "seed": String(result.seed), "digest": result.digest,
            "command": result.command,
        ])
    }

    private func add(
        _ cell: ResultDocument.Cell,
        of process: TraceEvents.Process,
        to events: inout TraceEvents
    ) {
        let observations = cell.observations
        for (activity, lane) in ActivityLanes.of(observations.activities, until: cell.duration) {
            let name = lane == 0 ? activity.subject : "\(activity.subject) (\(lane + 1))"
            let track = events.track(name, of: process)
            let details = [("of", activity.group), ("outcome", activity.outcome)]
            events.add(
                slice: activity.name,
                category: activity.kind.rawValue,
                on: track,
                from: activity.begin,
                to: activity.end ?? cell.duration,
                details.compactMap { name, value in value.map { (name, $0) } }
            )
            guard activity.kind == .fault else { continue }
            let title = "\(activity.name): \(activity.subject)"
            events.add(instant: title, category: "fault", on: track, at: activity.begin)
        }
        for entry in cell.timeline {
            let track = events.track(entry.subject, of: process)
            events.add(instant: entry.event, category: "event", on: track, at: entry.instant)
        }
        for series in observations.series where series.statistic != "total" {
            add(series, of: process, to: &events)
        }
    }

    private func add(
        _ request: RequestRecord,
        of process: TraceEvents.Process,
        until end: Int,
        to events: inout TraceEvents
    ) {
        let details = [
            ("workload", request.workload), ("key", request.key), ("server", request.server),
            ("status", request.status.map { String($0) }), ("error", request.error),
        ]
        events.add(
            span: request.kind.rawValue,
            category: "request",
            of: process,
            from: request.due,
            to: request.ended ?? end,
            details.compactMap { name, value in value.map { (name, $0) } }
        )
    }

    /// An arrow needs a bar at each end; the bars are as short as can be.
    private func add(
        _ message: ObservedMessage,
        of process: TraceEvents.Process,
        to events: inout TraceEvents
    ) {
        let source = events.track("\(message.source) messages", of: process)
        let lost = message.received == nil ? " (did not arrive)" : ""
        events.add(
            slice: "to \(message.destination): \(message.name)\(lost)",
            category: "message",
            on: source,
            from: message.sent,
            to: message.sent
        )
        guard let received = message.received else { return }
        let destination = events.track("\(message.destination) messages", of: process)
        events.add(
            slice: "from \(message.source): \(message.name)",
            category: "message",
            on: destination,
            from: received,
            to: received
        )
        events.add(
            flow: message.name,
            from: source,
            at: message.sent,
            to: destination,
            at: received
        )
    }

    private func add(
        _ series: TimeSeries,
        of process: TraceEvents.Process,
        to events: inout TraceEvents
    ) {
        let labels = series.labels.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
        let figure = series.statistic.map { "\(series.metric).\($0)" } ?? series.metric
        let unit = series.unit == .duration ? " in ms" : ""
        let name = labels.isEmpty ? "\(figure)\(unit)" : "\(figure){\(labels)}\(unit)"
        for (place, value) in series.values.enumerated() {
            guard let value else { continue }
            let number = series.unit == .duration ? value / 1e6 : value
            events.add(
                counter: name,
                .number(DecimalText.significant(number, digits: 9)),
                of: process,
                at: series.begin + place * series.window
            )
        }
    }
}

/// Puts what overlaps into lanes beside each other, so that every bar of a lane ends before the
/// next begins.
enum ActivityLanes {
    /// Each activity with its lane among those of its subject, from zero.
    ///
    /// - Parameter end: When those end that have no end.
    static func of(
        _ activities: [Activity],
        until end: Int
    ) -> [(activity: Activity, lane: Int)] {
        var free: [String: [Int]] = [:]
        let sorted = activities.enumerated().sorted {
            ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset)
        }
        return sorted.map { _, activity in
            var lanes = free[activity.subject, default: []]
            let lane = lanes.firstIndex { $0 <= activity.begin } ?? lanes.count
            if lane == lanes.count { lanes.append(0) }
            lanes[lane] = activity.end ?? end
            free[activity.subject] = lanes
            return (activity, lane)
        }
    }
}
