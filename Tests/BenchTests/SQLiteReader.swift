import GRDB

/// Reads a database.
enum SQLiteReader {
    /// The rows that a query gives, with bars between columns, and blobs in hexadecimal digits.
    static func rows(of query: String, in path: String) throws -> [String] {
        try DatabaseQueue(path: path).read { database in
            try Row.fetchAll(database, sql: query).map { row in
                row.databaseValues.map { value in
                    switch value.storage {
                    case .blob(let data):
                        data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16).uppercased() }
                            .joined()
                    default: String.fromDatabaseValue(value) ?? "\(value)"
                    }
                }.joined(separator: "|")
            }
        }
    }
}
