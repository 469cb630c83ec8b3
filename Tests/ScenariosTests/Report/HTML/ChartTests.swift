import Simulator
import Testing

@testable import Scenarios

struct ChartTests {
    private func attribute(_ name: String, of element: SVGElement) -> String? {
        element.attributes.first { $0.name == name }?.value
    }

    @Test
    func `bars are as long as shares, with marks where the placement expects them`() throws {
        let document = try HTMLFixture.document()
        let chart = try #require(
            CellCharts(of: document.cells[0], detail: .full).distribution
        )
        let bars = chart.drawing.filter { attribute("class", of: $0) == "f0" }
        let marks = chart.drawing.filter { attribute("class", of: $0) == "mark" }
        let widths = try bars.map { try #require(Double(attribute("width", of: $0) ?? "")) }
        // 8,439, 484 and 1,077 of 10,000: lengths as the counts are to each other.
        #expect(abs(widths[1] / widths[0] - 484.0 / 8_439) < 1e-3)
        #expect(abs(widths[2] / widths[0] - 1_077.0 / 8_439) < 1e-3)
        let places = try marks.map { try #require(Double(attribute("x1", of: $0) ?? "")) - 8 }
        // 108 of 128 slots.
        #expect(abs(places[0] / widths[0] - (108.0 / 128) / 0.8439) < 1e-3)
    }

    @Test
    func `a band holds what the binomial law gives in 999 of 1,000 runs`() {
        // Half of 100: a deviation of 0.05, and 3.2905 of them to either side.
        let (low, high) = DistributionChart.band(0.5, of: 100)
        #expect(abs(low - 0.335_47) < 1e-4 && abs(high - 0.664_53) < 1e-4)
        #expect(DistributionChart.band(0, of: 100).high == 0)
        #expect(DistributionChart.band(0.001, of: 10).low == 0)
    }

    @Test
    func `lines stand where their values are, and break where there is none`() throws {
        let document = try HTMLFixture.document()
        let chart = try #require(
            CellCharts(of: document.cells[0], detail: .full).timeCharts.first
        )
        let area = try #require(chart.drawing.last)
        let lines = area.children.filter { attribute("data-values", of: $0) != nil }
        #expect(lines.count == 2)
        #expect(attribute("data-values", of: lines[0]) == "1000000,,4000000,2000000")
        // From 68 to 546 for 100 s: the middles of four windows at 12.5, 37.5, 62.5 and 87.5 s.
        // From 220 to 8 for 0 to 8 ms: 1 ms is 26.5 units above the floor.
        #expect(attribute("d", of: lines[0]) == "M127.8 193.5h0M366.8 114l119.5 53")
        let fault = try #require(area.children.first { attribute("class", of: $0) == "fault" })
        #expect(attribute("width", of: fault) == "478")
    }

    @Test
    func `a ring is divided as its servers divide it`() throws {
        let ring = RingArcs(
            servers: ["a", "b"],
            arcs: [
                .init(server: 0, begin: 0.75, end: 0.25), .init(server: 1, begin: 0.25, end: 0.75),
            ]
        )
        let chart = try #require(RingChart(ring: ring, pointer: "", detail: .full).chart)
        let arcs = chart.drawing.filter { attribute("class", of: $0)?.hasPrefix("arcs") == true }
        // From nine o'clock over the top to three o'clock, and back below.
        #expect(attribute("d", of: arcs[0]) == "M26 150A124 124 0 0 1 274 150")
        #expect(attribute("d", of: arcs[1]) == "M274 150A124 124 0 0 1 26 150")
        #expect(chart.tables[0].rows.map { $0.values[1].text } == ["50.00%", "50.00%"])
    }

    @Test(arguments: [0.0, 0.125, 0.25, 0.5, 0.9, 1.3, -0.2])
    func `the sine is that of the platform`(turn: Double) {
        let point = Turn.point(turn, around: Point(0, 0), radius: 1)
        #expect(abs(point.x * point.x + point.y * point.y - 1) < 1e-9)
        let known = [0.0: 0.0, 0.125: 0.5.squareRoot(), 0.25: 1, 0.5: 0]
        if let sine = known[turn] { #expect(abs(Turn.sine(turn) - sine) < 1e-9) }
    }

    @Test(arguments: [
        (0.0, 10.0, [0.0, 2, 4, 6, 8, 10]), (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (3, 97, [20, 40, 60, 80]), (0, 84_391_000_000, [0, 2e10, 4e10, 6e10, 8e10]),
    ])
    func `marks of an axis are round`(low: Double, high: Double, ticks: [Double]) {
        #expect(Scale(from: low, to: high, start: 0, end: 1).ticks(5) == ticks)
    }

    @Test
    func `a logarithmic axis gives each decade the same room`() {
        let scale = Scale(.logarithmic, from: 1e6, to: 1e9, start: 0, end: 300)
        #expect(abs(scale.place(1e7) - 100) < 1e-6)
        #expect(abs(scale.place(1e8) - 200) < 1e-6)
        #expect(scale.ticks(5) == [1e6, 3e6, 1e7, 3e7, 1e8, 3e8, 1e9])
        #expect(scale.ticks(3) == [1e6, 1e7, 1e8, 1e9])
        #expect(scale.place(0) == 0)
    }

    @Test
    func `overlapping tasks of a worker stand in lanes of their own`() throws {
        let activities = [
            Activity(.task, of: "w", "1", begin: 0, end: 50),
            Activity(.task, of: "w", "2", begin: 10, end: 60, outcome: "failed"),
            Activity(.task, of: "w", "3", begin: 50, end: nil),
        ]
        let chart = try #require(
            LanesChart(
                subject: .work,
                activities: activities,
                omitted: 0,
                events: [],
                end: 100,
                pointer: "",
                detail: .full
            ).chart
        )
        let bars = try #require(chart.drawing.last).children
        #expect(bars.map { attribute("y", of: $0) } == ["11", "24", "11"])
        #expect(bars.map { attribute("class", of: $0) } == ["f0", "f1", "f4"])
        // From 132 to 546 for 100 ns.
        #expect(bars.map { attribute("x", of: $0) } == ["132", "173.4", "339"])
    }
}
