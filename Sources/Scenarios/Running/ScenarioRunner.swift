public import Simulator

/// Runs cells of scenarios in the simulator.
public struct ScenarioRunner: ScenarioRunning {
    /// The bugs that a test wants to see noticed.
    package var plantedBugs = PlantedBugs()

    /// Whether the messages around the first violation are kept, for which a run is run again in
    /// which something is wrong.
    public var tracesViolations = false
    /// Has every random stream begin elsewhere; tests see to it that a followed run survives that.
    package var streamSalt: UInt64 = 0

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
        let decisions = observer?.decisions
        var record = try run(cell, details, observer, decisions, first)
        let end = record.outcome.instant
        if let first { record.messages = first.messages(until: end) }
        if tracesViolations, !details.contains(.withoutCharts),
            let instant = record.firstViolation
        {
            // The same again: only a run in which something is wrong pays for its messages.
            let last = MessageCollector(.last(until: instant), atMost: ObservedMessage.maximum)
            _ = try run(cell, [], nil, decisions?.forRepetition, last)
            record.observations.messages = last.messages(until: end)
        }
        return record
    }

    private func run(
        _ cell: ScenarioCell,
        _ details: RunDetails,
        _ observer: (any EventObserver)?,
        _ decisions: (any DecisionMaker)?,
        _ messages: MessageCollector?
    ) throws(ScenarioRunningError) -> RunRecord {
        var settings = Simulation.Settings(cell.scenario)
        settings.streamSalt = streamSalt
        let simulation = Simulation(seed: cell.seed, settings: settings, decisions: decisions)
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
