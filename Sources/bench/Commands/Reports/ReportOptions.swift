public import ArgumentParser
public import Scenarios

/// What is printed of a result, and how it looks.
struct ReportOptions: ParsableArguments {
    /// The formats of results on standard output.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, html, json, csv, markdown, junit, openmetrics, prometheus, trace
    }

    @Option(
        help: "What is printed: \(Format.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var format = Format.text

    @Option(
        help: ArgumentHelp(
            "What the rows are with --format csv: "
                + "\(CSVTable.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "rows"
        )
    )
    var table: CSVTable?

    @Flag(help: "Show every run of a matrix, and every line of long lists.")
    var full = false

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    func validate() throws {
        guard table == nil || format == .csv else {
            throw ValidationError("--table goes with --format csv.")
        }
    }

    /// Prints a result.
    ///
    /// - Parameter isLast: Whether no other follows.
    func show(
        _ result: ResultDocument,
        isLast: Bool,
        _ program: CommandLineProgram
    ) throws(WriteError) {
        let text = renderer(program.terminal).render(result)
        let isSeparated = (format == .text || format == .markdown) && !isLast
        try program.output.write(isSeparated ? text + "\n" : text)
    }

    private func renderer(_ terminal: Terminal) -> any ReportRenderer {
        switch format {
        case .html: HTMLReport(isFull: full)
        case .json: JSONReport()
        case .csv: CSVReport(table: table ?? .figures)
        case .markdown: MarkdownReport(isFull: full)
        case .junit: JUnitReport()
        case .openmetrics: OpenMetricsReport()
        case .trace: TraceReport()
        case .prometheus: OpenMetricsReport(form: .prometheus)
        case .text:
            TextReport(
                style: terminal.style(isASCII: ascii),
                isFull: full
            )
        }
    }
}

extension CSVTable: ExpressibleByArgument {}

extension ReportSet {
    /// Writes the files into the scenario's folder below `output`: all of them, or none.
    func write(to output: String) throws(WriteError) {
        let folder = "\(output)/\(folder)"
        try FileWriter.makeFolder(folder)
        try FileWriter.write(files.map { ($0.name, $0.contents) }, to: folder)
    }
}
