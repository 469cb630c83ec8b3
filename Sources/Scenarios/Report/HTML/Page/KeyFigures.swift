import Simulator

/// The figures of a run that say most, for large letters.
struct KeyFigures {
    /// The figures that are shown where a run has them, the most telling first.
    private static let names = [
        "requests.completed", "requests.failed", "requests.lost", "jobs.completed", "jobs.failed",
        "messages.sent", "messages.lost", "messages.repeated", "objects.completed",
        "objects.failed", "backups.complete", "latency.p50", "latency.p99", "job-time.p50",
        "message-latency.p50", "message-latency.p99", "object-latency.p50", "object-latency.p99",
        "availability", "throughput", "load.max-to-mean", "load.cv",
    ]

    private let cell: ResultDocument.Cell
    private let pointer: String

    /// The figures of a run that stands in the file at `pointer`.
    init(of cell: ResultDocument.Cell, at pointer: String) {
        self.cell = cell
        self.pointer = pointer
    }

    /// Every figure that there is.
    var tiles: [HTMLTemplates.Model] {
        Self.names.compactMap { name in
            tile { $0.labels.isEmpty && $0.figure == name }
        }
    }

    /// The figures of these references that there are.
    func tiles(of references: [MetricReference]) -> [HTMLTemplates.Model] {
        references.compactMap { reference in tile { $0 == reference } }
    }

    private func tile(_ isWanted: (MetricReference) -> Bool) -> HTMLTemplates.Model? {
        guard let place = cell.figures.all.firstIndex(where: { isWanted($0.reference) }) else {
            return nil
        }
        let figure = cell.figures.all[place]
        guard let value = figure.value else { return nil }
        return PageModel.value(
            FigureText.name(of: figure.reference),
            FigureText.value(value, of: figure.reference),
            json: JSONValue(value).written(),
            at: "\(pointer)/figures/\(place)/value"
        )
    }
}
