import Scenarios
import Simulator

/// What each of the modelled systems costs: processor time of an operation by what is kept of a
/// run, and by its size.
package enum ModelsWorkload {
    /// Every model with what is kept of a run: nothing but the figures, what charts need, and every
    /// request and message as a trace has them. The digest is on in all of them.
    package static func runKept(scale: Double) throws -> [Measurement] {
        try ModelScenario.all.flatMap { model in
            try [
                measure(model, "figures", .withoutCharts, scale),
                measure(model, "charts", [], scale),
                measure(model, "trace", [.requests, .messages], scale),
            ]
        }
    }

    /// The models that come in sizes, at every size.
    package static func runSizes(scale: Double) throws -> [Measurement] {
        try ModelScenario.sizes.map { model in
            try measure(model, "figures", .withoutCharts, scale)
        }
    }

    private static func measure(
        _ model: ModelScenario,
        _ kept: String,
        _ details: RunDetails,
        _ scale: Double
    ) throws -> Measurement {
        let count = max(model.least, Int(Double(model.operations) * scale))
        let text = model.text(count)
        let cell = try ScenarioLoader.load(bytes: Array(text.utf8), name: model.name).cells[0]
        let runner = ScenarioRunner()
        let watch = Stopwatch()
        let record = try runner.run(cell, keeping: details, observer: nil)
        let time = watch.read().processor
        let operations = record.metrics.total(model.metric)
        return Measurement(
            workload: "models",
            operations: operations,
            checks: [
                ("model", model.name), ("size", String(model.size)), ("kept", kept),
                ("events", String(record.outcome.events)),
                ("ns_per_operation", fixed(time / Double(max(1, operations)) * 1e9, digits: 1)),
            ],
            digest: record.outcome.digest
        )
    }
}
