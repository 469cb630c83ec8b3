import Simulator

/// A small picture of a run, or of several beside each other: how requests are spread, and the
/// ring where there is one.
struct CardDrawing {
    private let runs: [ResultDocument.Cell]
    /// What stands below each run.
    private let steps: [String]
    /// How many arcs a ring is drawn with.
    private let arcs: Int

    private static let size = (width: 240.0, height: 90.0)
    private static let runsMaximum = 6
    private static let barsMaximum = 40

    /// The picture of runs.
    ///
    /// - Parameters:
    ///   - steps: What tells the runs apart; empty for a single one.
    ///   - count: How many runs the page has.
    init(of runs: [ResultDocument.Cell], steps: [String], among count: Int) {
        self.runs = Array(runs.prefix(Self.runsMaximum))
        self.steps = steps
        arcs = count > 12 ? 60 : 180
    }

    /// The picture as XML; empty where there is nothing to draw.
    var written: String {
        let room = Self.size.width / Double(max(1, runs.count))
        let children = runs.enumerated().flatMap { index, run in
            draw(run, left: Double(index) * room, width: room - (runs.count > 1 ? 6 : 0))
        }
        guard !children.isEmpty else { return "" }
        let labels = runs.indices.filter { $0 < steps.count && runs.count > 1 }.map { index in
            SVGElement.label(
                TextWidth.shortened(steps[index], to: 6, isASCII: false),
                at: Point((Double(index) + 0.5) * room - 3, Self.size.height + 13),
                .middle
            )
        }
        let height = Self.size.height + (labels.isEmpty ? 0 : 18)
        return SVGElement(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "small-chart",
                "viewBox": "0 0 240 \(SVGElement.coordinate(height))", "role": "img",
                "aria-label": description,
            ],
            children + labels
        ).written
    }

    private var description: String {
        let run = runs[0]
        let parts = run.distribution.prefix(12).map {
            "\($0.name) \(DecimalText.percent($0.share ?? 0, decimals: 1))"
        }
        return parts.isEmpty ? "the ring" : "Shares: \(parts.joined(separator: ", "))"
    }

    private func draw(
        _ run: ResultDocument.Cell,
        left: Double,
        width: Double
    ) -> [SVGElement] {
        guard let ring = run.observations.ring, runs.count == 1 else {
            return bars(of: run, left: left, width: width)
        }
        let centre = Point(left + width - 45, 45)
        return bars(of: run, left: left, width: width - 100)
            + RingChart.small(ring, around: centre, radius: 34, steps: arcs)
    }

    /// An upright bar for each server, with a mark for what the placement gives it.
    private func bars(
        of run: ResultDocument.Cell,
        left: Double,
        width: Double
    ) -> [SVGElement] {
        let servers = run.distribution
        guard !servers.isEmpty, servers.count <= Self.barsMaximum else { return [] }
        let shares = servers.map { $0.share ?? 0 }
        let greatest = max((shares + servers.compactMap(\.expectedShare)).max() ?? 0, 1e-9)
        let step = width / Double(servers.count)
        let scale = Scale(from: 0, to: greatest, start: Self.size.height - 2, end: 6)
        var drawing = servers.enumerated().flatMap { index, server -> [SVGElement] in
            let x = left + Double(index) * step + step * 0.12
            let top = scale.place(shares[index])
            let share = DecimalText.percent(shares[index], decimals: 2)
            let bar = SVGElement.rectangle(
                x: x,
                y: top,
                width: step * 0.76,
                height: Self.size.height - 2 - top,
                "f\(index % 8)"
            ).titled("\(server.name): \(share)")
            guard let expected = server.expectedShare else { return [bar] }
            let y = scale.place(expected)
            return [bar, .line(from: Point(x - 1, y), to: Point(x + step * 0.76 + 1, y), "mark")]
        }
        let even = scale.place(1 / Double(servers.count))
        drawing.append(.line(from: Point(left, even), to: Point(left + width, even), "even"))
        return drawing
    }
}
