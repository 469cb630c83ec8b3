/// Every request of a workload and how it ended; read after the run.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class RequestLog: @unchecked Sendable {
    /// How a request ended.
    public enum End: Equatable, Sendable {
        /// A response came, from the server named where a balancer says so.
        case response(status: Int, server: String?)
        /// The client saw this error.
        case error(CallError)
    }

    /// One request.
    public struct Entry: Sendable {
        /// Its key.
        public let key: PlacementKey
        /// When it was due; latency counts from here, also where it was sent later.
        public let intended: VirtualInstant
        /// When the client gives up waiting, if ever.
        public let deadline: VirtualInstant?
        /// When it ended, and how; more than one end breaks a promise.
        public fileprivate(set) var ends: [(instant: VirtualInstant, end: End)] = []

        /// Whether the client still waits at `instant`, where a run was cut short.
        public func isUnderWay(at instant: VirtualInstant) -> Bool {
            ends.isEmpty && deadline ?? .distantFuture > instant
        }
    }

    /// The requests in the order in which they were due.
    public private(set) var entries: [Entry] = []

    /// A log of nothing.
    public init() {}

    func begin(
        _ key: PlacementKey,
        intended: VirtualInstant,
        deadline: VirtualInstant?
    ) -> Int {
        entries.append(Entry(key: key, intended: intended, deadline: deadline))
        return entries.count - 1
    }

    func end(_ number: Int, at instant: VirtualInstant, _ end: End) {
        entries[number].ends.append((instant, end))
    }
}
