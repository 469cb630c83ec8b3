/// A report for a terminal: aligned columns, bars, no line wider than the width but the command at
/// its end.
public struct TextReport: ReportRenderer {
    /// How the report looks.
    public struct Style: Equatable, Sendable {
        /// The width of the terminal in columns, at least 40.
        public var width: Int
        /// Whether signs, titles, charts and what failed are coloured with escape sequences.
        public var isColoured: Bool
        /// Whether only ASCII stands in what the report adds; names stay as they are.
        public var isASCII: Bool

        /// Eighty columns, no colour.
        public init(width: Int = 80, isColoured: Bool = false, isASCII: Bool = false) {
            self.width = max(40, width)
            self.isColoured = isColoured
            self.isASCII = isASCII
        }
    }

    /// How the report looks.
    public var style: Style
    /// Whether every run of a matrix, and every line of long lists, is shown.
    public var isFull: Bool

    /// A report that looks like `style`.
    public init(style: Style = Style(), isFull: Bool = false) {
        self.style = style
        self.isFull = isFull
    }

    /// The whole report of `result`, ending with a line feed.
    public func render(_ result: ResultDocument) -> String {
        let sections = ReportSections(of: result, isFull: isFull)
        let paint = Paint(isColoured: style.isColoured, isASCII: style.isASCII)
        var lines: [String] = []
        lines += TextWidth.wrapped(result.heading, width: style.width).map(paint.bold)
        lines += TextWidth.wrapped(sections.identity, width: style.width).map(paint.dim)
        let verdict = TextWidth.wrapped(sections.verdict, width: style.width - 5)
        for (index, line) in verdict.enumerated() {
            let sign = index == 0 ? paint.sign(of: result.verdict) : paint.noSign
            lines.append("\(sign) \(paint.of(result.verdict, line))")
        }
        for section in sections.all {
            lines.append("")
            lines += SectionLayout(section: section, style: style, paint: paint).lines
        }
        // Not wrapped, so that it can be copied.
        lines += ["", "Run it again:", "  \(result.command)"]
        return lines.joined(separator: "\n") + "\n"
    }
}

/// Signs and colours.
struct Paint {
    private static let red = "31"
    private static let green = "32"
    private static let yellow = "33"
    private static let cyan = "36"

    let isColoured: Bool
    let isASCII: Bool

    /// The sign of a condition, as wide as `noSign`.
    func sign(isHeld: Bool) -> String {
        if isHeld { return coloured(isASCII ? "ok  " : "✓", code: Self.green) }
        return coloured(isASCII ? "FAIL" : "✗", code: Self.red)
    }

    /// The sign of a verdict, as wide as `noSign`.
    func sign(of verdict: Verdict) -> String {
        guard verdict == .undecided else { return sign(isHeld: verdict == .held) }
        return coloured(isASCII ? "?   " : "?", code: Self.yellow)
    }

    /// A verdict in words.
    func of(_ verdict: Verdict, _ text: String) -> String {
        switch verdict {
        case .held: coloured(text, code: "1;\(Self.green)")
        case .undecided: coloured(text, code: "1;\(Self.yellow)")
        case .failed: coloured(text, code: "1;\(Self.red)")
        }
    }

    /// A condition that did not hold.
    func failed(_ text: String) -> String { coloured(text, code: Self.red) }

    /// A bar, or a small chart.
    func chart(_ text: String) -> String { coloured(text, code: Self.cyan) }

    /// Blanks in place of a sign.
    var noSign: String { isASCII ? "    " : " " }

    func bold(_ text: String) -> String { coloured(text, code: "1") }

    func dim(_ text: String) -> String { coloured(text, code: "2") }

    private func coloured(_ text: String, code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
