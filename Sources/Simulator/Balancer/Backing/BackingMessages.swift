/// What a server asks of the database that all share.
enum SharedDatabaseOrder: Sendable {
    /// Open the connection with this number.
    case open(UInt32)
    /// Perform a query.
    case query(SharedQuery)
    /// Close the connection with this number.
    case close(UInt32)
    /// Close what earlier processes of this server left behind.
    case closeEarlier
}

/// What the database answers.
enum SharedDatabaseAnswer: Sendable {
    /// The connection is open; the incarnation of the database.
    case opened(UInt32)
    /// "Sorry, too many clients already."
    case tooManyClients
    /// The query is done; the version of its row.
    case rows(version: Int)
    /// The connection is closed.
    case closed
}

/// A query over a connection.
struct SharedQuery: Sendable {
    /// What it does to a row that the cache may have an answer from.
    enum Purpose: Sendable {
        /// It tells the version that the row had when it began.
        case read(BackedKey)
        /// It gives the row its next version when it ends.
        case change(BackedKey)
        /// No row of the cache.
        case other
    }

    /// The number of the connection.
    let connection: UInt32
    /// Counts the queries of a process, so that one that comes twice is known.
    let turn: UInt32
    let purpose: Purpose
}

/// A command for the cache that all share.
enum SharedCacheOrder: Sendable {
    /// Give the entry.
    case get(BackedKey)
    /// Store an answer that was made from a version of its row, by a lease.
    case store(BackedKey, version: Int, lease: UInt64)
    /// Delete the entry, and the lease of its key.
    case delete(BackedKey)
}

/// What the cache answers.
enum SharedCacheAnswer: Sendable {
    /// The version of the row that the entry was made from.
    case entry(version: Int)
    /// There is none; by the lease one may be stored.
    case missing(lease: UInt64)
    /// The command is performed, or there was nothing to do.
    case done
}

extension Service where Request == SharedDatabaseOrder, Response == SharedDatabaseAnswer {
    /// The database that all servers share.
    static let sharedDatabase = Service("shared database")
}

extension Service where Request == SharedCacheOrder, Response == SharedCacheAnswer {
    /// The cache that all servers share.
    static let sharedCache = Service("shared cache")
}
