/// A dashboard in the JSON of Grafana, to be imported.
///
/// Source: Grafana, "Dashboard JSON model", version 39 of the schema, which Grafana 10 and later
/// read.
public struct GrafanaDashboard: Sendable {
    /// What is shown.
    public var dashboard: Dashboard
    /// The scenario that is chosen at first.
    public var scenario: String
    /// When the time that is shown begins and ends: `2024-01-01T00:00:00Z`.
    public var span: (begin: String, end: String)

    /// The width of a page in the units of the grid.
    private static let pageWidth = 24

    /// A dashboard that shows the scenario of `result` over its time at first, or a shipped one
    /// where there is no result.
    public init(_ dashboard: Dashboard, of result: ResultDocument?) {
        self.dashboard = dashboard
        scenario = result?.scenario ?? dashboard.scenario
        let start = result.flatMap { try? InstantText.parse($0.start) } ?? Scenario().start
        let length = result?.cells.map(\.duration).max() ?? 600_000_000_000
        let end = CalendarInstant(sinceEpoch: start.sinceEpoch + .nanoseconds(length))
        span = (InstantText.written(start), InstantText.written(end))
    }

    /// The JSON, ending with a line feed.
    public var json: String {
        JSONValue.members([
            "uid": .string("cluster-simulator-\(dashboard.name)"),
            "title": .string(dashboard.title),
            "description": .string(dashboard.documentation),
            "tags": .array([.string("cluster-simulator")]),
            "timezone": .string("utc"),
            "schemaVersion": .integer(39),
            "version": .integer(1),
            "editable": .boolean(true),
            // A pointer over one panel is shown in all of them.
            "graphTooltip": .integer(1),
            "time": .members(["from": .string(span.begin), "to": .string(span.end)]),
            "templating": .members(["list": .array(variables)]),
            "annotations": .members(["list": .array([])]),
            "panels": .array(panels),
        ]).written() + "\n"
    }

    // MARK: Variables

    private static let source = JSONValue.members([
        "type": .string("prometheus"), "uid": .string("${source}"),
    ])

    private var variables: [JSONValue] {
        [
            .members([
                "name": .string("source"), "label": .string("Data source"),
                "type": .string("datasource"), "query": .string("prometheus"),
            ]),
            .members([
                "name": .string("scenario"), "label": .string("Scenario"),
                "type": .string("query"), "datasource": Self.source,
                "query": .string("label_values(scenario)"), "refresh": .integer(2),
                "current": Self.choice(scenario),
            ]),
            .members([
                "name": .string("window"), "label": .string("Rates over"),
                "type": .string("custom"), "query": .string("5s,15s,1m,5m,1h"),
                "current": Self.choice("1m"),
            ]),
        ]
    }

    private static func choice(_ value: String) -> JSONValue {
        .members(["text": .string(value), "value": .string(value)])
    }

    // MARK: Panels

    /// The panels from left to right, and in a new row where one has no place.
    private var panels: [JSONValue] {
        var (left, top, height) = (0, 0, 0)
        return dashboard.panels.enumerated().map { number, panel in
            let size = Self.size(of: panel)
            if left + size.width > Self.pageWidth { (left, top, height) = (0, top + height, 0) }
            defer {
                left += size.width
                height = max(height, size.height)
            }
            return Self.json(
                of: panel,
                number: number + 1,
                at: [
                    "x": .integer(left), "y": .integer(top), "w": .integer(size.width),
                    "h": .integer(size.height),
                ]
            )
        }
    }

    private static func size(of panel: Dashboard.Panel) -> (width: Int, height: Int) {
        switch panel.style {
        case .lines: (pageWidth / 2, 8)
        case .number: (pageWidth / 4, 4)
        }
    }

    private static func json(
        of panel: Dashboard.Panel,
        number: Int,
        at place: KeyValuePairs<String, JSONValue>
    ) -> JSONValue {
        let targets = panel.queries.enumerated().map { place, query in
            JSONValue.members([
                "refId": .string(String(UnicodeScalar(UInt8(ascii: "A") + UInt8(place % 26)))),
                "datasource": source, "expr": .string(query.text),
                "legendFormat": .string(query.legend),
                "instant": .boolean(false), "range": .boolean(true),
            ])
        }
        return .members([
            "id": .integer(number),
            "type": .string(panel.style == .lines ? "timeseries" : "stat"),
            "title": .string(panel.title),
            "description": .string(panel.documentation),
            "datasource": source,
            "gridPos": .members(place),
            "fieldConfig": .members([
                "defaults": .members(["unit": .string(panel.unit.rawValue), "min": .integer(0)]),
                "overrides": .array([]),
            ]),
            "options": panel.style == .lines ? lineOptions : numberOptions,
            "targets": .array(targets),
        ])
    }

    private static let lineOptions = JSONValue.members([
        "legend": .members([
            "displayMode": .string("table"), "placement": .string("bottom"),
            "calcs": .array([.string("mean"), .string("max")]),
        ]),
        "tooltip": .members(["mode": .string("multi"), "sort": .string("desc")]),
    ])

    private static let numberOptions = JSONValue.members([
        "reduceOptions": .members(["calcs": .array([.string("lastNotNull")])]),
        "colorMode": .string("value"), "graphMode": .string("area"),
    ])
}
