/// Who has a partition and who leads it, as the controller has written it down.
///
/// Source: Apache Kafka, KIP-497; `PartitionRegistration.java`.
struct PartitionState: Hashable, Sendable {
    /// The brokers that are to have it, the preferred leader first.
    var replicas: [String]
    /// Those that have all that was acknowledged.
    var inSync: [String]
    /// Who leads; nothing while nobody may.
    var leader: String?
    /// The term of the leader; each election begins a new one.
    var leaderEpoch: Int
    /// Which version of this it is: leaders that propose a change to an older one are refused.
    var version: Int
    /// The brokers that are to have it once all of these are in sync; nothing where it stays.
    var target: [String]?

    /// A partition at its beginning, which the first replica leads.
    init(replicas: [String]) {
        self.replicas = replicas
        inSync = replicas
        leader = replicas.first
        leaderEpoch = 0
        version = 0
    }

    /// Has the first living replica lead that has all, or nobody where none lives.
    ///
    /// - Parameters:
    ///   - isUnclean: Whether one may lead that lacks messages, where no other can.
    /// - Returns: Whether anything changed.
    mutating func elect(
        among isAlive: (String) -> Bool,
        isUnclean: Bool = false,
        prefersFirst: Bool = false
    ) -> Bool {
        let candidates = replicas.filter { inSync.contains($0) && isAlive($0) }
        var chosen = candidates.first
        if let leader, candidates.contains(leader), !prefersFirst { chosen = leader }
        var remaining = inSync
        if chosen == nil, isUnclean, let lagging = replicas.first(where: isAlive) {
            chosen = lagging
            remaining = [lagging]
        } else if chosen != nil {
            // The dead ones leave; where nobody lives they stay, for one of them has to come back.
            remaining = inSync.filter(isAlive)
        }
        guard chosen != leader || remaining != inSync else { return false }
        if chosen != leader { leaderEpoch += 1 }
        leader = chosen
        inSync = remaining
        version += 1
        return true
    }

    // MARK: Moves

    /// Has others get it: those that are to have it join, and nobody leaves before they have all.
    ///
    /// Source: Apache Kafka, KIP-455.
    /// - Returns: Whether anything changed.
    mutating func move(to brokers: [String]) -> Bool {
        guard brokers != target ?? replicas else { return false }
        let leaving = replicas.filter { !brokers.contains($0) }
        let isSettled = leaving.isEmpty && Set(brokers) == Set(replicas)
        target = isSettled ? nil : brokers
        replicas = brokers + leaving
        version += 1
        return true
    }

    /// Ends a move where all that are to have it are in sync.
    ///
    /// - Returns: Whether anything changed.
    mutating func completeMove(
        _ isAlive: (String) -> Bool,
        isHasty: Bool = false
    ) -> Bool {
        guard let target, isHasty || target.allSatisfy(inSync.contains) else { return false }
        replicas = target
        inSync = isHasty ? target : inSync.filter(target.contains)
        self.target = nil
        version += 1
        _ = elect(among: isAlive)
        return true
    }
}
