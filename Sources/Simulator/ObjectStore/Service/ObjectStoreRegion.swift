/// What outlives every outage of a region: its objects, and what is on its way to other regions.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class ObjectStoreRegion: @unchecked Sendable {
    /// The objects.
    public let store: ObjectStore
    /// What the region did.
    public let journal = ObjectStoreJournal()
    /// The node on which each bucket of another region stands, by its name.
    public var destinations: [String: String] = [:]
    /// Tasks of replication that have not ended.
    var openTasks: [ReplicationTask] = []

    /// Events of which it is not known that they arrived, by their numbers.
    var openEvents: [UInt64: EventRecord] = [:]

    /// Whether an event is on its way.
    func isOpen(_ event: ObjectStoreJournal.SentEvent) -> Bool {
        openEvents[event.sequencer] != nil
    }

    /// A region with nothing in it.
    public init(store: ObjectStore) {
        self.store = store
    }
}
