/// A part of a page, with a heading that the contents name.
struct PagePart {
    /// The name of its place in the page.
    let identifier: String
    /// What stands above it.
    let heading: String
    /// Values in large letters.
    var tiles: [HTMLTemplates.Model] = []
    /// Drawings.
    var figures: [Chart] = []
    /// Tables, conditions and notes.
    var blocks: [BlockModel] = []
    /// A card for each run.
    var cards: [HTMLTemplates.Model] = []
    /// What is shown when it is asked for.
    var folded: [HTMLTemplates.Model] = []

    init(_ identifier: String, _ heading: String) {
        self.identifier = identifier
        self.heading = heading
    }

    /// Whether there is nothing in it.
    var isEmpty: Bool {
        tiles.isEmpty && figures.isEmpty && blocks.isEmpty && cards.isEmpty && folded.isEmpty
    }

    /// What the templates show.
    var model: HTMLTemplates.Model {
        [
            "id": identifier,
            "heading": heading,
            "tiles": tiles,
            "tiles?": !tiles.isEmpty,
            "figures": figures.enumerated().map { index, chart in
                FigureModel.model(of: chart, identifier: "\(identifier)-\(index)")
            },
            "figures?": !figures.isEmpty,
            "blocks": blocks.map { $0.model(below: heading) },
            "cards": cards,
            "cards?": !cards.isEmpty,
            "folded": folded,
        ]
    }
}

/// A section of a report as the templates show it.
struct BlockModel {
    /// The section.
    var section: ReportSection
    /// A table with the places of its values that is shown when it is asked for, with what stands
    /// above it.
    var folded: (label: String, table: ChartTable)?
    /// A text that is shown when it is asked for, with what stands above it.
    var source: (label: String, text: String)?

    init(_ section: ReportSection) {
        self.section = section
    }

    /// What the templates show; a heading that would only repeat that of its part is left out.
    func model(below heading: String) -> HTMLTemplates.Model {
        let tables = section.table.map { [TableModel.model(of: $0, label: section.title)] } ?? []
        var folded: Any = false
        if let (label, table) = self.folded {
            folded = ["label": label, "folded": [TableModel.model(of: table, label: label)]]
        }
        var source: Any = false
        if let (label, text) = self.source { source = ["label": label, "text": text] }
        return [
            "subheading": section.title == heading ? false : PageModel.shown(section.title),
            "checks": section.checks.map(model),
            "checks?": !section.checks.isEmpty,
            "tables": tables,
            "notes": section.notes,
            "notes?": !section.notes.isEmpty,
            "folded": folded,
            "source": source,
        ]
    }

    private func model(of line: CheckLine) -> HTMLTemplates.Model {
        [
            "state": line.isHeld ? "held" : "failed",
            "sign": line.isHeld ? "✓" : "✗",
            "text": line.text,
            "actual": PageModel.shown(line.actual),
            "source": line.source ?? false,
        ]
    }
}
