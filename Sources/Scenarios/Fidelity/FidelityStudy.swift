import OrderedCollections
public import Simulator

/// Runs a model many times, each time with another of the fixed seeds, and compares the mean time
/// in the system with the exact one.
public struct FidelityStudy: Sendable {
    /// How often each model is run.
    public static let replications = 30
    /// How sure the interval is, for each model by itself.
    public static let confidence = 0.999
    /// The greatest half-width of an interval at a scale of one, as a part of the exact value.
    public static let widthMaximum = 0.01

    /// How many times longer than usual the time is that is counted.
    public let scale: Double

    /// A study at this scale.
    public init(scale: Double = 1) {
        precondition(scale > 0 && scale.isFinite, "a scale is above zero")
        self.scale = scale
    }

    /// The greatest half-width: with less data intervals are wider, by the square root.
    public var widthMaximum: Double {
        scale < 1 ? Self.widthMaximum / scale.squareRoot() : Self.widthMaximum
    }

    /// Runs all replications of `model`.
    ///
    /// - Parameters:
    ///   - model: The queue.
    ///   - runner: What carries a scenario out.
    ///   - observer: Sees the events of the replication with this number, from 1.
    ///   - finished: Called after each replication.
    public func run(
        _ model: FidelityModel,
        with runner: any ScenarioRunning,
        observer: (Int) -> (any EventObserver)? = { _ in nil },
        finished: (Int) -> Void = { _ in }
    ) throws(ScenarioRunningError) -> FidelityResult {
        var replications: [FidelityResult.Replication] = []
        var problems: [String] = []
        for number in 1...Self.replications {
            let cell = try cell(of: model, replication: number)
            let record = try runner.run(cell, observer: observer(number))
            let times = RunFigures(of: record, in: cell.scenario).histogram("latency")
            problems += Self.problems(of: record, times).map { "seed \(record.seed): \($0)" }
            replications.append(
                FidelityResult.Replication(
                    seed: record.seed,
                    requests: times?.count ?? 0,
                    mean: Double((times?.mean ?? .zero).wholeNanoseconds) / 1e9,
                    digest: record.outcome.digest
                )
            )
            finished(number)
        }
        return FidelityResult(
            name: model.name,
            exact: model.exact,
            tolerance: model.tolerance,
            replications: replications,
            problems: problems,
            widthMaximum: widthMaximum
        )
    }

    private func cell(
        of model: FidelityModel,
        replication: Int
    ) throws(ScenarioRunningError) -> ScenarioCell {
        let text = model.scenario(replication: replication, scale: scale)
        do throws(ScenarioLoadingError) {
            let bytes = Array(text.utf8)
            return try ScenarioLoader.load(bytes: bytes, name: model.name).cells[0]
        } catch {
            throw .internalError("the scenario of \(model.name) is wrong: \(error)")
        }
    }

    /// What makes the mean of a run no mean of what the model is about.
    private static func problems(of record: RunRecord, _ times: DurationHistogram?) -> [String] {
        var problems: [String] = []
        if record.outcome.ending != .quiescent { problems.append("the run came to no end") }
        if (times?.count ?? 0) == 0 { problems.append("no request was answered") }
        let failed = record.metrics.total("requests.failed")
        if failed > 0 { problems.append("\(failed) requests failed") }
        for case (_, let problem?) in record.invariants { problems.append(problem) }
        return problems
    }
}
