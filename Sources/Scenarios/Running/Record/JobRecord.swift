import Simulator

/// A job as its client saw it, for the report.
public struct JobRecord: Equatable, Sendable {
    /// What it is called.
    public var identifier: String
    /// How it ended: `COMPLETED`, `FAILED`, `RUNNING` where it had not ended by the end of the run,
    /// or `NOT TAKEN` where no coordinator knew it.
    public var status: String
    /// Why it failed.
    public var error: String?
    /// From when it was wanted to its end.
    public var duration: Duration?
    /// The results with the largest values, at most ``resultsMaximum``, as lines of key,
    /// tabulator and value.
    public var results: [String]
    /// How many rows its results have.
    public var rows: Int

    /// How many results are kept for a report.
    public static let resultsMaximum = 1_000

    /// The job of `entry`.
    ///
    /// - Parameter status: What the tables say of it, which counts where its client knows no end.
    init(_ entry: JobLog.Entry, status: JobStatus?) {
        identifier = entry.identifier
        let told = entry.outcome?.status
        let known = told?.isFinal == true ? told : status
        self.status = known?.rawValue ?? "NOT TAKEN"
        error = entry.outcome?.error
        duration = entry.outcome.map { entry.intended.duration(to: $0.endedAt) }
        let lines = (entry.outcome?.results ?? []).flatMap { $0.split(separator: 0x0A) }
        rows = lines.count
        results = Self.largest(lines)
    }

    /// The key and the value of a result; a key may hold tabulators, a value does not.
    static func parts(of line: String) -> (key: String, value: String) {
        guard let tabulator = line.utf8.lastIndex(of: 0x09) else { return (line, "") }
        return (String(line[..<tabulator]), String(line[line.utf8.index(after: tabulator)...]))
    }

    /// The lines with the largest values first, those with equal ones by their keys; at most
    /// ``resultsMaximum``.
    private static func largest(_ lines: [ArraySlice<UInt8>]) -> [String] {
        let rows = lines.map { line -> (value: Double?, text: String) in
            let text = String(decoding: line, as: UTF8.self)
            let value = text.split(separator: "\t", omittingEmptySubsequences: false).last
            return (value.flatMap { Double($0) }, text)
        }
        let sorted = rows.sorted { left, right in
            switch (left.value, right.value) {
            case (let first?, let second?) where first != second: first > second
            case (.some, nil): true
            case (nil, .some): false
            default: left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
            }
        }
        return sorted.prefix(resultsMaximum).map(\.text)
    }
}
