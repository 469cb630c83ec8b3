/// Drawings as the templates show them.
enum FigureModel {
    /// The drawing with its title, legend and data.
    ///
    /// - Parameter identifier: Tells it from the others of the page.
    static func model(of chart: Chart, identifier: String) -> HTMLTemplates.Model {
        let tables = chart.tables.map {
            TableModel.model(of: $0, label: "Data: \($0.title.isEmpty ? chart.title : $0.title)")
        }
        return [
            "title": chart.title,
            "caption": chart.caption,
            "size": chart.isWide ? "wide" : "normal",
            "legend": chart.legend.map(model),
            "legend?": !chart.legend.isEmpty,
            "drawing": drawing(of: chart, identifier: identifier),
            "tables": tables,
            "tables?": !tables.isEmpty,
        ]
    }

    /// The drawing alone.
    static func drawing(of chart: Chart, identifier: String) -> String {
        let names = ("\(identifier)-title", "\(identifier)-text")
        let box = "0 0 \(SVGElement.coordinate(Chart.width)) \(SVGElement.coordinate(chart.height))"
        var drawing = SVGElement(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "chart", "viewBox": box,
                "role": "img", "aria-labelledby": "\(names.0) \(names.1)",
            ]
        )
        if let axis = chart.timeAxis {
            drawing = drawing.with("data-begin", String(axis.begin))
                .with("data-end", String(axis.end))
                .with("data-left", SVGElement.coordinate(axis.left))
                .with("data-right", SVGElement.coordinate(axis.right))
        }
        let summary = chart.summary.isEmpty ? chart.caption : chart.summary
        drawing.children =
            [
                SVGElement("title", ["id": names.0], text: chart.title),
                SVGElement("desc", ["id": names.1], text: summary),
            ] + chart.drawing
        return drawing.written
    }

    private static func model(of entry: Chart.LegendEntry) -> HTMLTemplates.Model {
        [
            "name": entry.name,
            "series": entry.series.map { String($0) } ?? false,
            "swatch": swatch(entry.style).written,
        ]
    }

    /// A small piece of what is drawn: a line, an upright mark, or an area.
    private static func swatch(_ style: String) -> SVGElement {
        switch style.first {
        case "l", "e": .line(from: Point(0, 6), to: Point(16, 6), style)
        case "m": .line(from: Point(8, 0), to: Point(8, 12), style)
        default: .rectangle(x: 1, y: 0, width: 14, height: 12, style)
        }
    }
}
