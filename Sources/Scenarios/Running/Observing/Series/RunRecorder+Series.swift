import OrderedCollections
import Simulator

/// What went up and down, from the logs of the run.
extension RunRecorder {
    /// The series of every part that the run has.
    func series(_ record: RunRecord, _ windows: TimeWindows) -> [TimeSeries] {
        var all = requestSeries(windows)
        if let journal = cluster.mapReduce?.cluster.journal {
            all += JobSeries(windows, of: journal).all
        }
        if let objects = cluster.objects, !objects.loads.isEmpty {
            var series = ObjectSeries(windows)
            for load in objects.loads { for entry in load.log.entries { series.add(entry) } }
            all += series.all
        }
        if let queue = cluster.queue, !queue.topics.isEmpty {
            all += MessageSeries(windows, of: queue.traffic.log, queue.topics).all
        }
        all += exclusionSeries(windows)
        all += gaugeSeries(record.metrics, windows)
        return all
    }

    private func requestSeries(_ windows: TimeWindows) -> [TimeSeries] {
        guard !cluster.logs.isEmpty else { return [] }
        let specification = cluster.cell.scenario.cluster
        var series = RequestSeries(
            windows,
            of: specification.serverNames,
            gateway: specification.proxy == nil
                ? ClusterSpecification.balancerName : ClusterSpecification.proxyName
        )
        for log in cluster.logs { for entry in log.entries { series.add(entry) } }
        var all = series.all
        for (log, name) in zip(cluster.logs, cluster.logNames) {
            if let name { all += NamedRequestSeries(windows, of: log, name).all }
        }
        return all
    }

    /// How many servers proxies leave alone, each counted once for each proxy that does.
    private func exclusionSeries(_ windows: TimeWindows) -> [TimeSeries] {
        guard let journals = cluster.serving?.proxy?.journals else { return [] }
        var excluded = WindowCounts(windows)
        for journal in journals {
            var bars = ExclusionBars(of: nil)
            for entry in journal.health {
                let before = bars.excluded.count
                bars.add(entry)
                excluded.add(bars.excluded.count - before, at: entry.instant)
            }
        }
        return [excluded.level(of: "servers.excluded")]
    }

    // MARK: Gauges

    /// How many series a gauge has at most.
    private static let gaugesMaximum = 12

    /// The gauges of the figures, under the names of real systems where those have one.
    private func gaugeSeries(_ metrics: Metrics, _ windows: TimeWindows) -> [TimeSeries] {
        let names = Dictionary(
            MetricCatalog.monitoringNames.map { ($0.value, $0.key) },
            uniquingKeysWith: { first, _ in first }
        )
        let reader = GaugeSeries(windows: windows)
        var counts: [String: Int] = [:]
        return metrics.gauges.compactMap { key, gauge in
            let job = key.labels.first { $0.name == "job" }?.value ?? ""
            counts[key.name + job, default: 0] += 1
            guard counts[key.name + job, default: 0] <= Self.gaugesMaximum else { return nil }
            return reader.series(
                of: gauge,
                names[key.name] ?? key.name,
                key.labels.map { .init(name: $0.name, value: $0.value) }
            )
        }
    }
}
