/// A comparison in one format.
///
/// The text depends on nothing but the two sides: no time of day, host or path stands in it.
public struct ComparisonReport: Sendable {
    /// The formats.
    public enum Format: Sendable {
        /// Aligned columns for a terminal.
        case text(TextReport.Style)
        /// For the summary of a job in continuous integration.
        case markdown
        /// For programs, always with every change.
        case json
    }

    /// The format.
    public var format: Format
    /// Whether all changes are shown, or the largest.
    public var isFull: Bool

    /// A report in a format.
    public init(format: Format, isFull: Bool = false) {
        self.format = format
        self.isFull = isFull
    }

    /// The whole report on what moved between sets of results, ending with a line feed.
    public func render(_ comparison: ResultSetComparison) -> String {
        let sections = comparison.changed.flatMap {
            ComparisonSections(isFull: isFull).sections(of: $0)
        }
        switch format {
        case .text(let style):
            return text(comparison.summary, isRight: !comparison.isChanged, sections, style)
        case .markdown:
            return markdown(comparison.summary, isRight: !comparison.isChanged, sections)
        case .json: return ComparisonJSON.value(comparison).written() + "\n"
        }
    }

    /// The whole report on times, ending with a line feed.
    public func render(_ comparison: TimeComparison) -> String {
        switch format {
        case .text(let style):
            return text(
                comparison.summary,
                isRight: !comparison.isSlower,
                [comparison.section],
                style
            )
        case .markdown:
            return markdown(
                comparison.summary,
                isRight: !comparison.isSlower,
                [comparison.section]
            )
        case .json: return ComparisonJSON.value(comparison).written() + "\n"
        }
    }

    private func text(
        _ summary: String,
        isRight: Bool,
        _ sections: [ReportSection],
        _ style: TextReport.Style
    ) -> String {
        let paint = Paint(isColoured: style.isColoured, isASCII: style.isASCII)
        var lines: [String] = []
        for (index, line) in TextWidth.wrapped(summary, width: style.width - 5).enumerated() {
            lines.append("\(index == 0 ? paint.sign(isHeld: isRight) : paint.noSign) \(line)")
        }
        for section in sections {
            lines += [""] + SectionLayout(section: section, style: style, paint: paint).lines
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func markdown(
        _ summary: String,
        isRight: Bool,
        _ sections: [ReportSection]
    ) -> String {
        let head = "\(isRight ? "✅" : "❌") **\(MarkdownReport.escaped(summary))**"
        return ([head] + sections.flatMap { MarkdownReport.blocks($0) })
            .joined(separator: "\n\n") + "\n"
    }
}
