/// Places in the code of what stands behind servers that faults ought to reach sometimes.
public enum BackingPlace: String, Place {
    /// The cache refused an answer from before a deletion.
    case lateStore = "late-store-refused"
    /// A server did not reach the cache.
    case cacheSilent = "cache-not-reached"
    /// A server does not know whether the cache deleted what it changed.
    case deletionLost = "cached-deletion-lost"
    /// A server does not know whether the database made its change.
    case changeOfUnknownFate = "change-of-unknown-fate"
    /// A connection was lost with a query on it.
    case connectionLost = "database-connection-lost"
    /// A request waited for too long for a connection.
    case waitedTooLong = "no-connection-in-time"
    /// A server does not know whether a connection was opened.
    case openedInSilence = "opening-unanswered"
    /// The order to open a connection came after that to close it.
    case openedTooLate = "connection-opened-after-it-was-closed"
    /// The database had as many connections as it takes.
    case databaseFull = "database-full"
    /// A query came again to the database.
    case queryRepeated = "query-came-twice"
    /// A query failed whose answer other requests waited for.
    case sharedFailed = "shared-query-failed"

    /// What happens there.
    public var meaning: String {
        switch self {
        case .lateStore: "the cache refused an answer from before a deletion"
        case .cacheSilent: "a server did not reach the cache"
        case .deletionLost: "a server does not know whether the cache deleted what it changed"
        case .changeOfUnknownFate: "a server does not know whether the database made its change"
        case .connectionLost: "a connection was lost with a query on it"
        case .waitedTooLong: "a request waited for too long for a connection"
        case .openedInSilence: "a server does not know whether a connection was opened"
        case .openedTooLate: "the order to open a connection came after that to close it"
        case .databaseFull: "the database had as many connections as it takes"
        case .queryRepeated: "a query came again to the database"
        case .sharedFailed: "a query failed whose answer other requests waited for"
        }
    }
}
