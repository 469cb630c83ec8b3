/// What the leader of a partition knows of its followers, and with it how far messages are safe.
///
/// Source: Apache Kafka, `Partition.scala`: `maybeIncrementLeaderHW`, `maybeShrinkIsr`,
/// `maybeExpandIsr`; the documentation, *Replicated Logs: Quorums, ISRs, and State Machines*.
struct LeaderView: Sendable {
    /// What is known of a follower.
    private struct Follower {
        /// The offset that it asked for last: it has everything before.
        var end: Int?
        /// When it last had everything that there was.
        var caughtUp: VirtualInstant
        /// How far the log was when it asked last, and when that was.
        var lastFetch: (end: Int, at: VirtualInstant)
    }

    private let name: String
    /// The state that the controller has confirmed.
    private(set) var state: PartitionState
    /// The offset at which the term began.
    let epochStart: Int
    private var followers: [String: Follower] = [:]
    /// The offset after the last message that the leader has.
    private var end: Int
    /// The offset up to which all that are in sync have the messages.
    private(set) var highWatermark: Int
    /// Those that are to be in sync, where the controller has not answered yet.
    private(set) var proposed: [String]?
    /// Whether fewer have to have a message than when the mark was last moved.
    private var isRelaxed = false
    private let minimumInSync: Int
    private let plantedBug: QueuePlantedBug?

    /// A leader at the beginning of its term.
    ///
    /// - Parameters:
    ///   - end: The offset after its last message.
    ///   - countedEnd: The offset after the last one that counts as its own; that is the end unless
    ///     it has to be on a disk first.
    ///   - highWatermark: The one that it knows from before.
    ///   - minimumInSync: How many have to be in sync for anything to be safe.
    init(
        _ name: String,
        _ state: PartitionState,
        end: Int,
        countedEnd: Int? = nil,
        highWatermark: Int,
        minimumInSync: Int = 1,
        now: VirtualInstant,
        plantedBug: QueuePlantedBug? = nil
    ) {
        self.name = name
        self.state = state
        self.end = countedEnd ?? end
        self.minimumInSync = minimumInSync
        self.plantedBug = plantedBug
        epochStart = end
        self.highWatermark = highWatermark
        for replica in state.replicas where replica != name {
            followers[replica] = Follower(caughtUp: now, lastFetch: (end, now))
        }
        advance()
    }

    /// Those that have to have a message before it is safe, also those about to be in sync.
    private var quorum: [String] {
        guard let proposed else { return state.inSync }
        return state.inSync + proposed.filter { !state.inSync.contains($0) }
    }

    /// The leader appended messages.
    mutating func noteAppend(end: Int) {
        self.end = end
        advance()
    }

    /// A follower asked for what comes after `offset`, which it therefore has.
    mutating func noteFetch(by follower: String, from offset: Int, now: VirtualInstant) {
        guard var known = followers[follower] else { return }
        if offset >= end {
            known.caughtUp = now
        } else if offset >= known.lastFetch.end {
            // It has what there was when it asked last.
            known.caughtUp = max(known.caughtUp, known.lastFetch.at)
        }
        let isFurther = known.end != offset
        known.end = offset
        known.lastFetch = (end, now)
        followers[follower] = known
        // Most fetches of an idle partition tell nothing new.
        if isFurther || isRelaxed { advance() }
    }

    /// Moves the mark up to where all that are in sync are; it never goes back, and where too few
    /// are in sync it stays, for what one has alone is not safe.
    ///
    /// Source: Apache Kafka, KIP-966.
    private mutating func advance() {
        isRelaxed = false
        guard hasEnough else { return }
        let members =
            plantedBug == .countsAcknowledgementsOfAny ? [name] : quorum.filter { $0 != name }
        let ends = members.map { $0 == name ? end : followers[$0]?.end ?? 0 }
        highWatermark = max(highWatermark, min(end, ends.min() ?? end))
    }

    /// Whether the mark may be behind one that an earlier leader had.
    ///
    /// Source: Apache Kafka, KIP-207.
    var isLagging: Bool { highWatermark < epochStart }

    /// Whether enough are in sync for what has to be acknowledged by all.
    var hasEnough: Bool { state.inSync.count >= minimumInSync }

    /// Whom the controller is to take for in sync, where that is not whom it takes now.
    ///
    /// - Parameter lag: How long a follower may lack something.
    mutating func proposal(lag: Duration, now: VirtualInstant) -> [String]? {
        guard proposed == nil else { return nil }
        let members = state.replicas.filter { replica in
            if replica == name { return true }
            guard let known = followers[replica] else { return false }
            let isIn = state.inSync.contains(replica)
            if isIn { return known.caughtUp.duration(to: now) <= lag || known.end == end }
            guard let reached = known.end else { return false }
            return reached >= highWatermark && reached >= epochStart
        }
        guard Set(members) != Set(state.inSync) else { return nil }
        proposed = members
        return members
    }

    /// The controller did not accept the proposal, or was not reached.
    mutating func withdraw() {
        proposed = nil
        isRelaxed = true
    }

    /// Forgets what it knew of followers that a later state does not have: one that has given the
    /// partition up, and gets it again, begins with nothing.
    mutating func forgetFollowers(but state: PartitionState) {
        guard state.version > self.state.version else { return }
        followers = followers.filter { state.replicas.contains($0.key) }
    }

    /// The controller has written down another state of the same term.
    mutating func confirm(_ state: PartitionState, now: VirtualInstant) {
        guard state.version > self.state.version else { return }
        forgetFollowers(but: state)
        for replica in state.replicas where replica != name && followers[replica] == nil {
            followers[replica] = Follower(caughtUp: now, lastFetch: (end, now))
        }
        self.state = state
        proposed = nil
        advance()
    }
}
