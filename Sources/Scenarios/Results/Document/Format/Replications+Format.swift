import OrderedCollections
import Simulator

extension Replications: Section {
    static let name = "replications"
    static let documentation = """
        What runs with the cell's seed and those that follow it gave together. What stands beside \
        them is of the first of them, but for what became of expectations.
        """
    static let fields: [Field<Self>] = [
        .always("count", \.count, .count, "How many runs there were, the first one included."),
        .always("ending", \.ending, .words("ending"), "Why there were no more."),
        .always("confidence", \.confidence, .decimal, "That an interval holds the mean."),
        .always(
            "wantedHalfWidth",
            \.halfWidth,
            .nullable(.decimal),
            "How wide intervals were to be, as a part of the mean; null for any."
        ),
        .always("failed", \.failed, .count, "In how many of them something did not hold."),
        .always("undecided", \.undecided, .count, "How many of them used up their budget."),
        .always(
            "failedSeeds",
            \.failedSeeds,
            .all(.whole),
            "The seeds of the first ones in which something did not hold."
        ),
        .always("digest", \.digest, .string, "The digest of all of them."),
        .always("figures", \.figures, .all(.replicatedFigure), "The figures."),
    ]

    /// The same with numbers as a file has them.
    var asSaved: Replications {
        var saved = self
        saved.confidence = confidence.asSaved ?? confidence
        saved.halfWidth = halfWidth.flatMap(\.asSaved)
        saved.figures = figures.map { figure in
            var saved = figure
            saved.mean = figure.mean.flatMap(\.asSaved)
            saved.halfWidth = figure.halfWidth.flatMap(\.asSaved)
            saved.least = figure.least.flatMap(\.asSaved)
            saved.greatest = figure.greatest.flatMap(\.asSaved)
            return saved
        }
        return saved
    }
}

/// A figure over several runs as it is saved.
private struct ReplicatedRow: Section {
    var metric = ""
    var statistic: String?
    var labels: OrderedDictionary<String, String> = [:]
    var unit = MetricDefinition.Unit.number
    var count = 0
    var mean: Double?
    var halfWidth: Double?
    var least: Double?
    var greatest: Double?

    static let name = "replicated-figure"
    static let documentation = "A figure over several runs; durations are in nanoseconds."
    static let fields: [Field<Self>] = [
        .always("metric", \.metric, .string, "The metric."),
        .always("statistic", \.statistic, .nullable(.string), "Its statistic."),
        .always("labels", \.labels, .members(.string), "Its labels: name and value."),
        .always("unit", \.unit, .unit, "What it measures."),
        .always("count", \.count, .count, "How many of the runs have it."),
        .always("mean", \.mean, .nullable(.decimal), "Its mean."),
        .always(
            "halfWidth",
            \.halfWidth,
            .nullable(.decimal),
            "How far the interval of the mean reaches to either side."
        ),
        .always("least", \.least, .nullable(.decimal), "The least value."),
        .always("greatest", \.greatest, .nullable(.decimal), "The greatest value."),
    ]

    init() {}

    init(_ figure: ReplicatedFigure) {
        metric = figure.reference.metric
        statistic = figure.reference.statistic
        for label in figure.reference.labels { labels[label.name] = label.value }
        unit = figure.reference.unit
        count = figure.count
        mean = figure.mean
        halfWidth = figure.halfWidth
        least = figure.least
        greatest = figure.greatest
    }

    var figure: ReplicatedFigure {
        var figure = ReplicatedFigure(
            reference: MetricReference(
                metric: metric,
                statistic: statistic,
                labels: labels.map { MetricReference.Label(name: $0.key, value: $0.value) },
                unit: unit
            )
        )
        figure.count = count
        figure.mean = mean
        figure.halfWidth = halfWidth
        figure.least = least
        figure.greatest = greatest
        return figure
    }
}

extension ValueFormat where Value == ReplicatedFigure {
    /// A figure over several runs.
    fileprivate static var replicatedFigure: ValueFormat {
        ValueFormat<ReplicatedRow>.section.converted(
            to: { $0.figure },
            from: { ReplicatedRow($0) }
        )
    }
}
