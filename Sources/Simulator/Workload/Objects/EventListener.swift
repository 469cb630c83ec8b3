/// Takes the events of a store on its node, and writes them down.
public enum EventListener {
    /// Listens on `node`.
    ///
    /// - Parameters:
    ///   - node: Where it runs.
    ///   - network: What it is told through.
    ///   - log: What notes the events.
    ///   - start: The civil time at the start of the run.
    public static func start(on node: Node, network: Network, log: EventLog, start: Timestamp) {
        network.serve(.objectEvent, on: node) { incoming in
            let elapsed = Int64(clamping: node.now.nanoseconds)
            log.note(incoming.request, at: start.adding(nanoseconds: elapsed))
            incoming.reply(true)
        }
    }
}

/// What a listener was told.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class EventLog: @unchecked Sendable {
    /// An event, of any store.
    private struct Identity: Hashable {
        let bucket: String
        let sequencer: UInt64
    }

    private struct Object: Hashable {
        let bucket: String
        let key: String
    }

    /// Events by what happened, each counted once.
    public private(set) var delivered: [EventName: Int] = [:]
    /// Events that came again.
    public private(set) var repeated = 0
    /// Events that came after a later one of the same object.
    public private(set) var reordered = 0
    /// From what happened until the listener knew.
    public private(set) var delays = DurationHistogram()
    private var known: Set<Identity> = []
    private var latest: [Object: UInt64] = [:]

    /// A log of nothing yet.
    public init() {}

    func note(_ event: EventRecord, at now: Timestamp) {
        let identity = Identity(bucket: event.bucket, sequencer: event.sequencer)
        guard known.insert(identity).inserted else {
            repeated += 1
            return
        }
        delivered[event.name, default: 0] += 1
        delays.record(.nanoseconds(now.nanoseconds - event.time.nanoseconds))
        let object = Object(bucket: event.bucket, key: event.key)
        if let last = latest[object], last > event.sequencer { reordered += 1 }
        latest[object] = max(latest[object] ?? 0, event.sequencer)
    }

    /// What is wrong with what the listener called `listener` was told by the regions: events that
    /// are neither here nor on their way, and some that were never sent.
    ///
    /// - Parameters:
    ///   - listener: The name of the listener.
    ///   - node: The node of the listener.
    ///   - regions: All that send events.
    public func problems(
        _ listener: String,
        of node: String,
        _ regions: [ObjectStoreRegion]
    ) -> [String] {
        var missing = 0
        var sent: Set<Identity> = []
        for region in regions {
            for event in region.journal.sentEvents where event.destination == node {
                let identity = Identity(bucket: event.bucket, sequencer: event.sequencer)
                sent.insert(identity)
                if !known.contains(identity), !region.isOpen(event) { missing += 1 }
            }
        }
        let invented = known.subtracting(sent).count
        return [
            missing > 0 ? "\(listener) was never told of \(missing) events" : nil,
            invented > 0 ? "\(listener) was told of \(invented) events that never were" : nil,
        ].compactMap(\.self)
    }
}
