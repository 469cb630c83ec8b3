import Foundation
import GRDB
import Simulator

/// Writes results into a new SQLite database, as the table `results(job_id, result_key,
/// result_value)`.
///
/// A key is text where it is UTF-8, and otherwise a blob. A result that is a whole number of 64
/// bits is an integer, any other number a real, and the rest is text as `tsv` has it.
struct SQLiteResults {
    /// What is written in the column `job_id`.
    let job: String

    /// Fills the database at `path`, which must be empty or missing, and is called `target` in
    /// messages.
    func write(_ results: NativeJobResults, path: String, target: String) throws(WriteError) {
        try SQLiteFile.fill(path, target: target) { try fill($0, results) }
    }

    private func fill(_ database: Database, _ results: NativeJobResults) throws {
        try database.execute(
            sql: """
                CREATE TABLE results (
                    job_id TEXT NOT NULL,
                    result_key TEXT NOT NULL,
                    result_value NOT NULL
                )
                """
        )
        let insert = try database.makeStatement(sql: "INSERT INTO results VALUES (?, ?, ?)")
        try results.forEach { key, value in
            try insert.execute(
                arguments: [job.databaseValue, Self.column(Array(key)), Self.column(value)]
            )
        }
    }

    private static func column(_ value: ReducedValue) -> DatabaseValue {
        switch value {
        case .integer(let number):
            if let number = Int64(exactly: number) { return number.databaseValue }
            return Double(number).databaseValue
        case .decimal(let number):
            return (Double(number.description) ?? 0).databaseValue
        case .bytes(let bytes): return column(bytes)
        case .list, .record:
            var text: [UInt8] = []
            value.append(to: &text)
            return column(text)
        }
    }

    /// Text ends at a zero byte for SQLite's functions: such a key is a blob too.
    private static func column(_ bytes: [UInt8]) -> DatabaseValue {
        if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
            return text.databaseValue
        }
        return Data(bytes).databaseValue
    }
}
