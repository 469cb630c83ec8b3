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
        let room = style.width - 3 - paint.noSign.count
        let plain = section.checks.filter { !$0.isClaim && !$0.actual.isEmpty }
        let column = min(
            plain.map { TextWidth.of($0.text) }.max() ?? 0,
            room - 2 - (plain.map { TextWidth.of($0.actual) }.max() ?? 0)
        )
        return section.checks.flatMap { check -> [String] in
            let source = check.source.map { TextWidth.wrapped($0, width: style.width - 4) } ?? []
            let lines = content(of: check, column: check.isClaim ? 0 : column, room: room)
            return source.enumerated().map { "  \($0 == 0 ? "" : "  ")\($1)" }
                + lines.enumerated().map { index, line in
                    let sign = index == 0 ? paint.sign(isHeld: check.isHeld) : paint.noSign
                    return "  \(sign) \(check.isHeld ? line : paint.failed(line))"
                }
        }
    }

    /// The condition with the value beside it where both fit, else below.
    private func content(of check: CheckLine, column: Int, room: Int) -> [String] {
        let text = TextWidth.padded(check.text, to: column, isRight: false)
        let line = check.actual.isEmpty ? check.text : "\(text)  \(check.actual)"
        if TextWidth.of(line) <= room { return [line] }
        let condition = TextWidth.wrapped(check.text, width: room)
        if check.actual.isEmpty { return condition }
        return condition
            + TextWidth.wrapped(check.actual, width: room - 2).map { "  \($0)" }
    }
}
