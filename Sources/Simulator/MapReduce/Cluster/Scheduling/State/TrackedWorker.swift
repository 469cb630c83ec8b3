/// A worker as its coordinator knows it.
struct TrackedWorker: Hashable, Sendable {
    let name: String
    let kind: TaskKind
    let incarnation: UInt32
    let zone: String
    let machine: String?
    var lastHeartbeat: VirtualInstant
    /// The number of its latest message.
    var lastMessage: Int
    /// Attempts of running jobs that it was told to run, or says that it runs: where an attempt of
    /// a task is this worker's, it stands here, and the other way round.
    var attempts: [AttemptIdentifier] = []
    /// What it does that nobody needs; it is told so.
    var obsolete: AttemptIdentifier?
    /// Whether it may be given something: not between a refusal and its next sign of life.
    var isReady = true
    /// Since when it has had nothing to do.
    var idleSince: VirtualInstant

    init(_ heartbeat: WorkerHeartbeat, _ now: VirtualInstant) {
        name = heartbeat.stamp.worker
        kind = heartbeat.kind
        incarnation = heartbeat.stamp.incarnation
        zone = heartbeat.zone
        machine = heartbeat.machine
        lastHeartbeat = now
        lastMessage = heartbeat.stamp.number
        idleSince = now
    }

    /// The places whose input is at hand for it.
    var places: [InputPlace] {
        [.zone(zone)] + (machine.map { [.machine($0)] } ?? [])
    }

    /// Whether it has nothing to do.
    var isFree: Bool { isReady && attempts.isEmpty && obsolete == nil }
}
