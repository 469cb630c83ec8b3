import OrderedCollections
import Simulator

/// How a metric is spread over the values of a label.
enum DistributionSection {
    /// From which probability on a deviation counts as more than chance.
    private static let significance = 0.001

    /// The section for a run; nothing where nothing was counted.
    static func section(
        of metric: String,
        by label: String,
        in cell: ResultDocument.Cell,
        title: String
    ) -> ReportSection? {
        guard let figures = figures(of: metric, by: label, in: cell) else { return nil }
        let shares = expectedShares(of: figures, metric, label, cell)
        var section = ReportSection(title: title)
        section.table = table(figures, label: label, shares: shares)
        section.notes = notes(figures)
        if metric == "requests.completed", label == "server" {
            section.notes += placementNotes(cell)
        }
        return section
    }

    private static func figures(
        of metric: String,
        by label: String,
        in cell: ResultDocument.Cell
    ) -> DistributionFigures? {
        if metric == "requests.completed", label == "server" { return cell.load }
        let names = cell.figures.values(of: label, in: metric)
        guard !names.isEmpty else { return nil }
        let counts = names.map { name -> Int in
            let reference = MetricReference(
                metric: metric,
                statistic: nil,
                labels: [MetricReference.Label(name: label, value: name)],
                unit: .count
            )
            if case .count(let count) = cell.figures.value(of: reference) { return count }
            return 0
        }
        return DistributionFigures(names: names, counts: counts)
    }

    /// The exact shares by name, also where servers came or went: those of the start. Nothing where
    /// the keys follow another law, or requests failed: the counts are no sample of the shares.
    private static func expectedShares(
        of figures: DistributionFigures,
        _ metric: String,
        _ label: String,
        _ cell: ResultDocument.Cell
    ) -> [Double?]? {
        guard metric == "requests.completed", label == "server" else { return nil }
        let shares = cell.distribution.map { $0.expectedShare ?? $0.shareAtStart }
        return shares.contains { $0 != nil } ? shares : nil
    }

    private static func table(
        _ figures: DistributionFigures,
        label: String,
        shares: [Double?]?
    ) -> ReportTable {
        let total = Double(max(1, figures.total))
        let actual = figures.counts.map { Double($0) / total }
        var columns = [
            ReportTable.Column(header: label, isNumeric: false), .init(header: "count"),
            .init(header: "share"),
        ]
        // Where servers came or went, the shares of the start are nothing to be measured by.
        let isComparable = figures.expectedShares != nil
        if shares != nil { columns.append(.init(header: isComparable ? "expected" : "at start")) }
        if isComparable { columns.append(.init(header: "difference")) }
        let rows = figures.names.indices.map { index -> [String] in
            var row = [
                figures.names[index], NumberText.grouped(figures.counts[index]),
                DecimalText.percent(actual[index], decimals: 2),
            ]
            guard let shares else { return row }
            row.append(shares[index].map { DecimalText.percent($0, decimals: 2) } ?? "-")
            if isComparable { row.append(difference(actual[index], shares[index])) }
            return row
        }
        let expected = isComparable ? figures.expectedShares ?? [] : []
        let marks = actual.indices.map { $0 < expected.count ? expected[$0] : nil }
        let longest = max((actual + expected).max() ?? 0, 1e-9)
        let bars = zip(actual, marks).map { share, mark in
            ReportTable.Bar(length: share / longest, mark: mark.map { $0 / longest })
        }
        return ReportTable(columns: columns, rows: rows, keyCount: 3, bars: bars)
    }

    private static func difference(_ actual: Double, _ expected: Double?) -> String {
        guard let expected else { return "-" }
        let difference = DecimalText.percent(actual - expected, decimals: 2)
        return difference.hasPrefix("-") ? difference : "+\(difference)"
    }

    private static func notes(_ figures: DistributionFigures) -> [String] {
        let fixed = { (value: Double?) in
            value.map { DecimalText.fixed($0, decimals: 3, isGrouped: true) } ?? "-"
        }
        var notes = [
            "min \(NumberText.grouped(figures.minimum)), "
                + "mean \(DecimalText.fixed(figures.mean, decimals: 1, isGrouped: true)), "
                + "max \(NumberText.grouped(figures.maximum)), std dev "
                + DecimalText.fixed(figures.standardDeviation, decimals: 1, isGrouped: true),
            "max/mean \(fixed(figures.maximumToMean)), "
                + "CV \(fixed(figures.coefficientOfVariation)), "
                + "Jain \(fixed(figures.jainIndex)), Gini \(fixed(figures.giniCoefficient))",
        ]
        if let test = figures.chiSquareAgainstUniform {
            let meaning = test.pValue < significance ? "not even" : "as even as chance allows"
            notes.append("against equal shares: \(text(test)): \(meaning)")
        }
        if let test = figures.chiSquareAgainstExpected {
            let meaning = test.pValue < significance ? "not as computed" : "as computed"
            notes.append("against the placement's own shares: \(text(test)): \(meaning)")
        }
        return notes
    }

    private static func text(_ test: ChiSquareTest) -> String {
        let decimals = test.statistic < 10 ? 2 : 1
        let statistic = DecimalText.fixed(test.statistic, decimals: decimals, isGrouped: true)
        let probability = FigureText.probability(test.pValue)
        let sign =
            probability.hasPrefix("<") ? "p < \(probability.dropFirst())" : "p = \(probability)"
        return "chi-square \(statistic), \(sign)"
    }

    private static func placementNotes(_ cell: ResultDocument.Cell) -> [String] {
        guard !cell.placement.isEmpty else { return [] }
        let figures = cell.placement.map { "\($0.key) \($0.value)" }
        return ["placement: \(figures.joined(separator: ", "))"]
    }
}
