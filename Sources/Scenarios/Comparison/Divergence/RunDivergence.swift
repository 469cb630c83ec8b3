public import Simulator

/// Where two runs of one scenario and seed part: the first event that differs, and why.
public struct RunDivergence: Equatable, Sendable {
    /// An event of a run, for people.
    public struct Event: Equatable, Sendable {
        /// Its number, from 1.
        public var number: UInt64
        /// When it happened.
        public var instant: VirtualInstant
        /// The name of its node.
        public var node: String
        /// What it is; empty where nobody told.
        public var what: String
        /// The digest with it.
        public var digest: UInt64

        /// An event with these properties.
        public init(
            number: UInt64,
            instant: VirtualInstant,
            node: String,
            what: String,
            digest: UInt64
        ) {
            self.number = number
            self.instant = instant
            self.node = node
            self.what = what
            self.digest = digest
        }
    }

    /// The name of the run's scenario or cell.
    public var run: String
    /// Which run differs from the first one, from 2.
    public var number: Int
    /// The last events that both runs have in common, in their order.
    public var common: [Event]
    /// The event of the first run that differs; nothing where that run had ended.
    public var first: Event?
    /// The event of the other run; nothing where that run had ended.
    public var other: Event?
    /// Why they differ, as far as can be told: a sentence.
    public var cause: String

    /// Two runs that part here.
    public init(
        run: String,
        number: Int,
        common: [Event],
        first: Event?,
        other: Event?,
        cause: String
    ) {
        self.run = run
        self.number = number
        self.common = common
        self.first = first
        self.other = other
        self.cause = cause
    }
}

extension RunDivergence {
    /// The report for a terminal, ending with a line feed: what differs, both sides of it beside
    /// each other below the events before it, and the cause.
    public func text(style: TextReport.Style) -> String {
        let paint = Paint(isColoured: style.isColoured, isASCII: style.isASCII)
        var lines: [String] = []
        let summary = TextWidth.wrapped(summary, width: style.width - 5)
        for (index, line) in summary.enumerated() {
            lines.append("\(index == 0 ? paint.sign(isHeld: false) : paint.noSign) \(line)")
        }
        let sections =
            (common.isEmpty
                ? [] : [ReportSection(title: "The last events in common", table: commonTable)])
            + [ReportSection(title: "The event that differs", table: table)]
        for section in sections {
            lines += [""] + SectionLayout(section: section, style: style, paint: paint).lines
        }
        lines.append("")
        lines += TextWidth.wrapped("Cause: \(cause)", width: style.width)
        return lines.joined(separator: "\n") + "\n"
    }

    private var summary: String {
        let event = (first ?? other)?.number ?? 0
        return "\(run): not deterministic: event \(NumberText.grouped(Int(event))) of run "
            + "\(number) is not that of the first run"
    }

    private var commonTable: ReportTable {
        ReportTable(
            columns: [
                .init(header: "event"), .init(header: "at"),
                .init(header: "node", isNumeric: false), .init(header: "what", isNumeric: false),
            ],
            rows: common.map { event in
                [String(event.number), event.instant.description, event.node, event.what]
            }
        )
    }

    /// Both sides of the event that differs, beside each other.
    private var table: ReportTable {
        let columns = [
            ReportTable.Column(header: "", isNumeric: false),
            .init(header: "first run", isNumeric: false),
            .init(header: "run \(number)", isNumeric: false),
        ]
        let parts: [(name: String, text: (Event) -> String)] = [
            ("at", \.instant.description), ("node", \.node), ("what", \.what),
            ("digest", { Self.hexadecimal($0.digest) }),
        ]
        let rows = parts.enumerated().compactMap { place, part -> [String]? in
            let sides = [first, other].map { event in
                event.map(part.text) ?? (place == 0 ? "the run has ended" : "")
            }
            return sides == ["", ""] ? nil : [part.name] + sides
        }
        return ReportTable(columns: columns, rows: rows)
    }

    private static func hexadecimal(_ digest: UInt64) -> String {
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
