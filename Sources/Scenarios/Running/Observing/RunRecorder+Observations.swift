import OrderedCollections
import Simulator

/// What charts draw of a run, from what the parts of its cluster logged.
extension RunRecorder {
    /// Everything that was observed.
    ///
    /// - Parameters:
    ///   - record: The record of the run, complete but for this.
    ///   - samples: What was read while it went on.
    func observations(_ record: RunRecord, _ samples: SampleTable) -> RunObservations {
        var observations = RunObservations()
        let isMatrix = !cluster.cell.parameters.isEmpty
        let activities = activities(record, isMatrix ? .matrix : .single)
        observations.activities = activities.kept
        observations.activitiesOmitted = activities.omitted
        let maximum = isMatrix ? TimeWindows.maximum.matrix : TimeWindows.maximum.single
        let windows = TimeWindows(until: outcome.instant, atMost: maximum)
        observations.series = series(record, windows)
        observations.series +=
            SampledSeries(
                samples,
                until: outcome.instant,
                atMost: maximum,
                processes: processes
            ).all
        observations.curves = curves(record.metrics, points: isMatrix ? 60 : 120)
        observations.ring = ringArcs
        observations.flows = keyFlows
        return observations
    }

    /// How many processes each role of MapReduce has.
    private var processes: OrderedDictionary<String, Int> {
        var processes: OrderedDictionary<String, Int> = [:]
        for (role, names) in cluster.mapReduce?.components ?? [] {
            processes[role.rawValue] = names.count
        }
        return processes
    }
}
