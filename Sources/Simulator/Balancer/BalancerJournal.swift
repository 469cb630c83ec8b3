/// What a balancer did, for reports and checkers; they read it after the run.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class BalancerJournal: @unchecked Sendable {
    /// A change of the ring.
    public struct PlacementChange: Sendable {
        /// When.
        public let instant: VirtualInstant
        /// The server that got a place.
        public let joined: String?
        /// The server that lost its place.
        public let left: String?
        /// The placement from then on.
        public let placement: any Placement
        /// The servers that serve from then on, in the order of `/rep`.
        public let serving: [String]
    }

    /// A server that began to serve.
    public struct Start: Equatable, Sendable {
        /// When it first answered.
        public let instant: VirtualInstant
        /// Its name.
        public let name: String
        /// The dead server it replaces.
        public let replaced: String?
        /// When the server that it replaces crashed; nil where a partition or the like only hid it.
        public let crash: VirtualInstant?
    }

    /// Changes of the ring, in order.
    public private(set) var placementChanges: [PlacementChange] = []
    /// Servers added by `/add` less those removed by `/rm`.
    public private(set) var scaling = 0
    /// Servers that began to serve after the start.
    public private(set) var starts: [Start] = []
    /// Attempts after the first at requests that came with a key.
    public private(set) var retries = 0
    /// Attempts after the first at requests without a key.
    public private(set) var keylessRetries = 0
    /// Attempts at requests with a key that met a full queue, by server, in the order of the first.
    public private(set) var rejections: [(server: String, count: Int)] = []
    /// Attempts at requests without a key that met a full queue.
    public private(set) var keylessRejections = 0
    /// Changes that could not be made.
    public private(set) var errors: [(instant: VirtualInstant, error: PoolError)] = []

    /// A journal of nothing.
    public init() {}

    /// Notes where keys belong now; a balancer that started again has neither `joined` nor `left`.
    func notePlacement(
        of pool: ServerPool,
        joined: String?,
        left: String?,
        at instant: VirtualInstant
    ) {
        placementChanges.append(
            PlacementChange(
                instant: instant,
                joined: joined,
                left: left,
                placement: pool.placement,
                serving: pool.members.filter { $0.standing == .serving }.map(\.name)
            )
        )
    }

    func noteScaling(by count: Int) {
        scaling += count
    }

    func noteStart(
        of name: String,
        replacing replaced: String?,
        crash: VirtualInstant?,
        at instant: VirtualInstant
    ) {
        starts.append(Start(instant: instant, name: name, replaced: replaced, crash: crash))
    }

    func noteRetry(hasKey: Bool) {
        if hasKey { retries += 1 } else { keylessRetries += 1 }
    }

    func noteRejection(by server: String, hasKey: Bool) {
        if !hasKey {
            keylessRejections += 1
        } else if let index = rejections.firstIndex(where: { $0.server == server }) {
            rejections[index].count += 1
        } else {
            rejections.append((server, 1))
        }
    }

    func noteError(_ error: PoolError, at instant: VirtualInstant) {
        errors.append((instant, error))
    }
}
