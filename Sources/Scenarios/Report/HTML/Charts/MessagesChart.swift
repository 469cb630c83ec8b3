import Simulator

/// Messages before a violation: a line down for each node, an arrow for each message.
struct MessagesChart {
    let messages: [ObservedMessage]
    let violation: ResultDocument.Violation?
    let pointer: String
    let detail: CellCharts.Detail

    private static let left = 78.0
    private static let top = 40.0
    private static let step = 19.0
    private static let nodesMaximum = 9
    private static let messagesMaximum = 60

    /// An end of an arrow, or the violation, at its height.
    private struct Moment: Equatable {
        var instant: Int
        /// The message; nothing for the violation.
        var message: Int?
        var isArrival = false
    }

    /// The chart; nothing without a message between two nodes.
    var chart: Chart? {
        let shown = shown
        let nodes = Self.nodes(of: shown.map(\.message))
        guard nodes.count > 1 else { return nil }
        let moments = moments(of: shown)
        let height = Self.top + Double(moments.count) * Self.step + 16
        let places = places(of: nodes)
        var drawing = nodes.flatMap { node -> [SVGElement] in
            let x = places[node] ?? Self.left
            let room = max(4, 64 / nodes.count)
            let name = TextWidth.shortened(node, to: room, isASCII: false)
            return [
                .line(from: Point(x, 24), to: Point(x, height - 8), "lifeline"),
                .label(name, at: Point(x, 16), .middle, "strong").titled(node),
            ]
        }
        drawing += shown.flatMap { arrow($0.message, $0.place, moments, places) }
        drawing += times(moments)
        if let violation, let row = moments.firstIndex(where: { $0.message == nil }) {
            let y = Self.height(of: row)
            drawing += [
                .line(from: Point(Self.left - 8, y), to: Point(Chart.width, y), "violation"),
                .label(
                    "✗ \(TextWidth.shortened(violation.property, to: 44, isASCII: false))",
                    at: Point(Chart.width - 2, y - 4),
                    .end,
                    "bad"
                ),
            ]
        }
        return Chart(
            title: "Messages before the violation",
            caption: caption(omitted: messages.count - shown.count),
            summary: "\(ReportSections.counted(shown.count, "arrow")) between "
                + "\(nodes.joined(separator: ", ")); the table lists them.",
            height: height,
            drawing: drawing,
            tables: [table],
            isWide: true
        )
    }

    /// The messages nearest to the violation.
    private var shown: [(place: Int, message: ObservedMessage)] {
        let all = messages.enumerated().map { (place: $0.offset, message: $0.element) }
        guard all.count > Self.messagesMaximum else { return all }
        guard let violation else { return Array(all.prefix(Self.messagesMaximum)) }
        let ranked = all.sorted {
            (abs($0.message.sent - violation.instant), $0.place)
                < (abs($1.message.sent - violation.instant), $1.place)
        }
        return ranked.prefix(Self.messagesMaximum).sorted { $0.place < $1.place }
    }

    private static func nodes(of messages: [ObservedMessage]) -> [String] {
        var nodes: [String] = []
        for message in messages {
            for node in [message.source, message.destination]
            where !nodes.contains(node) && nodes.count < nodesMaximum { nodes.append(node) }
        }
        return nodes
    }

    private func places(of nodes: [String]) -> [String: Double] {
        let room = (Chart.width - Self.left) / Double(nodes.count)
        let places = nodes.enumerated().map { index, node in
            (node, Self.left + (Double(index) + 0.5) * room)
        }
        return Dictionary(places, uniquingKeysWith: { first, _ in first })
    }

    private func moments(of shown: [(place: Int, message: ObservedMessage)]) -> [Moment] {
        var moments = shown.flatMap { place, message in
            [Moment(instant: message.sent, message: place)]
                + (message.received.map {
                    [Moment(instant: $0, message: place, isArrival: true)]
                } ?? [])
        }
        if let violation { moments.append(Moment(instant: violation.instant, message: nil)) }
        return moments.enumerated().sorted {
            ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
        }.map(\.element)
    }

    private static func height(of row: Int) -> Double { top + Double(row) * step + 6 }

    private func arrow(
        _ message: ObservedMessage,
        _ place: Int,
        _ moments: [Moment],
        _ places: [String: Double]
    ) -> [SVGElement] {
        guard let from = places[message.source], let to = places[message.destination],
            let row = moments.firstIndex(where: { $0.message == place && !$0.isArrival })
        else { return [] }
        let end = moments.firstIndex { $0.message == place && $0.isArrival }
        let start = Point(from, Self.height(of: row))
        let name = TextWidth.shortened(message.name, to: 26, isASCII: false)
        guard let end else {
            let stop = Point(from + (to - from) * 0.55, start.y + 8)
            return [
                SVGElement.line(from: start, to: stop, "arrow lost").titled(text(of: message)),
                .label("✗", at: Point(stop.x, stop.y + 4), .middle, "bad"),
                label(name, beside: start, towards: to),
            ]
        }
        let finish = Point(to, Self.height(of: end))
        let direction = to >= from ? -1.0 : 1.0
        let head = [
            finish, Point(finish.x + 7 * direction, finish.y - 4),
            Point(finish.x + 7 * direction, finish.y + 3), finish,
        ]
        return [
            SVGElement.line(from: start, to: finish, "arrow").titled(text(of: message)),
            .path(through: head, "head"),
            label(name, beside: start, towards: to),
        ]
    }

    /// The name of a message above the beginning of its arrow, where no other begins.
    private func label(_ name: String, beside start: Point, towards x: Double) -> SVGElement {
        let isRight = x >= start.x
        let place = Point(start.x + (isRight ? 7 : -7), start.y - 3)
        return .label(name, at: place, isRight ? .start : .end, "small")
    }

    private func times(_ moments: [Moment]) -> [SVGElement] {
        var last: String?
        return moments.enumerated().compactMap { row, moment in
            let text = Quantity.instant.text(Double(moment.instant))
            defer { last = text }
            guard text != last else { return nil }
            return .label(text, at: Point(Self.left - 12, Self.height(of: row) + 4), .end, "axis")
        }
    }

    // MARK: Words

    private func text(of message: ObservedMessage) -> String {
        let sent = Quantity.instant.text(Double(message.sent))
        let received =
            message.received.map { ", arrived at \(Quantity.instant.text(Double($0)))" }
            ?? ", did not arrive"
        return "\(message.source) to \(message.destination): \(message.name), sent at \(sent)"
            + received
    }

    private func caption(omitted: Int) -> String {
        let rest =
            omitted > 0
            ? " Not drawn: \(ReportSections.counted(omitted, "message")) further off." : ""
        return "Time runs downward, one step for each event, not to scale. Broken lines are "
            + "messages that did not arrive.\(rest)"
    }

    private var table: ChartTable {
        let base = "\(pointer)/observations/messages/*"
        let rows = messages.enumerated().map { index, message in
            ChartTable.Row(
                number: index,
                values: [
                    .init(message.source), .init(message.destination), .init(message.name),
                    .init(
                        Quantity.instant.text(Double(message.sent)),
                        json: String(message.sent)
                    ),
                    .init(
                        message.received.map { Quantity.instant.text(Double($0)) } ?? "-",
                        json: message.received.map { String($0) }
                    ),
                ]
            )
        }
        return ChartTable(
            columns: [
                .init(header: "from", isNumeric: false), .init(header: "to", isNumeric: false),
                .init(header: "what", isNumeric: false),
                .init(header: "sent", pointer: "\(base)/sent"),
                .init(header: "received", pointer: "\(base)/received"),
            ],
            rows: rows,
            place: "result.json"
        ).cut(detail.rows * 2)
    }
}
