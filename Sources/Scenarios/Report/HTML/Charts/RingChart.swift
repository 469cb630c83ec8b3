import Simulator

/// A ring as a circle: outside the arcs as they lie, inside the sum of those of each server.
struct RingChart {
    let ring: RingArcs
    let pointer: String
    let detail: CellCharts.Detail

    /// Arcs of less than this part of a turn cannot be seen; then the ring is drawn in steps.
    private static let arcsMaximum = 720
    /// Servers that are named beside the circle at most.
    private static let namesMaximum = 12
    private static let centre = Point(150, 150)
    private static let radius = 124.0
    private static let innerRadius = 92.0
    private static let height = 300.0

    /// What a server has of the circle.
    private struct Share {
        var server: Int
        var part = 0.0
        var arcs = 0
        var longest = 0.0
    }

    /// The chart; nothing without an arc.
    var chart: Chart? {
        guard !ring.arcs.isEmpty else { return nil }
        let shares = shares
        var begin = 0.0
        let sums = shares.map { share -> SVGElement in
            defer { begin += share.part }
            let steps = Turn.arc(
                from: begin,
                to: min(1, begin + share.part),
                around: Self.centre,
                radius: Self.innerRadius
            )
            return SVGElement("path", ["d": steps, "class": "sum r\(share.server % 8)"])
                .titled(text(of: share))
        }
        let centre = [
            SVGElement.label(
                NumberText.grouped(ring.arcs.count),
                at: Point(Self.centre.x, Self.centre.y),
                .middle,
                "large"
            ),
            .label("arcs", at: Point(Self.centre.x, Self.centre.y + 20), .middle, "axis"),
        ]
        return Chart(
            title: "The ring",
            caption: caption,
            summary: "A circle: \(shares.prefix(12).map(text).joined(separator: "; ")).",
            height: Self.height,
            drawing: outer(shares) + sums + centre + names(shares),
            tables: [summaryTable(shares), arcsTable]
        )
    }

    private var shares: [Share] {
        var shares = ring.servers.indices.map { Share(server: $0) }
        for arc in ring.arcs where shares.indices.contains(arc.server) {
            let length = length(arc)
            shares[arc.server].part += length
            shares[arc.server].arcs += 1
            shares[arc.server].longest = max(shares[arc.server].longest, length)
        }
        return shares
    }

    private func length(_ arc: RingArcs.Arc) -> Double {
        arc.end < arc.begin ? arc.end + 1 - arc.begin : arc.end - arc.begin
    }

    private var isStepped: Bool { ring.arcs.count > Self.arcsMaximum }

    /// The arcs of each server in one path.
    private func outer(_ shares: [Share]) -> [SVGElement] {
        var paths = Array(repeating: "", count: ring.servers.count)
        for arc in isStepped ? Self.steps(of: ring, Self.arcsMaximum) : ring.arcs
        where paths.indices.contains(arc.server) {
            paths[arc.server] += Turn.arc(
                from: arc.begin,
                to: arc.end,
                around: Self.centre,
                radius: Self.radius
            )
        }
        return shares.filter { !paths[$0.server].isEmpty }.map { share in
            SVGElement(
                "path",
                ["d": paths[share.server], "class": "arcs r\(share.server % 8)"]
            ).titled(text(of: share))
        }
    }

    /// The ring in equal steps, each of the server that has its middle.
    private static func steps(of ring: RingArcs, _ count: Int) -> [RingArcs.Arc] {
        let sorted = ring.arcs.sorted { $0.end < $1.end }
        var place = 0
        var steps: [RingArcs.Arc] = []
        for step in 0..<count {
            let middle = (Double(step) + 0.5) / Double(count)
            while place < sorted.count - 1, sorted[place].end < middle { place += 1 }
            let isBeyond = sorted[place].end < middle
            let server = isBeyond ? sorted[0].server : sorted[place].server
            let end = Double(step + 1) / Double(count)
            if steps.last?.server == server {
                steps[steps.count - 1].end = end
            } else {
                let begin = Double(step) / Double(count)
                steps.append(.init(server: server, begin: begin, end: end))
            }
        }
        return steps
    }

    /// The ring alone, in so many steps.
    static func small(
        _ ring: RingArcs,
        around centre: Point,
        radius: Double,
        steps count: Int
    ) -> [SVGElement] {
        guard !ring.arcs.isEmpty else { return [] }
        var paths = Array(repeating: "", count: ring.servers.count)
        for arc in steps(of: ring, count) where paths.indices.contains(arc.server) {
            paths[arc.server] += Turn.arc(
                from: arc.begin,
                to: arc.end,
                around: centre,
                radius: radius
            )
        }
        return paths.enumerated().filter { !$0.element.isEmpty }.map { server, path in
            SVGElement("path", ["d": path, "class": "sum r\(server % 8)"])
        }
    }

    private func names(_ shares: [Share]) -> [SVGElement] {
        let shown =
            shares.count > Self.namesMaximum
            ? Array(
                shares.sorted { ($1.part, $0.server) < ($0.part, $1.server) }
                    .prefix(Self.namesMaximum)
            )
            : shares
        let step = min(30, 280 / Double(max(1, shown.count)))
        let top = Self.centre.y - step * Double(shown.count - 1) / 2
        return shown.enumerated().flatMap { index, share -> [SVGElement] in
            let y = top + Double(index) * step
            let name = TextWidth.shortened(ring.servers[share.server], to: 14, isASCII: false)
            let part = DecimalText.percent(share.part, decimals: 2)
            return [
                .rectangle(x: 318, y: y - 6, width: 12, height: 12, "f\(share.server % 8)"),
                .label(name, at: Point(338, y + 5)),
                .label(part, at: Point(Chart.width - 4, y + 5), .end, "strong"),
            ]
        }
    }

    // MARK: Words

    private func text(of share: Share) -> String {
        let arcs = ReportSections.counted(share.arcs, "arc")
        let part = DecimalText.percent(share.part, decimals: 2)
        return "\(ring.servers[share.server]) \(part) in \(arcs)"
    }

    private var caption: String {
        let stepped =
            isStepped
            ? " It has too many arcs to tell them apart, and is drawn in "
                + "\(NumberText.grouped(Self.arcsMaximum)) steps." : ""
        return "Outside: whose keys lie where, clockwise from the top. Inside: what each server "
            + "has of the whole, over which requests need not be spread evenly.\(stepped)"
    }

    private func summaryTable(_ shares: [Share]) -> ChartTable {
        let rows = shares.map { share in
            ChartTable.Row(
                number: share.server,
                values: [
                    .init(ring.servers[share.server]),
                    .init(DecimalText.percent(share.part, decimals: 2)),
                    .init(NumberText.grouped(share.arcs)),
                    .init(DecimalText.percent(share.longest, decimals: 2)),
                ]
            )
        }
        return ChartTable(
            title: "Sums",
            columns: [
                .init(header: "server", isNumeric: false), .init(header: "of the circle"),
                .init(header: "arcs"), .init(header: "longest"),
            ],
            rows: rows,
            place: "result.json"
        ).cut(detail.rows)
    }

    private var arcsTable: ChartTable {
        let base = "\(pointer)/observations/ring"
        let rows = ring.arcs.enumerated().map { index, arc in
            ChartTable.Row(
                number: index,
                values: [
                    .init(
                        DecimalText.percent(arc.end, decimals: 3),
                        json: JSONValue.decimal(arc.end).written()
                    ),
                    .init(String(arc.server), json: String(arc.server)),
                    .init(
                        ring.servers.indices.contains(arc.server)
                            ? ring.servers[arc.server] : "-"
                    ),
                ]
            )
        }
        return ChartTable(
            title: "Arcs",
            columns: [
                .init(header: "ends at", pointer: "\(base)/ends/*"),
                .init(header: "owner", pointer: "\(base)/owners/*"),
                .init(header: "server", isNumeric: false),
            ],
            rows: rows,
            place: "result.json"
        ).cut(detail.rows)
    }
}
