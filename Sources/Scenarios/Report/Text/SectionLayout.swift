/// Lays out a section of a report as lines of text.
struct SectionLayout {
    let section: ReportSection
    let style: TextReport.Style
    let paint: Paint

    /// The lines, none wider than the style's width.
    var lines: [String] {
        var lines = TextWidth.wrapped(section.title, width: style.width).map(paint.bold)
        if let table = section.table { lines += TableLayout(table: table, style: style).lines }
        lines += checks
        for note in section.notes {
            let wrapped = TextWidth.wrapped(note, width: style.width - 4)
            for (index, line) in wrapped.enumerated() {
                lines.append(index == 0 ? "  \(line)" : "    \(line)")
            }
        }
        return lines
    }

    private var checks: [String] {
        let indent = 3 + paint.noSign.count
        let room = style.width - indent
        let column = min(
            section.checks.map { TextWidth.of($0.text) }.max() ?? 0,
            room - 2 - (section.checks.map { TextWidth.of($0.actual) }.max() ?? 0)
        )
        return section.checks.flatMap { check -> [String] in
            let lines = content(of: check, column: column, room: room)
            return lines.enumerated().map { index, line in
                let sign = index == 0 ? paint.sign(isHeld: check.isHeld) : paint.noSign
                return line.isEmpty ? "  \(sign)" : "  \(sign) \(line)"
            }
        }
    }

    /// The condition with the value beside it where both fit, else below.
    private func content(of check: CheckLine, column: Int, room: Int) -> [String] {
        var lines = check.source.map { TextWidth.wrapped($0, width: room) } ?? []
        let isBelow = !lines.isEmpty
        let indent = isBelow ? "  " : ""
        let width = TextWidth.of(check.text)
        if check.actual.isEmpty {
            lines += TextWidth.wrapped(check.text, width: room - indent.count).map { indent + $0 }
        } else if width <= column {
            let padded =
                isBelow
                ? check.text : TextWidth.padded(check.text, to: column, isRight: false)
            let one = "\(indent)\(padded)  \(check.actual)"
            if TextWidth.of(one) <= room {
                lines.append(one)
            } else {
                lines += below(check, indent, room)
            }
        } else {
            lines += below(check, indent, room)
        }
        return lines
    }

    private func below(_ check: CheckLine, _ indent: String, _ room: Int) -> [String] {
        let text = TextWidth.wrapped(check.text, width: room - indent.count)
        let actual = TextWidth.wrapped(check.actual, width: room - indent.count - 2)
        return text.map { indent + $0 } + actual.map { "\(indent)  \($0)" }
    }
}
