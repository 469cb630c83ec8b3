/// Sees what happens in a database; for checkers and reports, which are no part of a run.
public protocol DatabaseObserver: Sendable {
    /// A row is as given from now on, or gone, and that is durable.
    func note(_ key: DatabaseKey, _ row: DatabaseRow?, at instant: VirtualInstant)
    /// These are the tables after the log was replayed.
    func noteRecovery(_ tables: DatabaseTables, at instant: VirtualInstant)
    /// So many requests are under way on the node called `server`.
    func note(connections: Int, of server: String, at instant: VirtualInstant)
    /// The node called `server` refused a request for want of a connection.
    func noteRefusal(by server: String, at instant: VirtualInstant)
}

extension DatabaseObserver {
    /// Does nothing.
    public func note(_ key: DatabaseKey, _ row: DatabaseRow?, at instant: VirtualInstant) {}
    /// Does nothing.
    public func noteRecovery(_ tables: DatabaseTables, at instant: VirtualInstant) {}
    /// Does nothing.
    public func note(connections: Int, of server: String, at instant: VirtualInstant) {}
    /// Does nothing.
    public func noteRefusal(by server: String, at instant: VirtualInstant) {}
}

/// Keeps what is durable in a database, so that it can be looked at after the run.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class DatabaseMirror: DatabaseObserver, @unchecked Sendable {
    /// The tables as they stand on the disk.
    public private(set) var tables = DatabaseTables()

    /// A mirror of an empty database.
    public init() {}

    /// See ``DatabaseObserver/note(_:_:at:)``.
    public func note(_ key: DatabaseKey, _ row: DatabaseRow?, at instant: VirtualInstant) {
        tables.apply(row.map { .put(key, $0) } ?? .delete(key))
    }
    /// See ``DatabaseObserver/noteRecovery(_:at:)``: what was flushed at the moment of a crash may
    /// not have been seen.
    public func noteRecovery(_ tables: DatabaseTables, at instant: VirtualInstant) {
        self.tables = tables
    }
}
