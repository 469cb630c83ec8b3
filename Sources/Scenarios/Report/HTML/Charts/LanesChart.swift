import Simulator

/// What lasted, as bars in lanes: tasks by worker, or what befell nodes.
struct LanesChart {
    /// What is drawn.
    enum Subject: Sendable {
        /// Jobs and the attempts at their tasks.
        case work
        /// Nodes: faults, crashes, leaders, what was out of rotation, deployments.
        case nodes

        /// The kinds that belong to it.
        var kinds: [Activity.Kind] {
            switch self {
            case .work: [.job, .task]
            case .nodes: [.fault, .down, .excluded, .leadership, .deployment]
            }
        }
    }

    let subject: Subject
    /// All activities of the run; only those of the subject's kinds are drawn.
    let activities: [Activity]
    /// Activities that were not kept.
    let omitted: Int
    /// What happened at an instant.
    let events: [ResultDocument.Event]
    /// When the run ended, in nanoseconds.
    let end: Int
    let pointer: String
    let detail: CellCharts.Detail

    private static let left = 132.0
    private static let laneHeight = 13.0
    private static let lanesMaximum = 60
    private static let linesMaximum = 8

    /// A row of lanes: everything of one node, worker or link.
    private struct Track {
        var name: String
        var bars: [(place: Int, activity: Activity, lane: Int)] = []
        var lanes = 1
    }

    /// The chart; nothing where nothing lasted.
    var chart: Chart? {
        let tracks = tracks
        guard !tracks.isEmpty, end > 0 else { return nil }
        var top = PlotFrame.top
        var bars: [SVGElement] = []
        var names: [SVGElement] = []
        let height = tracks.reduce(PlotFrame.top + PlotFrame.bottom) { $0 + self.height(of: $1) }
        let frame = PlotFrame(
            across: (0, Double(end)),
            upward: (0, 1),
            left: Self.left,
            height: height
        )
        for track in tracks {
            let name = TextWidth.shortened(track.name, to: 14, isASCII: false)
            let middle = top + Double(track.lanes) * Self.laneHeight / 2 + 6
            names.append(
                .label(name, at: Point(Self.left - 7, middle), .end).titled(track.name)
            )
            bars += track.bars.map { bar($0.activity, lane: $0.lane, top: top, frame) }
            bars += marks(of: track, top: top, frame)
            top += self.height(of: track)
        }
        return Chart(
            title: subject == .work ? "Jobs and tasks" : "Nodes over time",
            caption: caption,
            summary: summary(tracks.count),
            height: height,
            drawing: frame.acrossAxis(.instant) + names + [frame.area(bars)],
            legend: legend,
            tables: [table],
            timeAxis: .init(begin: 0, end: end, left: frame.across.start, right: frame.across.end)
        )
    }

    private func height(of track: Track) -> Double {
        max(18, Double(track.lanes) * Self.laneHeight + 6)
    }

    // MARK: Tracks

    private var own: [(place: Int, activity: Activity)] {
        activities.enumerated().filter { subject.kinds.contains($0.element.kind) }
            .map { (place: $0.offset, activity: $0.element) }
    }

    /// The tracks in the order in which their subjects appear, with what fits.
    private var tracks: [Track] {
        let shown = own.prefix(detail.items)
        var tracks: [Track] = []
        var places: [String: Int] = [:]
        var free: [[Int]] = []
        let sorted = shown.sorted {
            ($0.activity.begin, $0.place) < ($1.activity.begin, $1.place)
        }
        for (place, activity) in sorted {
            let index = places[activity.subject] ?? tracks.count
            if index == tracks.count {
                guard tracks.count < Self.lanesMaximum else { continue }
                places[activity.subject] = index
                tracks.append(Track(name: activity.subject))
                free.append([])
            }
            let lane = free[index].firstIndex { $0 <= activity.begin } ?? free[index].count
            guard lane < Self.linesMaximum else { continue }
            if lane == free[index].count { free[index].append(0) }
            free[index][lane] = max(activity.begin + 1, activity.end ?? end)
            tracks[index].bars.append((place, activity, lane))
            tracks[index].lanes = max(tracks[index].lanes, lane + 1)
        }
        return tracks.sorted { Self.order($0.name) < Self.order($1.name) }
    }

    /// Names in the order of their words, and numbers in them by their value.
    private static func order(_ name: String) -> String {
        var padded = ""
        var digits = ""
        for character in name + " " {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            padded += String(repeating: "0", count: max(0, digits.isEmpty ? 0 : 9 - digits.count))
            padded += digits
            digits = ""
            padded.append(character)
        }
        return padded
    }

    private func bar(
        _ activity: Activity,
        lane: Int,
        top: Double,
        _ frame: PlotFrame
    ) -> SVGElement {
        let begin = frame.across.place(Double(activity.begin))
        let finish = frame.across.place(Double(activity.end ?? end))
        return SVGElement.rectangle(
            x: begin,
            y: top + 3 + Double(lane) * Self.laneHeight,
            width: max(1, finish - begin),
            height: Self.laneHeight - 2,
            style(of: activity)
        ).titled(text(of: activity))
    }

    /// Events of the timeline that happened to the subject of a track.
    private func marks(of track: Track, top: Double, _ frame: PlotFrame) -> [SVGElement] {
        guard subject == .nodes else { return [] }
        let own = events.filter { $0.subject == track.name }.prefix(detail.items / 4)
        return own.map { event in
            let x = frame.across.place(Double(event.instant))
            let bottom = top + height(of: track) - 1
            let instant = Quantity.instant.text(Double(event.instant))
            return SVGElement.line(from: Point(x, top + 1), to: Point(x, bottom), "event")
                .titled("\(track.name): \(event.event) at \(instant)")
        }
    }

    private func style(of activity: Activity) -> String {
        switch activity.kind {
        case .fault: "f4"
        case .down: "f1"
        case .excluded: "f6"
        case .leadership: "f2"
        case .deployment: "f0"
        case .job: "job \(isBad(activity) ? "f1" : "f6")"
        case .task: isBad(activity) ? "f1" : activity.end == nil ? "f4" : "f0"
        }
    }

    private func isBad(_ activity: Activity) -> Bool {
        let outcome = (activity.outcome ?? "").lowercased()
        return ["fail", "lost", "crash", "dead", "cancel", "expire", "timed", "abandon"]
            .contains { outcome.contains($0) }
    }

    // MARK: Words

    private var legend: [Chart.LegendEntry] {
        let kinds = subject.kinds.filter { kind in own.contains { $0.activity.kind == kind } }
        var entries = kinds.map { kind -> Chart.LegendEntry in
            switch kind {
            case .fault: .init(name: "a fault is on", style: "f4")
            case .down: .init(name: "down", style: "f1")
            case .excluded: .init(name: "out of rotation", style: "f6")
            case .leadership: .init(name: "leads", style: "f2")
            case .deployment: .init(name: "is deployed", style: "f0")
            case .job: .init(name: "job", style: "f6")
            case .task: .init(name: "attempt at a task", style: "f0")
            }
        }
        if subject == .work, own.contains(where: { isBad($0.activity) }) {
            entries.append(.init(name: "failed or lost", style: "f1"))
        }
        return entries
    }

    private var caption: String {
        let left = max(0, own.count - detail.items) + omitted
        let rest = left == 0 ? "" : " Not drawn: \(ReportSections.counted(left, "further one"))."
        switch subject {
        case .work: return "A bar for each job and each attempt, from its begin to its end.\(rest)"
        case .nodes:
            return "A row for each node or link; the upright strokes are entries of the "
                + "timeline.\(rest)"
        }
    }

    private func summary(_ tracks: Int) -> String {
        let bars = ReportSections.counted(own.count, "bar")
        return "\(bars) in \(ReportSections.counted(tracks, "row")) over "
            + "\(Quantity.instant.text(Double(end))); the table lists them."
    }

    private func text(of activity: Activity) -> String {
        let begin = Quantity.instant.text(Double(activity.begin))
        let finish = activity.end.map { Quantity.instant.text(Double($0)) } ?? "the end"
        let group = activity.group.map { " of \($0)" } ?? ""
        let outcome = activity.outcome.map { ": \($0)" } ?? ""
        return "\(activity.subject): \(activity.name)\(group)\(outcome), \(begin) to \(finish)"
    }

    private var table: ChartTable {
        let base = "\(pointer)/observations/activities/*"
        let rows = own.map { place, activity -> ChartTable.Row in
            let instant = { (value: Int?) in
                ChartTable.Value(
                    value.map { Quantity.instant.text(Double($0)) } ?? "-",
                    json: value.map { String($0) }
                )
            }
            return .init(
                number: place,
                values: [
                    .init(activity.kind.rawValue), .init(activity.subject), .init(activity.name),
                    .init(activity.group ?? ""), instant(activity.begin), instant(activity.end),
                    .init(activity.outcome ?? ""),
                ]
            )
        }
        return ChartTable(
            columns: [
                .init(header: "kind", isNumeric: false), .init(header: "on", isNumeric: false),
                .init(header: "what", isNumeric: false), .init(header: "of", isNumeric: false),
                .init(header: "begin", pointer: "\(base)/begin"),
                .init(header: "end", pointer: "\(base)/end"),
                .init(header: "outcome", isNumeric: false),
            ],
            rows: rows,
            omitted: omitted,
            place: "result.json"
        ).cut(detail.rows * 2)
    }
}
