/// A drawing of data, with the data.
struct Chart: Equatable, Sendable {
    /// The width of every drawing, in units; a unit is about a pixel of a wide page.
    static let width = 560.0

    /// What it shows, in a few words.
    var title: String
    /// How to read it, in a sentence or two.
    var caption: String
    /// What it says to those who do not see it; the caption where this is empty.
    var summary = ""
    /// The height of the drawing, in units.
    var height: Double
    /// What is drawn.
    var drawing: [SVGElement]
    /// What the colours mean.
    var legend: [LegendEntry] = []
    /// The data behind the drawing.
    var tables: [ChartTable] = []
    /// The axis of time, where there is one.
    var timeAxis: TimeAxis?
    /// Whether it takes the whole width of a page.
    var isWide = false

    /// What a colour means.
    struct LegendEntry: Equatable, Sendable {
        /// The name of the series.
        var name: String
        /// The style of what is drawn for it.
        var style: String
        /// The number by which the page's script finds what is drawn for it.
        var series: Int?
    }

    /// The times that the drawing shows, for the page's script.
    struct TimeAxis: Equatable, Sendable {
        /// Where it begins and ends, in nanoseconds since the start of the run.
        var begin: Int
        var end: Int
        /// Where it begins and ends in the drawing.
        var left: Double
        var right: Double
    }
}

/// The data behind a drawing.
struct ChartTable: Equatable, Sendable {
    /// A column.
    struct Column: Equatable, Sendable {
        /// What stands above it.
        var header: String
        /// Whether its values are numbers.
        var isNumeric = true
        /// Where its values stand in `result.json`: a JSON Pointer (RFC 6901) in which `*` stands
        /// for the number of the row.
        var pointer: String?
    }

    /// A value as it is shown, and as the file has it.
    struct Value: Equatable, Sendable {
        /// The text.
        var text: String
        /// The number as JSON has it, where the cell stands for one.
        var json: String?
        /// Where it stands in `result.json`, where its column does not say so.
        var pointer: String?

        init(_ text: String, json: String? = nil, pointer: String? = nil) {
            self.text = text
            self.json = json
            self.pointer = pointer
        }
    }

    /// A row.
    struct Row: Equatable, Sendable {
        /// Its number in the file.
        var number: Int
        /// A value for each column.
        var values: [Value]
    }

    /// What stands above.
    var title = ""
    /// The columns.
    var columns: [Column]
    /// The rows.
    var rows: [Row]
    /// How many rows there are beyond those that are shown.
    var omitted = 0
    /// Where the rows that are not shown can be found.
    var place = ""

    /// The table with `count` rows at most, spread over all of them.
    func sampled(_ count: Int) -> ChartTable {
        guard rows.count > count, count > 0 else { return self }
        var table = self
        let stride = (rows.count + count - 1) / count
        table.rows = rows.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
        table.omitted += rows.count - table.rows.count
        return table
    }

    /// The table with its first `count` rows at most.
    func cut(_ count: Int) -> ChartTable {
        guard rows.count > count else { return self }
        var table = self
        table.rows = Array(rows.prefix(count))
        table.omitted += rows.count - count
        return table
    }
}
