import Testing

@testable import Scenarios

struct TextLayoutTests {
    private func layout(_ table: ReportTable, width: Int, isASCII: Bool = false) -> [String] {
        TableLayout(table: table, style: .init(width: width, isASCII: isASCII)).lines
    }

    @Test
    func `columns are aligned, numbers to the right`() {
        let table = ReportTable(
            columns: [.init(header: "server", isNumeric: false), .init(header: "count")],
            rows: [["a", "1,000"], ["longer name", "7"]]
        )
        #expect(
            layout(table, width: 40) == [
                "  server       count",
                "  a            1,000",
                "  longer name      7",
            ]
        )
    }

    @Test
    func `wide characters take two columns and combining ones none`() {
        #expect(TextWidth.of("名前") == 4)
        #expect(TextWidth.of("e\u{301}") == 1)
        #expect(TextWidth.of("\u{200B}a") == 1)
        let table = ReportTable(
            columns: [.init(header: "x", isNumeric: false), .init(header: "n")],
            rows: [["名前", "1"], ["abcd", "2"]]
        )
        #expect(layout(table, width: 40) == ["  x     n", "  名前  1", "  abcd  2"])
    }

    @Test
    func `a bar has its length in eighths of a column, and the mark where it belongs`() {
        var table = ReportTable(
            columns: [.init(header: "x", isNumeric: false)],
            rows: [["a"], ["b"], ["c"], ["d"]],
            keyCount: 1
        )
        table.bars = [
            .init(length: 1, mark: nil), .init(length: 0.5, mark: nil),
            .init(length: 1.0 / 37 + 1.0 / 74, mark: nil), .init(length: 0, mark: 1),
        ]
        let lines = layout(table, width: 42)
        #expect(lines[1] == "  a  " + String(repeating: "█", count: 37))
        #expect(lines[2] == "  b  " + String(repeating: "█", count: 18) + "▌")
        #expect(lines[3] == "  c  █▌")
        #expect(lines[4] == "  d  " + String(repeating: " ", count: 36) + "│")
        #expect(
            layout(table, width: 42, isASCII: true)[2] == "  b  "
                + String(repeating: "#", count: 19)
        )
    }

    @Test
    func `figures that do not fit stand in further blocks, with the keys again`() {
        let table = ReportTable(
            columns: [.init(header: "label", isNumeric: false)]
                + (1...6).map { .init(header: "figure \($0)") },
            rows: [[String(repeating: "n", count: 30)] + (1...6).map { String($0) }]
        )
        let lines = layout(table, width: 40)
        #expect(
            lines == [
                "  label               figure 1  figure 2",
                "  nnnnnnnnnnnnnnnnn…         1         2",
                "",
                "  label               figure 3  figure 4",
                "  nnnnnnnnnnnnnnnnn…         3         4",
                "",
                "  label               figure 5  figure 6",
                "  nnnnnnnnnnnnnnnnn…         5         6",
            ]
        )
        #expect(lines.allSatisfy { TextWidth.of($0) <= 40 })
    }

    @Test
    func `what is no figure is left out by name where it does not fit`() {
        let table = ReportTable(
            columns: (1...6).map { .init(header: "column \($0)", isNumeric: true) },
            rows: [(1...6).map { String($0) }],
            keyCount: 6
        )
        let lines = layout(table, width: 40)
        #expect(lines[0] == "  column 1  column 2  column 3  column 4")
        #expect(lines[2].hasPrefix("  (no room for: column 5, column 6;"))
        #expect(lines.allSatisfy { TextWidth.of($0) <= 40 })
    }

    @Test
    func `shorter texts stand in for long ones before anything is left out`() {
        let table = ReportTable(
            columns: [
                .init(header: "n"),
                .init(header: "counts", isNumeric: false, shorter: ["percent", "84/5/11"]),
                .init(header: "CV"),
            ],
            rows: [["3", String(repeating: "8", count: 35), "1.085"]]
        )
        #expect(layout(table, width: 40) == ["  n  percent     CV", "  3  84/5/11  1.085"])
    }

    @Test
    func `repeated names of a group are blank`() {
        var table = ReportTable(
            columns: [.init(header: "label", isNumeric: false), .init(header: "n")],
            rows: [["a", "1"], ["a", "2"], ["b", "1"]],
            keyCount: 2
        )
        table.isGrouped = true
        #expect(
            layout(table, width: 40) == ["  label  n", "  a      1", "         2", "  b      1"]
        )
    }

    @Test
    func `texts break at blanks, and words that are too long anywhere`() {
        #expect(TextWidth.wrapped("one two three", width: 7) == ["one two", "three"])
        #expect(TextWidth.wrapped("a abcdefghij b", width: 4) == ["a", "abcd", "efgh", "ij b"])
        #expect(TextWidth.wrapped("a\nb", width: 9) == ["a", "b"])
        #expect(TextWidth.wrapped("", width: 9) == [""])
        #expect(TextWidth.wrapped("名前名", width: 5) == ["名前", "名"])
    }

    @Test
    func `a shortened text says so within its width`() {
        #expect(TextWidth.shortened("abcdef", to: 6, isASCII: false) == "abcdef")
        #expect(TextWidth.shortened("abcdef", to: 5, isASCII: false) == "abcd…")
        #expect(TextWidth.shortened("abcdef", to: 5, isASCII: true) == "abc..")
        #expect(TextWidth.shortened("名前名前", to: 6, isASCII: false) == "名前…")
    }

    @Test
    func `a sparkline spans from the least to the greatest value`() {
        #expect(Sparkline.text([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█")
        #expect(Sparkline.text([3, 3]) == "▄▄")
        #expect(Sparkline.text([1, nil, .infinity, 2]) == "▁  █")
        #expect(Sparkline.text([nil]) == "")
    }
}
