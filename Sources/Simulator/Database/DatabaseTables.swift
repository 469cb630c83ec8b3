public import OrderedCollections

/// The contents of a database: tables of rows with a primary key. They know nothing of a log.
public struct DatabaseTables: Hashable, Sendable {
    private var tables: OrderedDictionary<String, OrderedDictionary<String, DatabaseRow>> = [:]

    /// No tables.
    public init() {}

    /// The row `key`, where it is there.
    public subscript(key: DatabaseKey) -> DatabaseRow? { tables[key.table]?[key.key] }

    /// All rows of `table`, in the order in which they were made.
    public func rows(of table: String) -> [DatabaseMatch] {
        (tables[table] ?? [:]).map { DatabaseMatch(key: $0.key, row: $0.value) }
    }

    /// The names of the tables, in the order in which they were made.
    public var names: [String] { Array(tables.keys) }

    /// What `query` finds.
    public func answer(_ query: DatabaseQuery) -> [DatabaseMatch] {
        switch query {
        case .row(let key): self[key].map { [DatabaseMatch(key: key.key, row: $0)] } ?? []
        case .rows(let table, let columns):
            rows(of: table).filter { match in
                columns.allSatisfy { match.row[$0.key, default: .null] == $0.value }
            }
        }
    }

    /// The number of the first condition of `transaction` that does not hold.
    func firstFailure(of transaction: DatabaseTransaction, now: VirtualInstant) -> Int? {
        transaction.conditions.firstIndex { !holds($0, now) }
    }

    private func holds(_ condition: DatabaseTransaction.Condition, _ now: VirtualInstant) -> Bool {
        switch condition {
        case .absent(let key): self[key] == nil
        case .equals(let key, let column, let value):
            self[key].map { $0[column, default: .null] == value } ?? false
        case .differs(let key, let column, let value):
            self[key].map { $0[column, default: .null] != value } ?? true
        case .passed(let key, let column):
            (self[key]?[column]?.integer ?? 0) <= Int(clamping: now.nanoseconds)
        }
    }

    /// Makes a change.
    ///
    /// - Returns: The change that takes it back.
    @discardableResult
    mutating func apply(_ change: ResolvedChange) -> ResolvedChange {
        let undo = self[change.key].map { ResolvedChange.put(change.key, $0) }
        switch change {
        case .put(let key, let row): tables[key.table, default: [:]][key.key] = row
        case .set(let key, let columns):
            tables[key.table, default: [:]][key.key, default: [:]]
                .merge(columns) { _, new in new }
        case .delete(let key): tables[key.table]?.removeValue(forKey: key.key)
        }
        return undo ?? .delete(change.key)
    }
}

/// A change in which nothing is left to find out, as the log has it.
enum ResolvedChange: Hashable, Sendable {
    case put(DatabaseKey, DatabaseRow)
    case set(DatabaseKey, DatabaseRow)
    case delete(DatabaseKey)

    /// The row that changes.
    var key: DatabaseKey {
        switch self {
        case .put(let key, _), .set(let key, _), .delete(let key): key
        }
    }

    init(_ change: DatabaseTransaction.Change, now: VirtualInstant) {
        switch change {
        case .put(let key, let row, _): self = .put(key, row)
        case .set(let key, let columns): self = .set(key, columns)
        case .setTime(let key, let column, let delay):
            let instant = Int(clamping: now.advanced(by: delay).nanoseconds)
            self = .set(key, [column: .integer(instant)])
        case .delete(let key): self = .delete(key)
        }
    }
}
