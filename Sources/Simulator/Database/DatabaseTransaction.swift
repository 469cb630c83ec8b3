public import OrderedCollections

/// Changes that happen together or not at all, if some conditions hold.
public struct DatabaseTransaction: Hashable, Sendable {
    /// What must hold of the rows before the transaction.
    public enum Condition: Hashable, Sendable {
        /// There is no such row.
        case absent(DatabaseKey)
        /// The column of the row has this value; a row that is not there has none.
        case equals(DatabaseKey, column: String, ColumnValue)
        /// The column of the row has another value, or the row is not there.
        case differs(DatabaseKey, column: String, ColumnValue)
        /// The instant in the column of the row is not later than the database's clock, or the
        /// row is not there.
        case passed(DatabaseKey, column: String)
    }

    /// What happens to a row.
    public enum Change: Hashable, Sendable {
        /// The row is as given, whatever it was; it stands for as many rows as `inserts` says
        /// where several are written in bulk.
        case put(DatabaseKey, DatabaseRow, inserts: Int)
        /// The columns get these values; a row that is not there is made.
        case set(DatabaseKey, DatabaseRow)
        /// The column gets the time of the database's clock, moved by the duration.
        case setTime(DatabaseKey, column: String, after: Duration)
        /// The row is gone.
        case delete(DatabaseKey)
    }

    /// What must hold.
    public var conditions: [Condition]
    /// What happens, in its order.
    public var changes: [Change]

    /// A transaction of `changes`, if `conditions` hold.
    public init(_ changes: [Change], if conditions: [Condition] = []) {
        self.changes = changes
        self.conditions = conditions
    }

    /// How many rows it writes.
    public var weight: Int {
        changes.reduce(0) { sum, change in
            if case .put(_, _, let inserts) = change { sum + inserts } else { sum + 1 }
        }
    }
}

/// How a transaction ended.
public enum DatabaseCommit: Hashable, Sendable {
    /// Its changes are durable.
    case committed
    /// Nothing happened: the condition with this number, from zero, does not hold.
    case conflict(Int)
    /// The database could not write to its disk, and what the transaction did is not known to be
    /// durable.
    case failed
}

/// What is asked of a database.
public enum DatabaseQuery: Hashable, Sendable {
    /// One row.
    case row(DatabaseKey)
    /// The rows of a table whose columns have these values, in the order in which they were made.
    case rows(table: String, matching: DatabaseRow)
}

/// A row that was found.
public struct DatabaseMatch: Hashable, Sendable {
    /// Its primary key.
    public let key: String
    /// Its columns.
    public let row: DatabaseRow
}
