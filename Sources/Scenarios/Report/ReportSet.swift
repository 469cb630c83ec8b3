/// The files that `bench run --output DIR` writes for a scenario.
///
/// They depend on the result alone, so that two runs write the same bytes.
public struct ReportSet: Sendable {
    /// A file: its name in the scenario's folder, and its contents.
    public struct File: Equatable, Sendable {
        /// Its name.
        public var name: String
        /// Its contents.
        public var contents: String
    }

    /// The scenario's folder.
    public let folder: String
    /// The files.
    public let files: [File]

    /// The reports of `result` in every format.
    ///
    /// - Parameters:
    ///   - result: What is reported.
    ///   - isFull: Whether the reports for people show every run of a matrix.
    public init(of result: ResultDocument, isFull: Bool = false) {
        folder = result.scenario
        files = [
            File(name: "report.txt", contents: TextReport(isFull: isFull).render(result)),
            File(name: "report.md", contents: MarkdownReport(isFull: isFull).render(result)),
            File(name: "report.html", contents: HTMLReport(isFull: isFull).render(result)),
            File(name: "result.json", contents: JSONReport().render(result)),
            File(name: "junit.xml", contents: JUnitReport().render(result)),
            File(name: "figures.csv", contents: CSVReport(table: .figures).render(result)),
            File(
                name: "distribution.csv",
                contents: CSVReport(table: .distribution).render(result)
            ),
        ]
    }

    /// The reports of a run that was just made, and the logs that it wrote.
    public init(of result: ScenarioResult, isFull: Bool = false) {
        let reports = Self(of: ResultDocument(of: result), isFull: isFull)
        folder = reports.folder
        files = reports.files + Self.logs(of: result)
    }

    private static func logs(of result: ScenarioResult) -> [File] {
        let isSingle = result.cells.count == 1
        let accessLogs = result.cells.filter { !$0.record.accessLog.isEmpty }.map { cell in
            File(
                name: isSingle ? "access.log" : "access-\(cell.index).log",
                contents: cell.record.accessLog.map { $0 + "\n" }.joined()
            )
        }
        let consumerLogs = result.cells.flatMap { cell in
            cell.record.consumerLogs.map { name, lines in
                File(
                    name: isSingle ? "\(name).txt" : "\(name)-\(cell.index).txt",
                    contents: lines.map { $0 + "\n" }.joined()
                )
            }
        }
        return accessLogs + consumerLogs
    }
}
