/// A page as the templates show it.
struct PageModel {
    private let result: ResultDocument
    private let sections: ReportSections
    private let checks: CheckSections
    private let isFull: Bool

    init(of result: ResultDocument, isFull: Bool) {
        self.result = result
        self.isFull = isFull
        // A single run has room for everything on a page.
        let isFull = isFull || !result.isMatrix
        sections = ReportSections(of: result, isFull: isFull)
        checks = CheckSections(of: result, isFull: isFull)
    }

    /// What the templates show.
    var model: HTMLTemplates.Model {
        let parts = parts.filter { !$0.isEmpty }
        return [
            "policy": HTMLTemplates.policy,
            "style": HTMLTemplates.style,
            "script": HTMLTemplates.script,
            "documentTitle": result.heading,
            "name": result.scenario,
            "title": Self.shown(result.title),
            "verdict": result.verdict.rawValue,
            "sign": Self.sign(of: result.verdict),
            "verdictText": sections.verdict,
            "identity": identity,
            "command": result.command,
            "contents": parts.map { ["id": $0.identifier, "heading": $0.heading] },
            "parts": parts.map(\.model),
            "footer": "Written by bench from the data that result.json holds as well; the "
                + "command above gives the same run again, event for event.",
        ]
    }

    /// A text that a template shows only where there is one.
    static func shown(_ text: String) -> Any { text.isEmpty ? false : text }

    /// The sign of a verdict.
    static func sign(of verdict: Verdict) -> String {
        switch verdict {
        case .held: "✓"
        case .undecided: "?"
        case .failed: "✗"
        }
    }

    private var identity: [HTMLTemplates.Model] {
        var values = [
            Self.value("seed", String(result.seed), json: String(result.seed), at: "/seed"),
            Self.value("digest", result.digest),
        ]
        if result.cells.count == 1 {
            let cell = result.cells[0]
            values += [
                Self.value(
                    "virtual time",
                    TimeText.rounded(.nanoseconds(cell.duration)),
                    json: String(cell.duration),
                    at: "/cells/0/duration"
                ),
                Self.value(
                    "events",
                    NumberText.grouped(Int(clamping: cell.events)),
                    json: String(cell.events),
                    at: "/cells/0/events"
                ),
            ]
        } else {
            values.append(Self.value("runs", NumberText.grouped(result.cells.count)))
        }
        values.append(Self.value("instant zero", result.start))
        return values
    }

    /// A name with a value, and where that stands in the file.
    static func value(
        _ name: String,
        _ text: String,
        json: String? = nil,
        at pointer: String = ""
    ) -> HTMLTemplates.Model {
        ["name": name, "text": text, "json": json ?? false, "pointer": pointer]
    }

    // MARK: Parts

    private var parts: [PagePart] {
        result.isMatrix
            ? [summary, expectations, cards, comparison, tables, timeline, runs, source]
            : [summary, expectations, charts, tables, timeline, figures, source]
    }

    private var summary: PagePart {
        var part = PagePart("summary", "At a glance")
        if !result.isMatrix {
            part.tiles = KeyFigures(of: result.cells[0], at: "/cells/0").tiles
        }
        let violations = sections.violations.map { section in
            let checks = section.notes.map { CheckLine(isHeld: false, text: $0, actual: "") }
            return ReportSection(title: section.title, checks: checks)
        }
        part.blocks = (violations + sections.notes).map { BlockModel($0) }
        return part
    }

    private var expectations: PagePart {
        var part = PagePart("checks", "Expectations")
        part.blocks = (checks.expectations + checks.claims).map { BlockModel($0) }
        return part
    }

    private var charts: PagePart {
        var part = PagePart("charts", "Charts")
        let charts = CellCharts(of: result.cells[0], detail: .full)
        part.figures = charts.all
        if let unchanged = charts.unchanged {
            part.blocks = [BlockModel(ReportSection(title: "", notes: [unchanged]))]
        }
        return part
    }

    private var comparison: PagePart {
        var part = PagePart("comparison", "Comparison")
        part.figures = MatrixCharts(of: result).charts
        return part
    }

    private var cards: PagePart {
        var part = PagePart("cards", "Runs")
        part.cards = MatrixRuns(of: result, isFull: isFull).cards
        return part
    }

    private var runs: PagePart {
        var part = PagePart("runs", "Each run")
        let runs = MatrixRuns(of: result, isFull: isFull)
        part.folded = runs.folded
        if runs.omitted > 0 {
            var section = ReportSection(title: "")
            let more = ReportSections.counted(runs.omitted, "more run")
            section.notes = [
                "\(more): see the tables above and result.json, or ask for --full."
            ]
            part.blocks = [BlockModel(section)]
        }
        return part
    }

    /// Every figure of the only run, to look one up.
    private var figures: PagePart {
        var part = PagePart("all-figures", "All figures")
        let rows = result.cells[0].figures.all.enumerated().filter { $0.element.value != nil }
        let table = ChartTable(
            columns: [
                .init(header: "figure", isNumeric: false),
                .init(header: "value", pointer: "/cells/0/figures/*/value"),
            ],
            rows: rows.map { place, figure in
                .init(
                    number: place,
                    values: [
                        .init(figure.reference.description),
                        .init(
                            FigureText.value(figure.value, of: figure.reference),
                            json: JSONValue(figure.value).written()
                        ),
                    ]
                )
            },
            place: "figures.csv"
        ).cut(TableModel.rowsMaximum)
        guard !table.rows.isEmpty else { return part }
        var block = BlockModel(ReportSection(title: ""))
        block.folded = ("\(ReportSections.counted(rows.count, "figure"))", table)
        part.blocks = [block]
        return part
    }

    /// What was run.
    private var source: PagePart {
        var part = PagePart("configuration", "Configuration")
        guard result.configuration != .null else { return part }
        var block = BlockModel(ReportSection(title: ""))
        block.source = ("With every default filled in", result.configuration.written())
        part.blocks = [block]
        return part
    }

    private var tables: PagePart {
        var part = PagePart("tables", "Figures")
        part.blocks = sections.figures.map { BlockModel($0) }
        return part
    }

    private var timeline: PagePart {
        var part = PagePart("timeline", "Timeline")
        part.blocks = sections.timelines.map { BlockModel($0) }
        return part
    }
}
