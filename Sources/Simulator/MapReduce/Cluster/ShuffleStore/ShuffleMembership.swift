import OrderedCollections

/// What a server of a replicated shuffle store knows of the others, and what it concludes: who is
/// dead, who owns which slots, and whether it may take them over.
///
/// Servers of one *shard* have the same slots; one of them owns these and serves them, the others
/// are its replicas. A server is suspected that was silent for the node timeout, and dead once most
/// owners suspect it. Then a replica asks the owners for their votes, of which each has one for
/// each epoch, and owns the slots with most of them. Of two that say they own something the one
/// with the later epoch is right. So at least three shards are needed for any takeover.
///
/// Source: Redis Cluster specification, "Fault Tolerance"; `cluster_legacy.c` of Redis.
struct ShuffleMembership: Hashable, Sendable {
    /// Who serves a shard, and since which epoch.
    struct Owner: Hashable, Sendable {
        var name: String
        var epoch: Int
    }

    /// An attempt to become the owner.
    private struct Election: Hashable {
        /// When votes are asked for.
        let start: VirtualInstant
        /// For which epoch, once they were.
        var epoch: Int?
        var votes: Set<String> = []
    }

    /// A wait before an election, so that the news of the death reaches everybody.
    static let electionDelay = Duration.milliseconds(500)
    /// How long a server that starts again listens before it serves.
    static let writableDelay = Duration.seconds(2)

    /// The server's own name.
    let name: String
    /// Its shard.
    let shard: Int
    /// Everybody else.
    let peers: [String]
    private let shardMates: Set<String>
    private let nodeTimeout: Duration
    private let servesFrom: VirtualInstant
    private let start: VirtualInstant
    /// The owner of each shard, as far as is known.
    private(set) var owners: [Owner]
    /// The latest epoch that was heard of.
    private(set) var epoch = 0
    private var lastVote = 0
    private var votedAt: [Int: VirtualInstant] = [:]
    private var heardAt: [String: VirtualInstant] = [:]
    /// When an owner said last that it suspects a server, by server and owner.
    private var suspicions: [String: [String: VirtualInstant]] = [:]
    private var deaths: [String: VirtualInstant] = [:]
    /// Deaths that this server found out itself.
    private var findings: [String: VirtualInstant] = [:]
    private var offsets: [String: Int] = [:]
    private var election: Election?

    /// What the server `name` knows when it starts.
    ///
    /// - Parameter isFirstStart: Whether it was never up before, so that nothing can have happened
    ///   meanwhile.
    init(_ name: String, _ settings: ShuffleSettings, isFirstStart: Bool, now: VirtualInstant) {
        let shards = settings.shards
        self.name = name
        shard = shards.firstIndex { $0.contains(name) } ?? 0
        peers = shards.joined().filter { $0 != name }
        shardMates = Set(shards[shard]).subtracting([name])
        nodeTimeout = settings.nodeTimeout
        start = now
        servesFrom = isFirstStart ? now : now.advanced(by: Self.writableDelay)
        owners = shards.map { Owner(name: $0[0], epoch: 0) }
    }

    /// Whether it owns its shard, as far as it knows.
    var isOwner: Bool { owners[shard].name == name }

    /// How many owners are most of them.
    private var majority: Int { owners.count / 2 + 1 }

    /// Whether it may answer commands: it owns its shard, and is not cut off from most owners.
    func serves(now: VirtualInstant) -> Bool {
        guard isOwner, now >= servesFrom else { return false }
        return owners.count { isReachable($0.name, now) } >= majority
    }

    private func isReachable(_ other: String, _ now: VirtualInstant) -> Bool {
        if other == name { return true }
        guard deaths[other] == nil, let heard = heardAt[other] else { return false }
        return heard.duration(to: now) <= nodeTimeout
    }

    private func isSuspect(_ other: String, _ now: VirtualInstant) -> Bool {
        (heardAt[other] ?? start).duration(to: now) > nodeTimeout
    }

    // MARK: Messages

    /// What it tells the others.
    func message(offset: Int, now: VirtualInstant) -> ShuffleGossip {
        ShuffleGossip(
            sender: name,
            epoch: epoch,
            owners: owners,
            suspects: peers.filter { isSuspect($0, now) },
            dead: peers.filter { other in
                findings[other].map { $0.duration(to: now) < .seconds(2) } ?? false
            },
            offset: offset
        )
    }

    /// Takes in what another one tells.
    mutating func receive(_ message: ShuffleGossip, now: VirtualInstant) {
        let sender = message.sender
        heardAt[sender] = now
        epoch = max(epoch, message.epoch)
        offsets[sender] = message.offset
        for (shard, owner) in message.owners.enumerated() where owner.epoch > owners[shard].epoch {
            owners[shard] = owner
        }
        if let death = deaths[sender] {
            // An owner stays dead for a while, so that its replicas can take over.
            let isOwner = owners.contains { $0.name == sender }
            if !isOwner || death.duration(to: now) > nodeTimeout * 2 { deaths[sender] = nil }
        }
        guard owners.contains(where: { $0.name == sender }) else { return }
        for peer in peers {
            let isSuspect = message.suspects.contains(peer)
            suspicions[peer, default: [:]][sender] = isSuspect ? now : nil
        }
        for dead in message.dead where dead != name && deaths[dead] == nil { deaths[dead] = now }
    }

    // MARK: Takeover

    /// Looks who is dead, and whether to ask for votes.
    ///
    /// - Parameters:
    ///   - offset: How much of its owner's writes it has; nothing where it is no whole copy.
    ///   - delay: A random wait that is added before an election.
    /// - Returns: What to ask all others, where it stands for election now.
    mutating func tick(offset: Int?, delay: Duration, now: VirtualInstant) -> ShuffleVoteRequest? {
        findDeaths(now)
        let owner = owners[shard]
        guard !isOwner, deaths[owner.name] != nil, let offset, isFresh(owner.name, now) else {
            election = nil
            return nil
        }
        let limit = max(nodeTimeout * 2, .seconds(2))
        guard let running = election, running.start.duration(to: now) < limit * 2 else {
            let rank = shardMates.count { $0 != owner.name && (offsets[$0] ?? -1) > offset }
            let wait = Self.electionDelay + delay + .seconds(rank)
            election = Election(start: now.advanced(by: wait))
            return nil
        }
        guard running.epoch == nil, now >= running.start else { return nil }
        epoch += 1
        election?.epoch = epoch
        return ShuffleVoteRequest(
            candidate: name,
            shard: shard,
            epoch: epoch,
            ownerEpoch: owner.epoch
        )
    }

    private mutating func findDeaths(_ now: VirtualInstant) {
        for peer in peers where deaths[peer] == nil && isSuspect(peer, now) {
            let reports = owners.count { owner in
                if owner.name == name { return true }
                guard let report = suspicions[peer]?[owner.name] else { return false }
                return owner.name != peer && report.duration(to: now) <= nodeTimeout * 2
            }
            guard reports >= majority else { continue }
            deaths[peer] = now
            findings[peer] = now
        }
    }

    /// Whether the last sign of life of the owner is recent enough for a copy of its data to count:
    /// ten node timeouts and ten seconds, as Redis has it.
    private func isFresh(_ owner: String, _ now: VirtualInstant) -> Bool {
        guard let heard = heardAt[owner] else { return false }
        return heard.duration(to: now) <= nodeTimeout * 10 + .seconds(10)
    }

    /// Whether it votes for a candidate.
    mutating func votes(for request: ShuffleVoteRequest, now: VirtualInstant) -> Bool {
        epoch = max(epoch, request.epoch)
        let owner = owners[request.shard]
        guard isOwner, request.epoch == epoch, lastVote < request.epoch,
            deaths[owner.name] != nil, owner.epoch <= request.ownerEpoch,
            votedAt[request.shard].map({ $0.duration(to: now) >= nodeTimeout * 2 }) ?? true
        else { return false }
        lastVote = request.epoch
        votedAt[request.shard] = now
        return true
    }

    /// Counts a vote that it got.
    ///
    /// - Returns: Whether it owns its shard by that.
    mutating func noteVote(of voter: String, epoch: Int, now: VirtualInstant) -> Bool {
        guard let running = election, running.epoch == epoch, !isOwner,
            running.start.duration(to: now) < max(nodeTimeout * 2, .seconds(2)),
            owners.contains(where: { $0.name == voter })
        else { return false }
        election?.votes.insert(voter)
        guard running.votes.union([voter]).count >= majority else { return false }
        owners[shard] = Owner(name: name, epoch: epoch)
        election = nil
        return true
    }
}

/// What the servers of a replicated shuffle store tell each other all the time.
struct ShuffleGossip: Hashable, Sendable {
    let sender: String
    /// The latest epoch that the sender heard of.
    let epoch: Int
    let owners: [ShuffleMembership.Owner]
    /// Who was silent for too long.
    let suspects: [String]
    /// Who has just been found dead.
    let dead: [String]
    /// How much of its owner's writes the sender has.
    let offset: Int
}

/// A replica's request to become the owner of its shard.
struct ShuffleVoteRequest: Hashable, Sendable {
    let candidate: String
    let shard: Int
    let epoch: Int
    /// Since which epoch the owner owned the shard, as far as the candidate knows.
    let ownerEpoch: Int
}

extension Service where Request == ShuffleGossip, Response == ShuffleGossip {
    static var shuffleGossip: Self { Self("shuffle gossip") }
}

extension Service where Request == ShuffleVoteRequest, Response == Bool {
    static var shuffleVote: Self { Self("shuffle vote") }
}
