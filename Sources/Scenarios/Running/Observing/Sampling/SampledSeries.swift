import OrderedCollections
import Simulator

/// Makes series of what a sampler read.
struct SampledSeries {
    private let table: SampleTable
    private let windows: TimeWindows
    /// How many processes each role of MapReduce has.
    private let processes: OrderedDictionary<String, Int>

    /// The series of `table` in windows that end where it has rows.
    init(
        _ table: SampleTable,
        until end: VirtualInstant,
        atMost maximum: Int,
        processes: OrderedDictionary<String, Int>
    ) {
        self.table = table
        self.processes = processes
        windows = TimeWindows(until: end, atMost: maximum, least: table.interval)
    }

    /// Metrics that go up and down, as they are read.
    private static let levels: Set = [
        "attempts.active", "proxy.connections", "store.partitions", "kafka_consumergroup_lag",
    ]
    /// Counts of which a part of another one is shown instead.
    private static let hidden: Set = [
        "server.busy", "server.capacity", "shared-cache.hits", "shared-cache.misses",
        "process_cpu_busy_nanoseconds",
    ]

    /// All series that are not zero throughout.
    var all: [TimeSeries] {
        var all: [TimeSeries] = []
        for column in table.columns where !Self.isHidden(column.key.name) {
            let isTotal = column.key.name.hasSuffix("_total")
            guard isTotal || column.values.contains(where: { $0 != 0 }) else { continue }
            let ends = atEnds(column.values)
            if isTotal {
                all.append(series(column.key, "total", .count, ends.map { Double($0) }))
            } else if Self.levels.contains(column.key.name) {
                all.append(series(column.key, nil, .count, ends.map { Double($0) }))
            } else {
                let rates = changes(ends).map { Double($0) / windows.seconds }
                all.append(series(column.key, "rate", .number, rates))
            }
        }
        return all + meanDurations + utilisations + hitRate + processorUse
    }

    private static func isHidden(_ name: String) -> Bool {
        hidden.contains(name) || name.hasSuffix(SampleTable.count)
            || name.hasSuffix(SampleTable.sum)
    }

    // MARK: Means

    /// How long what ended in each window took on average, of what keeps no log.
    private var meanDurations: [TimeSeries] {
        table.columns.filter { $0.key.name.hasSuffix(SampleTable.sum) }.compactMap { column in
            let name = String(column.key.name.dropLast(SampleTable.sum.count))
            let key = MetricKey(name + SampleTable.count, column.key.labels)
            guard let counts = table.values(of: key), counts.last ?? 0 > 0 else { return nil }
            var series = quotient(MetricKey(name, column.key.labels), column.values, counts)
            (series.statistic, series.unit) = ("mean", .duration)
            return series
        }
    }

    // MARK: Parts of a whole

    /// The part of the time of its processors for which each server was busy.
    private var utilisations: [TimeSeries] {
        table.columns.filter { $0.key.name == "server.busy" }.compactMap { column in
            let capacity = MetricKey("server.capacity", column.key.labels)
            guard let whole = table.values(of: capacity) else { return nil }
            return quotient(
                MetricKey("server.utilisation", column.key.labels),
                column.values,
                whole
            )
        }
    }

    private var hitRate: [TimeSeries] {
        guard let hits = table.values(of: MetricKey("shared-cache.hits")),
            let misses = table.values(of: MetricKey("shared-cache.misses"))
        else { return [] }
        let lookups = zip(hits, misses).map { $0 + $1 }
        guard lookups.last ?? 0 > 0 else { return [] }
        return [quotient(MetricKey("shared-cache.hit-rate"), hits, lookups)]
    }

    /// The part of each window in which a process of a role of MapReduce was busy, on average over
    /// the processes; of a window in which a longer piece of work ended it may be more than one.
    private var processorUse: [TimeSeries] {
        processes.compactMap { job, count in
            let label = MetricKey.Label("job", job)
            let key = MetricKey("process_cpu_busy_nanoseconds", label)
            guard let busy = table.values(of: key), count > 0 else { return nil }
            let parts = changes(atEnds(busy)).map {
                Double($0) / Double(windows.length) / Double(count)
            }
            return series(MetricKey("process_cpu_usage", label), nil, .ratio, parts)
        }
    }

    private func quotient(_ key: MetricKey, _ part: [Int], _ whole: [Int]) -> TimeSeries {
        let parts = zip(changes(atEnds(part)), changes(atEnds(whole))).map { part, whole in
            whole == 0 ? nil : Double(part) / Double(whole)
        }
        return series(key, nil, .ratio, parts)
    }

    // MARK: Windows

    /// The value of a column at the end of each window; the last row is that of the end of the run.
    private func atEnds(_ values: [Int]) -> [Int] {
        let step = windows.length / table.interval
        return (0..<windows.count).map { place in
            let row = (place + 1) * step - 1
            return place == windows.count - 1 ? values.last ?? 0 : values[row]
        }
    }

    private func changes(_ values: [Int]) -> [Int] {
        zip(values, [0] + values).map { $0 - $1 }
    }

    private func series(
        _ key: MetricKey,
        _ statistic: String?,
        _ unit: MetricDefinition.Unit,
        _ values: [Double?]
    ) -> TimeSeries {
        TimeSeries(
            key.name,
            statistic: statistic,
            labels: key.labels.map { .init(name: $0.name, value: $0.value) },
            unit: unit,
            window: windows.length,
            values: values
        )
    }
}
