/// Every request of a workload and how it ended; read after the run.
///
/// Soundness of `@unchecked Sendable`, and of the field whose exclusive access is not checked:
/// reached only from the thread that owns the simulation, by functions that call nothing else.
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
        /// When it ended first, and how.
        public fileprivate(set) var first: (instant: VirtualInstant, end: End)?
        /// Ends after the first: each breaks a promise.
        fileprivate var later: [(instant: VirtualInstant, end: End)] = []

        /// When it ended, and how; more than one end breaks a promise.
        public var ends: [(instant: VirtualInstant, end: End)] {
            first.map { [$0] + later } ?? []
        }

        /// Whether the client still waits at `instant`, where a run was cut short.
        public func isUnderWay(at instant: VirtualInstant) -> Bool {
            first == nil && deadline ?? .distantFuture > instant
        }
    }

    /// The requests in the order in which they were due.
    @exclusivity(unchecked) public private(set) var entries: [Entry] = []

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

    /// Ends every request that has no end.
    func endAll(at instant: VirtualInstant, _ end: End) {
        for number in entries.indices where entries[number].first == nil {
            self.end(number, at: instant, end)
        }
    }

    func end(_ number: Int, at instant: VirtualInstant, _ end: End) {
        if entries[number].first == nil {
            entries[number].first = (instant, end)
        } else {
            entries[number].later.append((instant, end))
        }
    }
}
