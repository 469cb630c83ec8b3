/// What was expected and claimed, with what became of it.
struct CheckSections {
    private let result: ResultDocument
    private let isFull: Bool
    private static let shortLength = 20

    init(of result: ResultDocument, isFull: Bool) {
        self.result = result
        self.isFull = isFull
    }

    /// The expectations: each of a single run; of a matrix those that failed, and one line for
    /// those that held in every cell that they concern.
    var expectations: [ReportSection] {
        guard result.cells.contains(where: { !$0.expectations.isEmpty }) else { return [] }
        var section = ReportSection(title: "Expectations")
        if !result.isMatrix {
            section.checks = single(result.cells[0].expectations)
            return [section]
        }
        let failures = result.cells.flatMap { cell in
            cell.expectations.filter { !$0.isHeld }.map { Self.line($0, in: cell) }
        }
        section.checks = isFull ? failures : Array(failures.prefix(Self.shortLength))
        let left = failures.count - section.checks.count
        if left > 0 { section.notes.append("and \(left) more (--full shows all)") }
        section.checks += held
        return [section]
    }

    /// Every expectation of a run; many calls that were answered as expected are one line.
    private func single(_ checks: [ResultDocument.Check]) -> [CheckLine] {
        let answered = checks.filter { $0.kind == .call && $0.isHeld }
        if isFull || answered.count <= Self.shortLength { return checks.map { Self.line($0) } }
        let others = checks.filter { $0.kind != .call || !$0.isHeld }.map { Self.line($0) }
        let calls = ReportSections.counted(answered.count, "call")
        return others + [CheckLine(isHeld: true, text: "\(calls) answered as expected", actual: "")]
    }

    /// The claims, of a matrix with their cells.
    var claims: [ReportSection] {
        var lines: [CheckLine] = []
        var last: String?
        for (claim, cell) in claimsBySource {
            let source = Self.source(of: claim).joined(separator: ": ")
            var line = Self.line(claim, in: result.isMatrix ? cell : nil)
            line.isClaim = true
            line.source = source == last ? nil : source
            lines.append(line)
            last = source
        }
        guard !lines.isEmpty else { return [] }
        let held = lines.count(where: \.isHeld)
        let title = "Claims of others, for comparison: \(held) of \(lines.count) hold here"
        return [ReportSection(title: title, checks: lines)]
    }

    /// The claims of all cells, those of the same source and words together.
    private var claimsBySource: [(ResultDocument.Check, ResultDocument.Cell)] {
        let all = result.cells.flatMap { cell in cell.claims.map { ($0, cell) } }
        var sources: [[String]] = []
        for (claim, _) in all where !sources.contains(Self.source(of: claim)) {
            sources.append(Self.source(of: claim))
        }
        return sources.flatMap { source in
            all.filter { Self.source(of: $0.0) == source }
        }
    }

    private static func source(of claim: ResultDocument.Check) -> [String] {
        [claim.source ?? "", claim.says ?? ""]
    }

    /// The expectations that held wherever they were checked, each text once with the number of
    /// cells.
    private var held: [CheckLine] {
        var texts: [String] = []
        var counts: [String: (held: Int, all: Int, isConditional: Bool)] = [:]
        for check in result.cells.flatMap(\.expectations) {
            if counts[check.text] == nil { texts.append(check.text) }
            var count = counts[check.text] ?? (0, 0, check.isConditional)
            count.held += check.isHeld ? 1 : 0
            count.all += 1
            counts[check.text] = count
        }
        var lines: [CheckLine] = []
        var conditional = 0
        for text in texts {
            guard let count = counts[text], count.held == count.all else { continue }
            if count.isConditional, !isFull {
                conditional += count.all
            } else {
                let cells = ReportSections.counted(count.all, "run")
                lines.append(CheckLine(isHeld: true, text: text, actual: "in \(cells)"))
            }
        }
        if conditional > 0 {
            let others = ReportSections.counted(conditional, "expectation")
            lines.append(CheckLine(isHeld: true, text: "\(others) of single runs", actual: ""))
        }
        return lines
    }

    private static func line(_ check: ResultDocument.Check, in cell: ResultDocument.Cell? = nil)
        -> CheckLine
    {
        var actual = check.detail ?? ""
        if check.kind == .comparison, check.actual != nil {
            actual = ([FigureText.precise(check.actual)] + [check.detail].compactMap(\.self))
                .joined(separator: "; ")
        }
        let place = cell.map { "\($0.shortName): " } ?? ""
        return CheckLine(isHeld: check.isHeld, text: place + check.text, actual: actual)
    }
}
