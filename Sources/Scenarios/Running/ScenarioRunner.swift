public import Simulator

/// Runs cells of scenarios in the simulator.
public struct ScenarioRunner: ScenarioRunning {
    /// The bugs that a test wants to see noticed.
    package var plantedBugs = PlantedBugs()

    /// Whether the messages around the first violation are kept, for which a run is run again in
    /// which something is wrong.
    public var tracesViolations = false

    /// A runner.
    public init() {}

    /// Runs `cell` from its start to its end, and checks its invariants.
    public func run(
        _ cell: ScenarioCell,
        keeping details: RunDetails,
        observer: (any EventObserver)?
    ) throws(ScenarioRunningError) -> RunRecord {
        let first =
            details.contains(.messages)
            ? MessageCollector(.first, atMost: RunRecord.messagesMaximum) : nil
        var record = try run(cell, details, observer, first)
        let end = record.outcome.instant
        if let first { record.messages = first.messages(until: end) }
        if tracesViolations, !details.contains(.withoutCharts), let instant = record.firstViolation {
            // The same again: only a run in which something is wrong pays for its messages.
            let last = MessageCollector(.last(until: instant), atMost: ObservedMessage.maximum)
            _ = try run(cell, [], nil, last)
            record.observations.messages = last.messages(until: end)
        }
        return record
    }

    private func run(
        _ cell: ScenarioCell,
        _ details: RunDetails,
        _ observer: (any EventObserver)?,
        _ messages: MessageCollector?
    ) throws(ScenarioRunningError) -> RunRecord {
        let simulation = Simulation(seed: cell.seed, settings: .init(cell.scenario))
        defer { simulation.shutDown() }
        let cluster = try ScenarioCluster(cell, in: simulation, plantedBugs, messages)
        let sampler =
            details.contains(.withoutCharts)
            ? nil : RunSampler(cluster.sampledParts, next: observer)
        simulation.observe(sampler ?? observer)
        let outcome = cluster.run()
        return RunRecorder(
            cluster: cluster,
            outcome: outcome,
            details: details,
            samples: sampler?.finish(at: outcome.instant)
        ).record()
    }
}

extension ScenarioCell {
    /// The seed of this cell: the scenario's, or one split from it where the matrix says so.
    var seed: UInt64 {
        if scenario.matrixSeeds == .shared || parameters.isEmpty { return scenario.seed }
        return SplitMix64.mix(scenario.seed ^ SplitMix64.mix(UInt64(index) + 1))
    }
}

extension RunEnd {
    var limit: RunLimit {
        switch self {
        case .quiescent: .quiescent
        case .instant(let instant): .horizon(.zero.advanced(by: instant))
        }
    }
}
