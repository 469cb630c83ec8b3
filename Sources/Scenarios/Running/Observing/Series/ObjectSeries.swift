import OrderedCollections
import Simulator

/// What the operations on objects did over time, by what they were.
struct ObjectSeries {
    private struct Operations {
        var completed: WindowCounts
        var failed: WindowCounts
        var latencies: WindowDurations
    }

    private let windows: TimeWindows
    private var actions: OrderedDictionary<ObjectAction, Operations> = [:]
    private var underWay: WindowCounts

    /// None yet.
    init(_ windows: TimeWindows) {
        self.windows = windows
        underWay = WindowCounts(windows)
    }

    /// Adds an operation.
    mutating func add(_ entry: ObjectLog.Entry) {
        let none = Operations(
            completed: WindowCounts(windows),
            failed: WindowCounts(windows),
            latencies: WindowDurations(windows)
        )
        underWay.add(at: entry.intended)
        guard let end = entry.end else { return }
        underWay.add(-1, at: end.instant)
        switch end.end {
        case .done:
            let latency = entry.intended.duration(to: end.instant)
            actions[entry.action, default: none].completed.add(at: end.instant)
            actions[entry.action, default: none].latencies.add(latency, at: end.instant)
        case .conflict: break
        case .refused, .unavailable, .interrupted:
            actions[entry.action, default: none].failed.add(at: end.instant)
        }
    }

    /// All series.
    var all: [TimeSeries] {
        var all = [underWay.level(of: "objects.under-way")]
        for (action, operations) in actions {
            let labels = [MetricReference.Label(name: "action", value: action.rawValue)]
            all.append(operations.completed.rate(of: "objects.completed", labels))
            if !operations.failed.isEmpty {
                all.append(operations.failed.rate(of: "objects.failed", labels))
            }
            let statistics = WindowDurations.middleAndTail
            all += operations.latencies.series(of: "object-latency", labels, statistics)
        }
        return all
    }
}
