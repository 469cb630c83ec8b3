import Simulator

/// A small picture of a run: its ring, else how requests are spread, else its first series.
struct CardDrawing {
    private let cell: ResultDocument.Cell
    private let steps: Int

    private static let size = (width: 240.0, height: 90.0)
    private static let barsMaximum = 40

    /// The picture of one of so many runs.
    init(of cell: ResultDocument.Cell, among count: Int) {
        self.cell = cell
        steps = count > 12 ? 72 : 180
    }

    /// The picture as XML; empty where there is nothing to draw.
    var written: String {
        let children = bars + ring
        guard !children.isEmpty else { return "" }
        let box = "0 0 \(SVGElement.coordinate(Self.size.width)) 90"
        return SVGElement(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "small-chart", "viewBox": box,
                "role": "img", "aria-label": description,
            ],
            children
        ).written
    }

    private var description: String {
        let parts = cell.distribution.prefix(12).map {
            "\($0.name) \(DecimalText.percent($0.share ?? 0, decimals: 1))"
        }
        return parts.isEmpty ? "the ring" : "Shares: \(parts.joined(separator: ", "))"
    }

    /// The ring, at the right.
    private var ring: [SVGElement] {
        guard let ring = cell.observations.ring else { return [] }
        return RingChart.small(ring, around: Point(195, 45), radius: 34, steps: steps)
    }

    /// An upright bar for each server, with a mark for what the placement gives it.
    private var bars: [SVGElement] {
        let servers = cell.distribution
        guard !servers.isEmpty, servers.count <= Self.barsMaximum else { return [] }
        let shares = servers.map { $0.share ?? 0 }
        let greatest = max((shares + servers.compactMap(\.expectedShare)).max() ?? 0, 1e-9)
        let width = cell.observations.ring == nil ? Self.size.width : 140
        let step = width / Double(servers.count)
        let scale = Scale(from: 0, to: greatest, start: Self.size.height - 2, end: 6)
        var drawing = servers.enumerated().flatMap { index, server -> [SVGElement] in
            let x = Double(index) * step + step * 0.12
            let top = scale.place(shares[index])
            let share = DecimalText.percent(shares[index], decimals: 2)
            var elements = [
                SVGElement.rectangle(
                    x: x,
                    y: top,
                    width: step * 0.76,
                    height: Self.size.height - 2 - top,
                    "f\(index % 8)"
                ).titled("\(server.name): \(share)")
            ]
            if let expected = server.expectedShare {
                let y = scale.place(expected)
                elements.append(
                    .line(from: Point(x - 1, y), to: Point(x + step * 0.76 + 1, y), "mark")
                )
            }
            return elements
        }
        let even = scale.place(1 / Double(servers.count))
        drawing.append(.line(from: Point(0, even), to: Point(width, even), "even"))
        return drawing
    }
}
