import GRDB

/// A new SQLite database that nobody sees before it is whole.
enum SQLiteFile {
    /// Fills the database at `path`, which must be empty or missing, in one transaction; `target`
    /// is what messages call it.
    static func fill(
        _ path: String,
        target: String,
        _ body: (Database) throws -> Void
    ) throws(WriteError) {
        do {
            let queue = try DatabaseQueue(path: path)
            defer { try? queue.close() }
            try queue.writeWithoutTransaction { database in
                // Nobody sees the file before it is whole, so that nothing must be undone in it.
                try database.execute(sql: "PRAGMA journal_mode = OFF")
                try database.execute(sql: "PRAGMA synchronous = OFF")
                try database.inTransaction(.immediate) {
                    try body(database)
                    return .commit
                }
            }
        } catch let error as WriteError {
            throw error
        } catch let error as DatabaseError {
            throw WriteError(target: target, reason: error.message ?? "SQLite error")
        } catch {
            throw WriteError(target: target, reason: "\(error)")
        }
    }
}
