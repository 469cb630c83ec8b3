/// Lays out a table as aligned lines that fit the width; figures that have no room beside the
/// others stand in further blocks of lines, with the names of the rows again.
struct TableLayout {
    private static let gap = 2
    private static let indent = 2
    private static let shortestKey = 14
    private static let shortestBar = 8
    private static let longestBar = 40

    private let table: ReportTable
    private let style: TextReport.Style
    private let paint: Paint
    private var widths: [Int] = []
    /// The columns of each block of lines.
    private var blocks: [[Int]] = []
    private var shown: [Int] = []
    private var cells: [[String]] = []

    init(table: ReportTable, style: TextReport.Style) {
        self.table = table
        self.style = style
        paint = Paint(isColoured: style.isColoured, isASCII: style.isASCII)
        cells = [table.columns.map(\.header)] + table.rows
        shown = Array(table.columns.indices)
        if style.isASCII { cells = cells.map { $0.map(Self.ascii) } }
        blankRepeats()
        measure()
        fit()
    }

    /// The lines: heads, rows, and what had to be left out.
    var lines: [String] {
        let gap = blocks.count > 1 ? [""] : []
        return Array(blocks.map { lines(of: $0) }.joined(separator: gap)) + omissions
    }

    private func lines(of shown: [Int]) -> [String] {
        let bars = table.bars.map { barTexts($0) }
        return cells.enumerated().map { index, row -> String in
            var line = shown.enumerated().map { place, column -> String in
                let isLast = place == shown.count - 1 && bars == nil
                let isRight = table.columns[column].isNumeric
                let short = TextWidth.shortened(
                    row[column],
                    to: widths[column],
                    isASCII: style.isASCII
                )
                let text =
                    isLast && !isRight
                    ? short : TextWidth.padded(short, to: widths[column], isRight: isRight)
                if index == 0 { return paint.dim(text) }
                return Self.isChart(short) ? paint.chart(text) : text
            }
            if let bars, index > 0 { line.append(paint.chart(bars[index - 1])) }
            let text = line.joined(separator: String(repeating: " ", count: Self.gap))
            return Self.trimmed(String(repeating: " ", count: Self.indent) + text)
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }

    // MARK: Fitting

    private mutating func blankRepeats() {
        guard table.isGrouped else { return }
        var last: String?
        for index in cells.indices.dropFirst() {
            let value = cells[index][0]
            if value == last { cells[index][0] = "" }
            last = value
        }
    }

    private mutating func measure() {
        widths = table.columns.indices.map { column in
            cells.map { TextWidth.of($0[column]) }.max() ?? 0
        }
    }

    private var total: Int { width(of: shown) }

    private func width(of shown: [Int]) -> Int {
        let bar = table.bars == nil ? 0 : Self.shortestBar + Self.gap
        return Self.indent + shown.reduce(0) { $0 + widths[$1] } + (shown.count - 1) * Self.gap
            + bar
    }

    /// Shorter texts first, then without what is optional, then shorter names, then figures in
    /// several blocks, at last names as short as need be.
    private mutating func fit() {
        for column in shown where total > style.width {
            guard let shorter = table.columns[column].shorter else { continue }
            for (index, text) in shorter.enumerated() { cells[index][column] = text }
            measure()
        }
        for column in shown where total > style.width && table.columns[column].isOptional {
            shown.removeAll { $0 == column }
        }
        split()
        if blocks.count > 1 { return }
        shrinkNames(to: Self.shortestKey)
        while total > style.width, shown.count > table.keyCount { shown.removeLast() }
        shrinkNames(to: 4)
        while total > style.width, shown.count > 1 { shown.removeLast() }
        shrinkNames(to: 1)
        blocks = [shown]
    }

    /// Puts as many figures into a block as have room beside the names, which take half of the
    /// width at most; a single block where all have room, or where there are no figures.
    private mutating func split() {
        let names = shown.filter { $0 < table.keyCount }
        let figures = shown.filter { $0 >= table.keyCount }
        blocks = [shown]
        guard total > style.width, table.bars == nil, figures.count > 1 else { return }
        let widest = figures.map { widths[$0] }.max() ?? 0
        let room = min(style.width / 2, style.width - widest - Self.gap)
        shrinkNames(to: Self.shortestKey, within: room, names)
        var all: [[Int]] = []
        var block = names
        for figure in figures {
            if block.count > names.count, width(of: block + [figure]) > style.width {
                all.append(block)
                block = names
            }
            block.append(figure)
        }
        all.append(block)
        if all.allSatisfy({ width(of: $0) <= style.width }) { blocks = all }
    }

    private mutating func shrinkNames(to least: Int) {
        shrinkNames(to: least, within: style.width, shown)
    }

    private mutating func shrinkNames(to least: Int, within room: Int, _ shown: [Int]) {
        for column in shown where column < table.keyCount && !table.columns[column].isNumeric {
            let surplus = width(of: shown) - room
            guard surplus > 0 else { return }
            widths[column] = max(min(least, widths[column]), widths[column] - surplus)
        }
    }

    private var omissions: [String] {
        let missing = table.columns.indices.filter { !shown.contains($0) }
        guard !missing.isEmpty else { return [] }
        let names = missing.map { table.columns[$0].header }.joined(separator: ", ")
        let text = "(no room for: \(names); --format csv has every figure)"
        return TextWidth.wrapped(text, width: style.width - Self.indent).map { "  \($0)" }
    }

    // MARK: Bars

    private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    private func barTexts(_ bars: [ReportTable.Bar]) -> [String] {
        let used = total - Self.shortestBar
        let room = min(Self.longestBar, style.width - used)
        return bars.map { bar(of: $0, width: room) }
    }

    /// A bar of blocks, with a line where the mark stands.
    private func bar(of bar: ReportTable.Bar, width: Int) -> String {
        let steps = Int((min(1, max(0, bar.length)) * Double(width) * 8).rounded())
        var blocks: [Character] = []
        if style.isASCII {
            blocks = Array(repeating: "#", count: (steps + 4) / 8)
        } else {
            blocks = Array(repeating: "█", count: steps / 8)
            if steps % 8 > 0 { blocks.append(Self.eighths[steps % 8 - 1]) }
        }
        if let mark = bar.mark {
            let place = min(width - 1, max(0, Int((mark * Double(width)).rounded()) - 1))
            while blocks.count <= place { blocks.append(" ") }
            blocks[place] = style.isASCII ? "|" : "│"
        }
        return String(blocks)
    }

    private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let digits: [Character] = ["1", "2", "3", "4", "5", "6", "7", "8"]

    /// Whether a text is nothing but a chart of blocks.
    private static func isChart(_ text: String) -> Bool {
        text.contains { levels.contains($0) }
            && text.allSatisfy { levels.contains($0) || $0 == " " }
    }

    /// Charts of blocks as digits from 1 to 8, and intervals with signs that there are.
    private static func ascii(_ text: String) -> String {
        String(text.map { levels.firstIndex(of: $0).map { digits[$0] } ?? $0 })
            .replacing("±", with: "+-")
    }
}
